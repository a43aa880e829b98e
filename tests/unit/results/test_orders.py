"""Orders over the angle of a shaft stay sharp while its speed changes."""

import numpy as np
import pytest

from catena.results.orders import orders_over_speed, turns_of

RATE = 20_000.0


def run_up(first: float, last: float, seconds: float):
    """Time and angle of a shaft whose speed [turns/s] rises evenly."""
    time = np.arange(0.0, seconds, 1.0 / RATE)
    turned = first * time + 0.5 * (last - first) / seconds * time**2
    return time, 2.0 * np.pi * turned


def test_an_order_of_a_run_up_is_one_line():
    _, angle = run_up(5.0, 50.0, 1.0)
    turns = turns_of(angle, 4)
    found = turns.spectrum(7.0 + 3.0 * np.cos(6.0 * angle + 0.4))
    line = int(np.argmax(found.amplitude))
    assert turns.whole == 27
    assert found.frequency[line] == pytest.approx(6.0)
    assert found.amplitude[line] == pytest.approx(3.0, rel=1e-3)
    assert np.delete(found.amplitude, line).max() < 1e-2


def test_an_order_that_grows_with_the_speed_is_followed():
    time, angle = run_up(20.0, 50.0, 4.0)
    speed = np.gradient(angle, time)
    found = orders_over_speed(
        turns_of(angle, 6), time, speed * np.cos(2.5 * angle) + np.sin(6.0 * angle)
    )
    assert [found.order[i] for i in found.strongest(2)] == [2.5, 6.0]
    column = list(found.order).index(2.5)
    assert (np.diff(found.speed) > 0.0).all()
    assert found.amplitude[:, column] == pytest.approx(found.speed, rel=0.02)


@pytest.mark.parametrize(
    "angle",
    [np.zeros(100), np.linspace(0.0, 8.0, 100), np.linspace(0.0, 400.0, 100),
     -np.linspace(0.0, 50.0, 5000)],
    ids=["stands", "one turn", "coarse", "backwards"],
)  # fmt: skip
def test_few_turns_have_no_orders(angle):
    assert turns_of(angle, 2) is None


def test_gaps_in_a_signal_are_bridged_and_nothing_has_no_spectrum():
    _, angle = run_up(20.0, 20.0, 0.5)
    turns, signal = turns_of(angle, 2), np.cos(4.0 * angle)
    signal[300:305] = np.nan
    assert turns.spectrum(signal).amplitude.max() == pytest.approx(1.0, rel=1e-3)
    assert turns.spectrum(np.full_like(signal, np.nan)) is None
