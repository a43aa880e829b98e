"""Time steps of a belt: friction, energy, drift, resumption, stability."""

from copy import deepcopy

import numpy as np
import pytest
from tests.unit.integrators.steps.belts import (
    drive,
    elements,
    pulleys,
    ring,
    running,
    same_bits,
)

from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.build import build
from catena.integrators.steps.pulley_samples import Account, Pulley
from catena.integrators.steps.pushbelt import advance
from catena.integrators.steps.pushbelt_limit import step_limit
from catena.integrators.steps.pushbelt_samples import Total, empty_samples
from catena.integrators.steps.pushbelt_tables import Trouble, work_for
from catena.rows.saddle import saddle_slip

STEP = 2e-6


def flank_slips(system, state, work):
    """Slip of every flank row along and outwards, from the velocities of all bodies."""
    rows = work.flanks[: work.row_count[0]]
    v_x, v_y, w = elements(system, state.u)[:, rows.a]
    turn, groove, s_x, s_y = pulleys(system, state.u)[:, rows.b]
    along = rows.t_x * v_x + rows.t_y * v_y + rows.l_t * w - rows.rho * turn
    out = rows.g_x * v_x + rows.g_y * v_y + rows.l_g * w
    out -= rows.z * groove + rows.s_x * s_x + rows.s_y * s_y
    return rows, state.memory.P_flank[rows.slot], np.column_stack([along, out])


@pytest.mark.parametrize("sheaves", ["rigid", "tilting", "coupled"])
def test_friction_satisfies_its_law(sheaves):
    system, state, work = running(sheaves)
    rows, la, slip = flank_slips(system, state, work)
    bound = rows.bound
    assert np.all(np.hypot(*la.T) <= bound * (1.0 + 1e-12))
    tried = la - rows.mass[:, None] * slip
    size = np.hypot(*tried.T)
    shrink = np.where(size > bound, bound / np.maximum(size, 1e-300), 1.0)
    residual = np.abs(shrink[:, None] * tried - la).max() / STEP
    assert residual < 0.5  # sweeps end when forces change by 0.1 N
    u, v, saddles = elements(system, state.u), ring(system, state.u), work.saddles
    for k in range(system.elements):
        b, P = saddles[k].bound, state.memory.P_saddle[k]
        tried = P - saddles[k].mass * saddle_slip(saddles, k, u, v)
        assert abs(np.clip(tried, -b, b) - P) / STEP < 0.5


@pytest.mark.parametrize("sheaves", ["rigid", "tilting", "coupled"])
def test_the_ledger_closes(sheaves):
    system, state, work = running(sheaves, steps=4000)
    samples = empty_samples(600, 1, system)
    assert advance(system, state, work, STEP, 10, samples)[0] == Trouble.NONE
    put_in = np.ptp(samples.pulley[:, [Pulley.WORK, Pulley.WORK_Z]], axis=0)
    change = (
        samples.pulley[-1, [Pulley.WORK, Pulley.WORK_Z]]
        - samples.pulley[0, [Pulley.WORK, Pulley.WORK_Z]]
    )
    lost = samples.loss[-1] - samples.loss[0]
    stored = samples.total[-1, Total.STORED] - samples.total[0, Total.STORED]
    assert lost.min() >= 0.0
    assert abs(change.sum() - lost.sum() - stored) < 1e-3 * put_in.max()


def test_a_driving_torque_turns_the_primary_pulley():
    """J dw/dt = M + the torque of the belt, over a stretch of time."""
    boundary = {"primary_torque": "80 N m", "primary_speed": None}
    start = {"primary_speed": "2000 rpm"}
    job = build(spec_from(drive("rigid", boundary=boundary, start=start)))
    system, state, work = running(job=job, steps=500)
    samples = empty_samples(100, 1, system)
    before = deepcopy(state)
    assert advance(system, state, work, STEP, 10, samples)[0] == Trouble.NONE
    seconds = 1000 * STEP
    gain = (state.u - before.u)[3 * system.elements]
    torque = 80.0 + samples.pulley[:, Pulley.TORQUE, 0].mean()
    assert abs(gain) > 0.1
    assert system.M[3 * system.elements] * gain / seconds == pytest.approx(torque)
    put_in = (state.ledger.input_work - before.ledger.input_work)[Account.SHAFT]
    turned = (state.q - before.q)[3 * system.elements]
    assert put_in == pytest.approx(80.0 * turned, rel=1e-4)


def test_stuck_flanks_do_not_creep_outwards():
    """Directions at the step's start would let them drift by r w^2 dt / 2."""
    slow = {"secondary_torque": "5 N m", "secondary_force": "20000 N"}
    job = build(spec_from(drive("rigid", boundary=slow)))
    system, state, work = running(job=job, steps=6000)
    rows, la, _ = flank_slips(system, state, work)
    # outwards by the sheave: the rate of the radius of a stuck flank
    stuck = np.hypot(*la.T) < 0.9 * rows.bound
    before = dict(zip(rows.slot[stuck], rows.rho[stuck], strict=True))
    steps = 200
    advance(system, state, work, STEP, steps, empty_samples(1, 1, system))
    rows, la, _ = flank_slips(system, state, work)
    still = np.hypot(*la.T) < 0.9 * rows.bound
    rates = [
        (row.rho - before[row.slot]) / (steps * STEP)
        for row in rows[still]
        if row.slot in before
    ]
    drift = 0.055 * pulleys(system, state.u)[0, 0] ** 2 * STEP / 2.0
    assert len(rates) > 10
    assert abs(np.median(rates)) < 0.05 * drift


def test_a_continued_run_gives_the_same_bits():
    system, state, work = running("coupled", steps=500)
    again = deepcopy(state)
    samples, others = empty_samples(20, 2, system), empty_samples(20, 2, system)
    advance(system, state, work, STEP, 10, samples)
    fresh = work_for(system)
    advance(system, again, fresh, STEP, 10, others)
    assert same_bits(state, again)
    assert np.array_equal(samples.element, others.element)
    assert np.array_equal(samples.pulley, others.pulley)


def test_the_stable_step_is_where_the_belt_diverges():
    fine = {"span_count": 110, "damping_time": 0.0}
    job = build(spec_from(drive("rigid", ring=fine, solve={"step": "1 us"})))
    limit = step_limit(job.system, job.start).step

    def energy(step):
        state = deepcopy(job.start)
        ring(job.system, state.q)[0, ::2] += 1e-9  # something to grow from
        work = work_for(job.system)
        samples = empty_samples(40, 1, job.system)
        trouble, rows = advance(job.system, state, work, step, 20, samples)
        return trouble, samples.total[max(rows - 1, 0), Total.STORED]

    assert energy(0.95 * limit)[0] == Trouble.NONE
    trouble, stored = energy(1.1 * limit)
    assert trouble != Trouble.NONE or stored > 2.0 * energy(0.5 * limit)[1]
