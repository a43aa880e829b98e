"""Laws of all kinds in one problem: each row obeys its own."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from catena.codes import FrictionLaw, NormalLaw, Status
from catena.rows.listed import fill_friction_bounds
from catena.solvers.sweeps.dense_rows import friction_rows
from catena.solvers.sweeps.percussions import solve_percussions
from catena.solvers.sweeps.work import percussion_work
from catena.tables.contacts import PercussionOptions, solver_report

KINDS = (
    NormalLaw.NONE,
    NormalLaw.GIVEN,
    NormalLaw.UNILATERAL_NEWTON,
    NormalLaw.UNILATERAL_MOREAU,
    NormalLaw.BILATERAL,
    NormalLaw.SPRING_DAMPER,
)
CLOSE = 1e-7


@settings(max_examples=500)
@given(
    st.integers(0, 2**32 - 1),
    st.lists(st.sampled_from(KINDS), min_size=1, max_size=6),
    st.floats(0.0, 0.6),
    st.sampled_from([2, 3]),
    st.booleans(),
)
def test_every_row_obeys_its_own_law(seed, laws, mu, size, breakaway):
    rng = np.random.default_rng(seed)
    n = len(laws)
    A = rng.normal(size=(size * n, size * n + 3))
    G = A @ A.T / size + np.eye(size * n)
    rows, u = friction_rows(G, np.full(n, mu)), rng.normal(size=size * n)
    rows.law_N[:] = laws
    rows.la_N[:] = rng.uniform(0.0, 2.0, n)
    rows.par_T[:, 1] = 0.2 if breakaway else 0.0
    rows.law_T[rng.integers(0, n)] = FrictionLaw.NONE
    fill_friction_bounds(rows, 1.0)
    report = solver_report()
    work = percussion_work(n, size - 1, size * n)
    status = solve_percussions(
        rows, u, work, PercussionOptions(1e-12, 1e-14, 20_000), report
    )
    assert status == Status.OK
    for i, law in enumerate(laws):
        check_normal(law, rows.P_N[i], u[size * i])
        if rows.law_T[i] == FrictionLaw.NONE:
            assert np.all(rows.P_T[i] == 0.0)
        else:
            known = law in (NormalLaw.GIVEN, NormalLaw.SPRING_DAMPER)
            bound = mu * (rows.la_N[i] if known else abs(rows.P_N[i]))
            sliding = u[size * i + 1 : size * (i + 1)]
            check_friction(rows.P_T[i], sliding, bound + rows.par_T[i, 1])


def check_normal(law: NormalLaw, P: float, gap_rate: float) -> None:
    if law in (NormalLaw.UNILATERAL_NEWTON, NormalLaw.UNILATERAL_MOREAU):
        assert P >= 0.0
        assert gap_rate >= -CLOSE
        assert abs(P * gap_rate) <= CLOSE
    elif law == NormalLaw.BILATERAL:
        assert abs(gap_rate) <= CLOSE
    else:
        assert P == 0.0


def check_friction(P: np.ndarray, sliding: np.ndarray, bound: float) -> None:
    size, speed = np.linalg.norm(P), np.linalg.norm(sliding)
    assert size <= bound + CLOSE
    assert abs(P @ sliding + bound * speed) <= CLOSE * (1.0 + bound)
