"""A force that acts for 1e-5 of the period is resolved, not answered with zero."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from catena.errors import InputError
from catena.periodic import from_callables, from_tables
from catena.periodic.narrow_pulses import pulse_edges
from catena.periodic.steady import Method, steady_state

DAMPING, STIFFNESS = 0.4, 90.0


def oscillator(force: Any, **options: Any) -> Any:
    parts = (lambda t: [[1.0]], lambda t: [[DAMPING]], lambda t: [[STIFFNESS]])
    return from_callables(1.0, *parts, force, **options)


def unit_impulse(width: float, at: float) -> Any:
    return lambda t: np.where(np.abs(t - at) < 0.5 * width, 1.0 / width, 0.0)[:, None]


def largest_after_unit_impulses() -> float:
    """Of the closed form: q = a e^(-d t) sin(w t + phase), kicked once per period."""
    d, w = 0.5 * DAMPING, np.sqrt(STIFFNESS - 0.25 * DAMPING**2)
    turn = np.exp(-d + 1j * w)
    t = np.linspace(0.0, 1.0, 200_001)
    return float(np.abs((np.exp((-d + 1j * w) * t) / (w * (1.0 - turn))).imag).max())


@pytest.mark.parametrize("width", [1e-5, 1e-4, 1.5e-3])
@pytest.mark.parametrize("at", [0.3337, 0.5, 0.2])
def test_an_impulse_is_met_wherever_it_acts(width: float, at: float) -> None:
    system = oscillator(unit_impulse(width, at))
    found = steady_state(system, Method(), 512)
    assert np.abs(found.q).max() == pytest.approx(
        largest_after_unit_impulses(), rel=2e-4
    )
    nearest = min(abs(edge - (at - 0.5 * width)) for edge in system.breaks)
    assert nearest < 1e-9


def impulses(width: float, moments: Sequence[float], sizes: Sequence[float]) -> Any:
    """Several in one period."""
    each = [unit_impulse(width, at) for at in moments]
    return lambda t: sum(s * one(t) for s, one in zip(sizes, each, strict=True))


def largest_after(moments: Sequence[float], sizes: Sequence[float]) -> float:
    """Of the closed form, one after the other."""
    d, w = 0.5 * DAMPING, np.sqrt(STIFFNESS - 0.25 * DAMPING**2)
    pole, t = -d + 1j * w, np.linspace(0.0, 1.0, 200_001)
    kicks = [
        s * np.exp(pole * ((t - at) % 1.0)) / (w * (1.0 - np.exp(pole)))
        for at, s in zip(moments, sizes, strict=True)
    ]
    return float(np.abs(sum(kicks).imag).max())


NEIGHBOURS = [0.33352, 0.3345, 0.33591]
"""In one of the 256 cells in which pulses are looked for."""
EVERYWHERE = [0.0137 + 0.9 * (k / 40) ** 1.3 for k in range(40)]


@pytest.mark.parametrize(
    ("moments", "sizes"),
    [
        (NEIGHBOURS, [1.0, 1.0, 1.0]),
        (NEIGHBOURS, [1.0, -2.0, 1.5]),
        (EVERYWHERE, [1.0] * 40),
        ([*EVERYWHERE, *NEIGHBOURS], [0.5] * 43),
    ],
)
def test_many_impulses_are_all_met(moments: list[float], sizes: list[float]) -> None:
    """Neighbours, and more of them than have a cell of their own."""
    found = steady_state(oscillator(impulses(1e-5, moments, sizes)), Method(), 512)
    assert np.abs(found.q).max() == pytest.approx(
        largest_after(moments, sizes), rel=3e-4
    )


def test_more_impulses_than_are_looked_after_are_named() -> None:
    force = impulses(1e-5, [(k + 0.4) / 300 for k in range(300)], [1.0] * 300)
    with pytest.raises(InputError, match=r"found 300 pulses .* State their ends as br"):
        oscillator(force)
    assert oscillator(force, smooth=True).breaks == ()
    stated = [(k + 0.4) / 300 + side for k in range(300) for side in (-5e-6, 5e-6)]
    assert oscillator(force, breaks=stated).breaks == tuple(stated)


def test_ripple_all_over_the_period_is_left_to_error_control() -> None:
    """Of many lengths; it has no baseline from which pulses rise."""
    for cycles in (100, 170, 300, 900, 5000):
        wave = oscillator(lambda t, n=cycles: np.sin(2 * np.pi * n * t)[:, None])
        assert wave.breaks == ()


def test_noise_is_not_refused() -> None:
    """Its few quiet cells with one loud sample get breaks, which do no harm."""
    draw = np.random.default_rng(5).standard_normal(4096)
    noise = oscillator(lambda t: draw[(4096 * np.asarray(t)).astype(int) % 4096, None])
    assert len(noise.breaks) < 400


@pytest.mark.parametrize("name", ["runge_kutta", "newmark"])
def test_other_methods_meet_it_too(name: str) -> None:
    system = oscillator(unit_impulse(1e-5, 0.3337))
    found = steady_state(system, Method(name, tolerance=1e-4), 256)
    expected = largest_after_unit_impulses()
    assert np.abs(found.q).max() == pytest.approx(expected, rel=1e-3)


def test_harmonics_say_that_they_cannot() -> None:
    system = oscillator(unit_impulse(1e-5, 0.3337))
    with pytest.raises(InputError, match="use the method 'gauss'"):
        steady_state(system, Method("harmonic_balance"), 256)


def test_smooth_courses_have_no_pulses() -> None:
    def force(t: Any) -> Any:
        return (np.sin(2 * np.pi * 40 * t) + 1e3 * np.cos(2 * np.pi * t))[:, None]

    assert oscillator(force).breaks == ()
    noise = oscillator(lambda t: (5.0 + 1e-15 * np.sin(1e6 * t))[:, None])
    assert noise.breaks == ()
    told = oscillator(unit_impulse(1e-5, 0.3), smooth=True)
    assert told.breaks == ()
    assert len(pulse_edges(1.0, told.sampler)) == 4


def test_one_sample_of_a_long_table_is_met() -> None:
    force = np.zeros((20_000, 1))
    force[6671] = 20_000.0
    system = from_tables(1.0, [[1.0]], [[DAMPING]], [[STIFFNESS]], force)
    found = np.abs(steady_state(system, Method(), 256).q).max()
    assert found == pytest.approx(largest_after_unit_impulses(), rel=2e-2)
