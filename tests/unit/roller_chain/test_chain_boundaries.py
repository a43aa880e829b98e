"""Speeds and torques over time, rollers on rails, gaps as drawn."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from chain_drives import changed, job_of, run_samples

from catena.chain.samples import R_SPEED, R_TORQUE, TIME
from catena.drives.loading import spec_from
from catena.errors import SpecError

needs_kernels = pytest.mark.skipif(
    numba.config.DISABLE_JIT, reason="too long without compilation"
)


@needs_kernels
def test_speed_and_torque_follow_their_histories() -> None:
    speeds, torques = [(0.0, 20.0), (0.05, 20.0), (0.1, 40.0)], [(0.0, 0.0), (0.1, 3.0)]
    data = changed()
    data["sprocket"][0]["boundary"] |= {"history": speeds}
    data["sprocket"][1]["boundary"] |= {"history": torques}
    samples = run_samples(data, 0.12)
    t = samples.total[:, TIME]
    wanted = np.interp(t, *np.array(speeds).T)
    assert samples.rotor[:, R_SPEED, 0] == pytest.approx(wanted, abs=0.01)
    braking = -9.0 - np.interp(t, *np.array(torques).T)
    assert samples.rotor[:, R_TORQUE, 1] == pytest.approx(braking, abs=1e-6)


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"history": [(0.1, 5.0)]}, "must begin with 0 and rise"),
        (
            {"history": [(0.0, 5.0)], "run_up": 50.0},
            "leaves no room for ramp or run_up",
        ),
        ({"history": [(0.0, -5.0)]}, "never be below 0"),
    ],
)
def test_a_history_that_cannot_be_followed_is_refused(
    told: dict[str, object], words: str
) -> None:
    boundary = {"kind": "speed", "speed": 30.0, **told}
    with pytest.raises(SpecError, match=words):
        spec_from(changed(sprocket__0__boundary=boundary))


def test_rails_may_carry_rollers_instead_of_plates() -> None:
    on_plates = job_of(changed()).system.laws.offset
    on_rollers = job_of(changed(contact__rail={"on": "rollers"})).system.laws.offset
    assert on_plates == pytest.approx(0.5 * 12.065e-3)
    assert on_rollers == pytest.approx(0.5 * 7.925e-3)


def test_a_gap_may_be_drawn() -> None:
    """A wide V: sideways and above the pitch circle, up to the middle of the tooth."""
    form = {"kind": "drawn", "points": [(0.0, -4.2e-3), (2e-3, -3.8e-3), (7e-3, 4e-3)]}
    job = job_of(changed(sprocket__1__tooth_form=form))
    profile = job.placed.profiles[1]
    assert profile.name == "of the user"
    assert profile.root_radius == pytest.approx(profile.pitch_radius - 4.2e-3)
    with pytest.raises(SpecError, match="points belong to kind"):
        spec_from(changed(sprocket__1__tooth_form={"kind": "drawn"}))
