"""Even running: the map of one pitch, its fixed point, and what it refuses."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from chain_drives import changed, job_of

from catena.drives.roller_chain.pitch_symmetry import begin, pitches_alike
from catena.errors import InputError
from catena.periodic.shooting.fixed_point import mixed, steady_state

DAMPED = {
    "solve__step": 5e-6,
    "chain__uniform": True,
    "chain__damping": 200.0,
    "chain__joint": {"friction": 0.0, "damping": 5e-3},
    "contact__tooth": {"stiffness": 5e6, "damping": 400.0, "friction": 0.0},
    "sprocket__0__boundary": {"kind": "speed", "speed": "1500 rpm"},
}


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="too long without compilation")
def test_the_map_of_a_pitch_has_a_fixed_point() -> None:
    """Found from a short run; a plain continuation then stays there."""
    advance = begin(job_of(changed(**DAMPED)), 0.05)
    assert advance.period == pytest.approx(60.0 / 1500.0 / 24.0)
    found = steady_state(advance, most=150, memory=20, tolerance=1e-4)
    assert found.found
    numbers = found.numbers
    for _ in range(5):
        numbers = advance(numbers)
    assert np.sqrt(np.mean((numbers - found.numbers) ** 2)) < 1e-3


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="too long without compilation")
def test_axes_in_elastic_bearings_belong_to_the_map() -> None:
    """The map answers the same twice; a moved axis changes what it answers."""
    soft = {"stiffness": 2e6, "damping": 300.0, "mass": 0.5}
    job = job_of(changed(**DAMPED, sprocket__1__bearing=soft))
    advance = begin(job, 0.01)
    numbers = advance.numbers()
    assert np.array_equal(advance(numbers), advance(numbers))
    free = advance.symmetry.free.reshape(3, -1)
    assert free[:, :64].all()
    assert free[:, 65].all()  # the wheel in its bearing: x, y and angle
    moved = numbers.copy()
    moved[int(free[0, :65].sum())] += 10.0  # its x, by 10 um
    assert np.abs(advance(moved) - advance(numbers)).max() > 0.1


def test_bush_and_pin_links_need_two_pitches() -> None:
    job = job_of(changed(solve__start="path", solve__load_ramp=0.0))
    pair = begin(job, 0.0)
    assert pitches_alike(job.spec, 64) == 2
    assert pair.period == pytest.approx(2.0 / 120.0)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"sprocket__1__eccentricity": 1e-4}, "driven.eccentricity"),
        ({"chain__variation": {"pitch_error": 1e-5}}, "chain.variation"),
        ({"solve__load_ramp": 0.02}, "load_ramp"),
    ],
)
def test_unlike_pitches_are_refused(values: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        begin(job_of(changed(**values)), 0.0)


def test_mixing_solves_a_linear_problem_at_once() -> None:
    """Two numbers, three images: the fixed point of a linear map is exact."""
    matrix, shift = np.array([[0.9, 0.2], [-0.1, 0.8]]), np.array([1.0, 2.0])
    x, older = np.zeros(2), []
    for _ in range(3):
        image = matrix @ x + shift
        older.append((image, image - x))
        x = mixed(older)
    assert x == pytest.approx(np.linalg.solve(np.eye(2) - matrix, shift))
