"""Time steps of a belt: friction, energy, drift, resumption, stability."""

from copy import deepcopy

import numpy as np
import pytest
from tests.unit.pushbelt.belts import drive, running, same_bits

import catena.pushbelt.tables as at
from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.build import build
from catena.laws.maxwell_coupled import fill_sheave_factor
from catena.pushbelt.coupled_sheaves import solve_coupled
from catena.pushbelt.flanks import find_flanks
from catena.pushbelt.friction import saddle_slip
from catena.pushbelt.samples import (
    P_TORQUE,
    P_WORK,
    P_WORK_Z,
    STORED,
    empty_samples,
)
from catena.pushbelt.scratch import work_for
from catena.pushbelt.stability import step_limit
from catena.pushbelt.step import advance
from catena.solvers.maxwell import low_rank_work, solve_maxwell_low_rank

STEP = 2e-6


def flank_slips(state, work):
    """Slip of every flank row along and outwards, from the velocities of all bodies."""
    count = work.counter[at.COUNT]
    rows, code = work.flank[:count], work.flank_code[:count]
    element = state.element[[at.VX, at.VY, at.W]][:, code[:, at.ELEMENT]].T
    turn = state.pulley[:, code[:, at.PULLEY]]
    sheave = turn[[at.VZ, at.VTX, at.VTY]].T
    along = (rows[:, [at.F_TX, at.F_TY, at.F_LT]] * element).sum(axis=1)
    along -= rows[:, at.F_RHO] * turn[at.OM]
    out = (rows[:, [at.F_GX, at.F_GY, at.F_LG]] * element).sum(axis=1)
    out -= (rows[:, [at.F_Z, at.F_SX, at.F_SY]] * sheave).sum(axis=1)
    return rows, state.la_flank[code[:, at.SLOT]], np.column_stack([along, out])


@pytest.mark.parametrize("sheaves", ["rigid", "tilting", "coupled"])
def test_friction_satisfies_its_law(sheaves):
    _, state, work = running(sheaves)
    rows, la, slip = flank_slips(state, work)
    bound = rows[:, at.F_BOUND]
    assert np.all(np.hypot(*la.T) <= bound * (1.0 + 1e-12))
    tried = la - rows[:, [at.F_STEP]] * slip
    size = np.hypot(*tried.T)
    shrink = np.where(size > bound, bound / np.maximum(size, 1e-300), 1.0)
    residual = np.abs(shrink[:, None] * tried - la).max() / STEP
    assert residual < 0.5  # sweeps end when forces change by 0.1 N
    m = state.ring.shape[1]
    for k in range(state.element.shape[1]):
        b = work.saddle[k, at.L_BOUND]
        v = saddle_slip(state.element, state.ring, work.saddle, work.span[k], m, k)
        tried = state.la_saddle[k] - work.saddle[k, at.L_STEP] * v
        assert abs(np.clip(tried, -b, b) - state.la_saddle[k]) / STEP < 0.5


@pytest.mark.parametrize("sheaves", ["rigid", "tilting", "coupled"])
def test_the_ledger_closes(sheaves):
    system, state, work = running(sheaves, steps=4000)
    samples = empty_samples(600, 1, state)
    assert advance(system, state, work, STEP, 10, samples)[0] == at.Trouble.NONE
    put_in = np.ptp(samples.pulley[:, [P_WORK, P_WORK_Z]], axis=0)
    change = (
        samples.pulley[-1, [P_WORK, P_WORK_Z]] - samples.pulley[0, [P_WORK, P_WORK_Z]]
    )
    lost = samples.loss[-1] - samples.loss[0]
    stored = samples.total[-1, STORED] - samples.total[0, STORED]
    assert lost.min() >= 0.0
    assert abs(change.sum() - lost.sum() - stored) < 1e-3 * put_in.max()


def test_a_driving_torque_turns_the_primary_pulley():
    """J dw/dt = M + the torque of the belt, over a stretch of time."""
    boundary = {"primary_torque": "80 N m", "primary_speed": None}
    start = {"primary_speed": "2000 rpm"}
    job = build(spec_from(drive("rigid", boundary=boundary, start=start)))
    system, state, work = running(job=job, steps=500)
    samples = empty_samples(100, 1, state)
    before = state.pulley.copy()
    assert advance(system, state, work, STEP, 10, samples)[0] == at.Trouble.NONE
    seconds = 1000 * STEP
    gain = state.pulley[at.OM, 0] - before[at.OM, 0]
    torque = 80.0 + samples.pulley[:, P_TORQUE, 0].mean()
    assert abs(gain) > 0.1
    assert system.pulley[at.INERTIA, 0] * gain / seconds == pytest.approx(torque)
    put_in = state.pulley[at.WORK, 0] - before[at.WORK, 0]
    turned = state.pulley[at.PHI, 0] - before[at.PHI, 0]
    assert put_in == pytest.approx(80.0 * turned, rel=1e-4)


