"""Percussions that wedge: large ones that cancel must not excuse a large residual."""

import numpy as np
import pytest
from tests.plain import plain

from catena.solvers.direct.wedging import WEDGE, is_wedged
from catena.solvers.sweeps.work import percussion_work
from catena.tables.contacts import PercussionOptions, empty_rows, solver_report

pytestmark = plain

OPTIONS = PercussionOptions(relative_tolerance=1e-3, absolute_tolerance=1e-6)
MASS = np.array([2.0, 2.0])


def judged(residual, change, levers=1.0, tied=False):
    """One contact on a body of 2 kg whose velocity changed; as `is_wedged` sees it."""
    rows, report = empty_rows(1, 2, 1), solver_report()
    rows.dof[0] = 0, 1
    rows.W_N[0], rows.W_T[0, 0] = [levers, 0.0], [0.0, levers]
    rows.MiW_N[0], rows.MiW_T[0, 0] = [levers / 2.0, 0.0], [0.0, levers / 2.0]
    work = percussion_work(1, 1, 2, 2, n_r=1)
    work.listed[2 if tied else 0] = 1
    report.residual[0] = residual
    u_free, u = np.zeros(2), np.array(change)
    return is_wedged(rows, work, MASS, u_free, u, OPTIONS, report)


SHARE = OPTIONS.relative_tolerance * WEDGE


@pytest.mark.parametrize("tied", [False, True])
def test_what_moves_nothing_is_judged_by_its_residual(tied):
    assert judged(1e-2, [0.0, 0.0], tied=tied)
    assert not judged(0.5e-6, [0.0, 0.0], tied=tied)  # within the absolute tolerance


@pytest.mark.parametrize("axis", [0, 1])
def test_a_residual_may_be_a_share_of_what_moves_a_body(axis):
    """2 kg by 0.5 m/s are 1 N s, along the normal or the tangent."""
    change = [0.0, 0.0]
    change[axis] = 0.5
    assert not judged(0.9 * SHARE, change)
    assert judged(1.1 * SHARE + 1e-6, change)


def test_levers_count():
    """At a lever of 0.1 the same change of velocity took ten times the percussion."""
    residual = 5.0 * SHARE
    assert judged(residual, [0.5, 0.0], levers=1.0)
    assert not judged(residual, [0.5, 0.0], levers=0.1)
