"""Strands of sticking joints: one elimination for the rows of plane and space."""

import numpy as np
import pytest
from tests.plain import plain

from catena.numerics.records import table
from catena.rows.turn import TURN
from catena.solvers.spatial_work import pin_rows
from catena.solvers.strands import strand_gains

pytestmark = plain


@pytest.mark.parametrize("rows_of", [lambda n: table(TURN, n), pin_rows])
@pytest.mark.parametrize("first", [0, 3, 11])
@pytest.mark.parametrize("share", [0.5, 1.0])
def test_slip_of_sticking_joints_is_stopped(rows_of, first: int, share: float) -> None:
    """Gains against a dense solve of the joints that stick, in a closed chain."""
    n, draws = 12, np.random.default_rng(first)
    sticks = draws.random(n) < share
    rows = rows_of(n)
    rows.meeting[:] = draws.uniform(-1.0, 1.0, n)
    rows.pivot[:] = np.where(sticks, draws.uniform(2.5, 4.0, n), 0.0)
    slip = draws.normal(size=n)
    rows.rest[:] = slip
    G = np.diag(rows.pivot)
    for i in range(n):  # the first row meets the last one
        G[i, i - 1] = G[i - 1, i] = rows.meeting[i]
    strand_gains(rows, first)
    sticks[first] = False
    wanted = np.zeros(n)
    wanted[sticks] = np.linalg.solve(G[np.ix_(sticks, sticks)], -slip[sticks])
    assert rows.rest == pytest.approx(wanted, rel=1e-12, abs=1e-14)
