"""Pins of a spatial chain: strands that stick are solved at once, bounds are kept."""

import numpy as np
import pytest
from tests.plain import plain
from tests.unit.bodies.spatial_toys import chain, random_state

from catena.bodies.spatial_inverse import prepare_links, start_velocities
from catena.codes import FrictionLaw
from catena.numerics.rotations import quaternion_of
from catena.solvers.spatial_rows import solve_rows
from catena.solvers.spatial_work import explicit_work_for
from catena.tables.spatial import (
    friction_slots,
    state_for,
    work_for,
)

pytestmark = plain

DT, LINKS = 1e-6, 40


def rubbed(bound, law=FrictionLaw.COULOMB_DISC, slip=0.0, tilt=0.02):
    """A ring of links after friction of their pins alone: system, work, more, state.

    Bounds [N m] by joint; links tilted at random against the plane.
    """
    system, draws = chain(links=LINKS), np.random.default_rng(8)
    random = random_state(system, 8)
    state = state_for(system, friction_slots(system))
    turns = tilt * draws.normal(size=(LINKS, 3))
    axes = np.eye(3) - np.cross(np.eye(3)[None], turns[:, None, :])
    axes, _ = np.linalg.qr(axes)
    axes *= np.sign(np.einsum("nii->ni", axes))[:, None, :]
    state.link_q[:] = random.link_q
    state.link_q[:, 3:] = quaternion_of(axes)
    state.link_u[:] = random.link_u
    state.link_u[:, 3:] *= [0.02, 0.02, 1.0]
    work, more = work_for(system), explicit_work_for(system)
    prepare_links(system, state, work)
    start_velocities(state, work)
    work.rhs_link[:] = work.old_link
    R = work.R.reshape(-1, 3, 3)
    axis = np.einsum("nab,na->nb", R[system.joint.pin], R[system.joint.bush][:, :, 2])
    work.joint.row[:, 2::3] = axis
    work.joint.bound[:], work.joint.rubbing[:] = bound, slip
    work.found[0] = 0
    solve_rows(system, state, work, more, DT, int(law))
    w = work.rhs_link[:, 3:]
    turning = w[system.joint.bush][:, 2]
    turning = turning - np.einsum("na,na->n", axis, w[system.joint.pin])
    return turning, more.pin.P, state


@pytest.mark.parametrize("seed", range(5))
def test_pins_stick_or_slide_against_their_bounds(seed):
    bound = 10.0 ** np.random.default_rng(seed).uniform(-2.0, 1.5, LINKS)
    turning, P, state = rubbed(bound)
    sticking = np.abs(P) < (1.0 - 1e-12) * DT * bound
    assert 0 < sticking.sum() < LINKS
    assert np.abs(turning[sticking]).max() < 1e-3 * np.abs(turning).max()
    assert (P * turning)[~sticking].max() < 0.0
    assert np.abs(P).max() <= DT * bound.max()
    assert state.side[3] < 12  # sweeps; from pin to pin alone they would be hundreds
    assert state.side[4] == 0.0


def test_a_chain_whose_pins_all_stick_turns_as_one():
    """The same moment in all joints turns nothing: the system is singular."""
    turning, P, state = rubbed(1e3, tilt=0.0)
    assert np.abs(turning).max() < 1e-9
    assert np.abs(P).max() < 1e3 * DT
    assert state.side[3] <= 2


def test_the_softened_law_is_its_secant():
    slip = 10.0 ** np.random.default_rng(1).uniform(-3.0, 1.0, LINKS)
    turning, P, state = rubbed(1e-2, FrictionLaw.REGULARISED, slip)
    assert P == pytest.approx(-slip * DT * turning, abs=1e-4 * np.abs(P).max())
    assert state.side[3] <= 6
