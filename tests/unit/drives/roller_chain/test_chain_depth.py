"""A failed check of penetration names bodies and time, which records bear out."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from chain_drives import changed
from test_chain_job import GUIDED

from catena.drives.loading import spec_from
from catena.drives.running import simulate

pytestmark = pytest.mark.skipif(
    numba.config.DISABLE_JIT, reason="too long without compilation"
)


def told(run):
    (check,) = [c for c in run.outcome.checks if c.name == "penetration"]
    warnings = [w for w in run.outcome.warnings if "enter each other" in w]
    return check, warnings


def deepest_record(run):
    """First record of the largest depth, as the time in the note has it."""
    depth = run.read("penetration")
    row = int(np.argmax(depth == depth.max()))
    return row, f"near {run.read('time')[row]:.4g} s"


def test_a_soft_rail_is_named_with_its_link_and_time() -> None:
    soft = changed(GUIDED, contact__rail={"stiffness": 1e4, "damping": 2.0})
    run = simulate(spec_from(soft))
    check, (warning,) = told(run)
    row, when = deepest_record(run)
    link = int(np.argmax(run.read("rail_force")[row])) + 1
    assert not check.ok
    where = f"plates at the rear joint of link {link} into guide 'tension guide' {when}"
    assert check.note.startswith(f"{where}: {1e3 * run.read('penetration')[-1]:.3g} mm")
    assert where in warning
    assert warning.endswith("or a rail that the chain meets smoothly")
    assert "contact.rail.stiffness" in warning


def test_soft_teeth_are_named_by_their_sprocket() -> None:
    """Rollers of the tight strand press hardest on the teeth they run onto or leave."""
    soft = changed(GUIDED, contact__tooth__stiffness=2e5, contact__tooth__damping=50.0)
    run = simulate(spec_from(soft))
    check, (warning,) = told(run)
    row, when = deepest_record(run)
    force = run.read("roller_force")[row]
    link = int(np.argmax(force)) + 1
    assert not check.ok
    wheel = _wheel_of(run, row, link)
    where = f"roller of link {link} into the teeth of {wheel!r} {when}"
    assert check.note.startswith(where)
    assert "contact.tooth.stiffness" in warning


def _wheel_of(run, row: int, link: int) -> str:
    """The sprocket on which the roller lies in the nearest frame."""
    frame = int(np.argmin(np.abs(run.read("frame_time") - run.read("time")[row])))
    x = float(run.read("frame_pin_x")[frame, link - 1])
    return "driver" if x < 0.127 else "driven"


def test_what_is_shallow_names_nobody() -> None:
    check, warnings = told(simulate(spec_from(GUIDED)))
    assert check.ok
    assert "near" not in check.note
    assert warnings == []