def test_stuck_flanks_do_not_creep_outwards():
    """Directions at the step's start would let them drift by r w^2 dt / 2."""
    slow = {"secondary_torque": "5 N m", "secondary_force": "20000 N"}
    job = build(spec_from(drive("rigid", boundary=slow)))
    system, state, work = running(job=job, steps=6000)
    rows, la, _ = flank_slips(state, work)
    slots = work.flank_code[: len(rows), at.SLOT]
    # outwards by the sheave: the rate of the radius of a stuck flank
    stuck = np.hypot(*la.T) < 0.9 * rows[:, at.F_BOUND]
    before = dict(zip(slots[stuck], rows[stuck, at.F_RHO], strict=True))
    steps = 200
    advance(system, state, work, STEP, steps, empty_samples(1, 1, state))
    rows, la, _ = flank_slips(state, work)
    slots = work.flank_code[: len(rows), at.SLOT]
    still = np.hypot(*la.T) < 0.9 * rows[:, at.F_BOUND]
    rates = [
        (row[at.F_RHO] - before[slot]) / (steps * STEP)
        for row, slot in zip(rows[still], slots[still], strict=True)
        if slot in before
    ]
    drift = 0.055 * state.pulley[at.OM, 0] ** 2 * STEP / 2.0
    assert len(rates) > 10
    assert abs(np.median(rates)) < 0.05 * drift


def test_a_continued_run_gives_the_same_bits():
    system, state, work = running("coupled", steps=500)
    again = deepcopy(state)
    samples, others = empty_samples(20, 2, state), empty_samples(20, 2, state)
    advance(system, state, work, STEP, 10, samples)
    fresh = work_for(system, again)
    advance(system, again, fresh, STEP, 10, others)
    assert same_bits(state, again)
    assert np.array_equal(samples.element, others.element)
    assert np.array_equal(samples.pulley, others.pulley)


def test_coupled_sheaves_agree_with_the_general_solver():
    system, state, work = running("coupled", steps=300)
    state.closed[:] = 0
    find_flanks(
        system.laws, system.flank_a, system.pulley, state.element, state.pulley,
        work.flank, work.flank_code, work.g_rigid, work.counter,
    )  # fmt: skip
    assert solve_coupled(system, state, work)
    for p in range(2):
        here = np.flatnonzero(work.flank_code[: work.counter[at.COUNT], at.PULLEY] == p)
        place = np.arctan2(work.flank[here, at.F_DY], work.flank[here, at.F_DX])
        factor = np.zeros((here.size, 2 * system.influence.shape[1] - 1))
        radial = np.polynomial.polynomial.polyval(
            work.flank[here, at.F_RHO], system.radial[p]
        )
        fill_sheave_factor(
            place, radial, system.influence[p] ** 2, system.laws.cos_wedge, factor
        )
        la, g = np.zeros(here.size), np.zeros(here.size)
        status, _ = solve_maxwell_low_rank(
            np.full(here.size, 1.0 / system.laws.k_flank), factor,
            work.g_rigid[here], la, g, np.zeros(here.size, dtype=np.int64),
            low_rank_work(factor.shape[1]), 200,
        )  # fmt: skip
        assert status == 0
        assert work.la[here] == pytest.approx(la, abs=1e-9 * la.max())
        assert np.count_nonzero(la) > 20


def test_the_stable_step_is_where_the_belt_diverges():
    fine = {"span_count": 110, "damping_time": 0.0}
    job = build(spec_from(drive("rigid", ring=fine, solve={"step": "1 us"})))
    limit = step_limit(job.system, job.start).step

    def energy(step):
        state = deepcopy(job.start)
        state.ring[0, ::2] += 1e-9  # something to grow from
        work = work_for(job.system, state)
        samples = empty_samples(40, 1, state)
        trouble, rows = advance(job.system, state, work, step, 20, samples)
        return trouble, samples.total[max(rows - 1, 0), STORED]

    assert energy(0.95 * limit)[0] == at.Trouble.NONE
    trouble, stored = energy(1.1 * limit)
    assert trouble != at.Trouble.NONE or stored > 2.0 * energy(0.5 * limit)[1]
