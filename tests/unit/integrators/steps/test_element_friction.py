"""Friction between neighbouring elements, in the plane and in space."""

import numpy as np
import pytest
from tests.unit.integrators.steps.belts import drive, elements, running
from tests.unit.integrators.steps.spatial_belts import (
    ELEMENTS,
    advanced,
    shaken,
    spatial_drive,
)

from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.build import build
from catena.integrators.steps.pushbelt_samples import Total
from catena.integrators.steps.pushbelt_sampling import take_losses
from catena.integrators.steps.pushbelt_tables import LOSS_PLACES, LOSSES, Group
from catena.integrators.steps.spatial_pushbelt_limit import spatial_forces
from catena.integrators.steps.spatial_pushbelt_tables import (
    SPATIAL_LOSS_PLACES,
    SPATIAL_LOSSES,
    SpatialGroup,
    spatial_work_for,
)
from catena.numerics.rotations import to_body
from catena.tables.state import Cause

STEP = 2e-6
ROUGH = {"friction": {"element": 0.1}}


def rough_belt():
    return running(job=build(spec_from(drive(**ROUGH))), steps=3000)


def rough_job():
    return build(spec_from(spatial_drive(**ROUGH)))


def test_neighbours_stick_or_slide_against_their_bound():
    system, state, work = rough_belt()
    u, rows = elements(system, state.u), work.edges
    P, bound = state.memory.P_edge, rows.bound
    a, b = u[:, rows.a], u[:, rows.b]
    slip = -rows.n_y * (a[0] - b[0]) + rows.n_x * (a[1] - b[1])
    slip += rows.a_t * a[2] - rows.b_t * b[2]
    tried = np.clip(P + rows.mass * slip, -bound, bound)
    assert np.abs(tried - P).max() / STEP < 0.5  # sweeps end at changes of 0.1 N
    held = np.abs(P) < 0.99 * bound
    assert np.sum(held) > 20
    assert np.sum(~held & (bound > 0.0)) > 5


def test_the_ledger_counts_what_neighbours_rub_off():
    _, state, _ = rough_belt()
    assert state.ledger.loss[Group.ELEMENT, Cause.COULOMB] > 1e-4
    smooth = running(steps=3000)[1]
    assert smooth.ledger.loss[Group.ELEMENT, Cause.COULOMB] == 0.0


def test_rows_in_space_move_with_the_touching_points():
    """Directions against the velocities of both bodies at the point they touch."""
    made = rough_job()
    system = made.systems[1]
    state, work = shaken(system, made.starts[1]), spatial_work_for(system)
    spatial_forces(system, state, work)
    rng = np.random.default_rng(3)
    u = rng.standard_normal((ELEMENTS, 6))
    q, R = state.q[: 7 * ELEMENTS].reshape(ELEMENTS, 7), work.R
    plane = system.faces.plane
    for i in (0, 1, 36, 37, 2 * ELEMENTS - 1):
        row = work.edges.row[i]
        a, b = int(row.a), int(row.b)
        A, B = R[a].reshape(3, 3), R[b].reshape(3, 3)
        tau = np.array(to_body(R, b, *A[:, 0]))
        lean = plane.r_rock * tau[:2] / np.hypot(*tau[:2])
        low = tau[1] <= 0.0
        p = np.array(
            [plane.front, plane.b_rock, (2 * (i % 2) - 1) * system.faces.z_rock]
        )
        if low:
            p[:2] = np.array([plane.front - plane.r_rock, plane.b_rock]) + lean
        point = q[b, :3] + B @ p
        v_b = u[b, :3] + np.cross(B @ u[b, 3:], point - q[b, :3])
        v_a = u[a, :3] + np.cross(A @ u[a, 3:], point - q[a, :3])
        for e in range(2):
            found = work.edges.J[i, e, :6] @ u[a] + work.edges.J[i, e, 6:] @ u[b]
            assert found == pytest.approx(A[:, 1 + e] @ (v_a - v_b), abs=1e-12)


def test_in_space_the_law_holds_and_symmetry_stays():
    made = rough_job()
    state, work, samples = advanced(made, 1500)
    rows, P = work.edges.row, state.memory.P_edge
    assert np.all(np.hypot(*P.T) <= rows.bound * (1.0 + 1e-12))
    assert np.hypot(*P.T).max() > 1.0 * STEP
    assert not P[:, 1].any()
    assert np.array_equal(P[0::2], P[1::2])
    assert not state.q[: 7 * ELEMENTS].reshape(ELEMENTS, 7)[:, [2, 4, 5]].any()
    begin = state
    end, _, last = advanced(made, 1000, begin)
    gained = last.total[-1, Total.STORED] - samples.total[-1, Total.STORED]
    put_in = end.ledger.input_work.sum() - begin.ledger.input_work.sum()
    lost = end.ledger.loss.sum() - begin.ledger.loss.sum()
    assert put_in - lost == pytest.approx(gained, abs=0.005 * lost)
    assert end.ledger.loss[SpatialGroup.ELEMENT, Cause.COULOMB] > 0.0
    named = zip(SPATIAL_LOSSES, last.loss[-1], strict=True)
    assert all(lost == end.ledger.loss[g, cause] for (_, g, cause), lost in named)


@pytest.mark.parametrize("losses", [LOSSES, SPATIAL_LOSSES])
def test_a_run_records_every_loss_under_its_name(losses):
    """Each entry of a ledger that something is booked to, once and in its place."""
    groups = 1 + max(group for _, group, _ in losses)
    loss, out = np.arange(1.0, 1.0 + groups * len(Cause)), np.zeros(len(losses))
    loss = loss.reshape(groups, len(Cause))
    places = LOSS_PLACES if losses is LOSSES else SPATIAL_LOSS_PLACES
    take_losses(loss, places, out)
    assert list(out) == [loss[group, cause] for _, group, cause in losses]
    assert len({(group, cause) for _, group, cause in losses}) == len(losses)
