"""An arm of a chain in space that oil, a stop or a ratchet holds."""

import numpy as np
import pytest
from tests.unit.bodies.spatial_toys import chain, random_state

from catena.couplings.tensioner import STOP_STIFFNESS, TENSIONER
from catena.integrators.spatial_explicit import advance_explicit
from catena.integrators.spatial_implicit import advance_spatial
from catena.numerics.records import table
from catena.solvers.spatial_work import explicit_work_for
from catena.tables.spatial import (
    ARM,
    friction_slots,
    state_for,
    work_for,
)

LEVER, PULL = 0.1, 5.0
"""Of the piston [m], and moment that pushes it in [N m]."""


def armed(**tensioner):
    """Loose links, and an arm whose spring pushes its piston in."""
    system = chain(wheels=0)
    row = {"dof": 0, "slot": 0, "lever": LEVER, "stop": 1.0, **tensioner}
    return system._replace(
        arm=table(ARM, 1, inertia=1e-3, preload=-PULL),
        tensioner=table(TENSIONER, 1, **row),
    )


def rested(system, out, time=0.1):
    """How far the piston is out after a while with drag, and the state [m]."""
    state = state_for(system, friction_slots(system))
    state.link_q[:] = random_state(system, 1).link_q
    state.border_q[0] = out / LEVER
    steps = round(time / 2e-5)
    assert advance_spatial(system, state, work_for(system), 2e-5, steps, 400.0) == 0
    return LEVER * state.border_q[0], state


def test_stop_holds_after_its_way():
    out, _ = rested(armed(stop=2e-3), 0.0)
    assert out == pytest.approx(-2e-3 - PULL / LEVER / STOP_STIFFNESS, rel=1e-5)


def test_ratchet_holds_from_its_last_tooth():
    """2.5 mm out on teeth of 1 mm: back to 0.4 mm behind the second."""
    out, state = rested(armed(ratchet=1e-3, stop=4e-4), 2.5e-3)
    assert state.pawl[0] == pytest.approx(2e-3)
    assert out == pytest.approx(2e-3 - 4e-4 - PULL / LEVER / STOP_STIFFNESS, rel=1e-5)


OIL = {"area": 1e-4, "leak": 2e-13, "volume": 1e-6, "bulk": 8e8, "relief": 1e8}


def sinking(system):
    """Speed of the piston once the pressure has built up, without drag [m/s]."""
    _, state = rested(system, 0.0, 0.05)
    before, work = state.border_q[0], work_for(system)
    assert advance_spatial(system, state, work, 2e-5, 1000, 0.0) == 0
    return LEVER * (state.border_q[0] - before) / 0.02, state


def test_oil_gives_way_through_its_leak():
    """The pressure carries the pull; the leak lets the piston sink."""
    speed, state = sinking(armed(**OIL))
    pressure = PULL / LEVER / OIL["area"]
    assert state.pressure[0] == pytest.approx(pressure, rel=1e-3)
    assert speed == pytest.approx(-OIL["leak"] * pressure / OIL["area"], rel=1e-2)


def test_explicit_steps_sink_alike():
    system = armed(**OIL)
    speed, state = sinking(system)
    before, work = state.border_q[0], work_for(system)
    more = explicit_work_for(system)
    assert advance_explicit(system, state, work, more, 1e-6, 5000, 0) == 0
    assert LEVER * (state.border_q[0] - before) / 5e-3 == pytest.approx(speed, rel=1e-2)
    assert np.isfinite(state.pressure).all()
