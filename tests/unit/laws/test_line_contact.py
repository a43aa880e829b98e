"""The line of contact of a flank: pressure summed up along it, in closed form."""

import numpy as np
import pytest

from catena.laws.line_contact import line_contact

K, H = 5e7, 4e-3


def summed_up(gap, theta, pieces=200_000):
    """Force, moment and energy from pieces of the line."""
    y = (np.arange(pieces) + 0.5) / pieces * H - 0.5 * H
    depth = np.maximum(0.0, -gap - theta * y)
    even = K / pieces
    return even * depth.sum(), even * (depth * y).sum(), 0.5 * even * (depth**2).sum()


@pytest.mark.parametrize("theta", [-5e-3, -1e-4, 2e-3, 0.02])
@pytest.mark.parametrize("gap", [-2e-5, -5e-6, -1e-7, 2e-6, 1e-4])
def test_closed_form_is_the_sum_of_its_pieces(gap, theta):
    line = line_contact(K, H, gap, theta)
    force, moment, energy = summed_up(gap, theta)
    assert line.force == pytest.approx(force, rel=1e-5, abs=1e-9)
    assert line.moment == pytest.approx(moment, rel=1e-5, abs=1e-12)
    assert line.energy == pytest.approx(energy, rel=1e-5, abs=1e-15)


def test_the_moment_is_bounded_by_the_force_at_one_end():
    for theta in (1e-3, 1e-2, 0.1, 0.5):
        line = line_contact(K, H, -5e-6, theta)
        assert abs(line.moment) < 0.5 * H * line.force


def test_force_and_moment_are_slopes_of_the_energy():
    for gap, theta in ((-5e-6, 1e-3), (-5e-6, 1e-2), (3e-6, -5e-3)):
        line = line_contact(K, H, gap, theta)
        deep = [line_contact(K, H, gap + w, theta).energy for w in (1e-10, -1e-10)]
        turned = [line_contact(K, H, gap, theta + w).energy for w in (1e-8, -1e-8)]
        assert line.force == pytest.approx(-(deep[0] - deep[1]) / 2e-10, rel=1e-5)
        assert line.moment == pytest.approx(-(turned[0] - turned[1]) / 2e-8, rel=1e-5)
