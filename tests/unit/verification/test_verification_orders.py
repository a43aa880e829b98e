"""Observed orders of the verification table."""

import math

import pytest

from catena.verification.case import order_figure, scattered_order


@pytest.mark.parametrize(("power", "passed"), [(0.5, False), (1, True), (2, False)])
def test_only_first_order_passes(power, passed):
    steps = [0.1, 0.05, 0.025]
    figure = order_figure("clean", steps, [-3.0 * dt**power for dt in steps])
    assert figure.got == pytest.approx(power)
    assert figure.passed is passed


@pytest.mark.parametrize(("power", "passed"), [(0.5, False), (1, True), (2, False)])
def test_errors_may_scatter_with_the_place_of_an_event_in_its_step(power, passed):
    def error(dt: float) -> float:
        return dt**power * math.sin(1.0 / dt)

    figure = scattered_order("scattered", error, 8e-3)
    assert figure.got == pytest.approx(power, abs=0.1)
    assert figure.passed is passed
