"""No impact creates energy, friction never drives, nothing penetrates."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from catena.codes import FrictionLaw, NormalLaw, Status
from catena.laws.dispatch import friction_ratio
from catena.numerics.records import table
from catena.rows.listed import fill_row_velocities
from catena.solvers.direct.acceleration_lcp import energy_gain, solve_impact
from catena.solvers.sweeps.dense_rows import friction_rows
from catena.solvers.sweeps.percussions import solve_percussions
from catena.solvers.sweeps.work import percussion_work
from catena.tables.contacts import PercussionOptions, solver_report
from catena.tables.groups import GROUP

seeds = st.integers(0, 2**32 - 1)
counts = st.integers(1, 5)
restitutions = st.floats(0.0, 1.0)
OPTIONS = PercussionOptions(1e-12, 0.0, 20_000)


def random_contacts(seed: int, n: int, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Delassus matrix and relative velocities before the impact."""
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(size * n, size * n + 2))
    return A @ A.T + 0.1 * np.eye(size * n), rng.normal(size=size * n)


def impact(G, gamma, mu, e_N, e_T, law):
    """Percussions and velocities after, by the step solver."""
    size = gamma.size // mu.size
    rows, after = friction_rows(G, mu), gamma.copy()
    rows.law_N[:] = law
    rows.par_N[:, 0], rows.par_T[:, 2] = e_N, e_T
    fill_row_velocities(rows, rows.active, rows.n_active[0], gamma)
    work = percussion_work(mu.size, size - 1, gamma.size)
    status = solve_percussions(rows, after, work, OPTIONS, solver_report())
    assert status == Status.OK
    return np.column_stack([rows.P_N, rows.P_T]).ravel(), after


def relative_gain(G, gamma, P) -> float:
    energy = 0.5 * gamma @ np.linalg.solve(G, gamma)
    return energy_gain(G, gamma, P) / max(energy, 1e-9)


@settings(max_examples=500)
@given(seeds, counts, restitutions, st.sampled_from([2, 3]))
def test_frictionless_impact_creates_no_energy(seed, n, e, size):
    G, gamma = random_contacts(seed, n, size)
    P, _ = impact(G, gamma, np.zeros(n), e, 0.0, NormalLaw.UNILATERAL_MOREAU)
    assert relative_gain(G, gamma, P) <= 1e-8
    if e == 1.0:
        assert abs(relative_gain(G, gamma, P)) <= 1e-8


@settings(max_examples=500)
@given(seeds, counts, restitutions, st.floats(0.0, 1.0), st.sampled_from([2, 3]))
def test_impact_with_friction_and_equal_restitutions_creates_no_energy(
    seed, n, e, mu, size
):
    G, gamma = random_contacts(seed, n, size)
    P, _ = impact(G, gamma, np.full(n, mu), e, e, NormalLaw.UNILATERAL_MOREAU)
    assert relative_gain(G, gamma, P) <= 1e-8


@settings(max_examples=500)
@given(seeds, counts, st.floats(0.0, 1.0), st.sampled_from([2, 3]))
def test_plastic_impact_with_friction_creates_no_energy_and_closes(seed, n, mu, size):
    G, gamma = random_contacts(seed, n, size)
    P, after = impact(G, gamma, np.full(n, mu), 0.0, 0.0, NormalLaw.UNILATERAL_NEWTON)
    assert relative_gain(G, gamma, P) <= 1e-8
    assert np.all(after[::size] >= -1e-8)
    assert np.all(P[::size] >= 0.0)


@settings(max_examples=500)
@given(seeds, counts, restitutions, st.floats(0.0, 1.0), st.sampled_from([2, 3]))
def test_friction_never_drives(seed, n, e, mu, size):
    """The percussion of friction opposes the sliding it leaves, inside its cone."""
    G, gamma = random_contacts(seed, n, size)
    P, after = impact(G, gamma, np.full(n, mu), e, 0.0, NormalLaw.UNILATERAL_NEWTON)
    for i in range(n):
        tangent = slice(size * i + 1, size * (i + 1))
        size_of_P = np.linalg.norm(P[tangent])
        assert P[tangent] @ after[tangent] <= 1e-8
        assert size_of_P <= mu * P[size * i] * (1.0 + 1e-10) + 1e-14


@settings(max_examples=500)
@given(seeds, st.integers(1, 4), st.floats(0.0, 0.6), st.data())
def test_event_driven_impact_creates_no_energy_whatever_the_coefficients(
    seed, n, mu, data
):
    G, gamma = random_contacts(seed, n, 2)
    e_N = np.array([data.draw(restitutions) for _ in range(n)])
    found = solve_impact(G, gamma, np.full(n, mu), e_N, np.zeros(n))
    assert found.status is Status.OK
    assert relative_gain(G, gamma, found.forces) <= 1e-9
    assert np.all(found.normal >= -1e-12)
    assert np.all(np.abs(found.tangent) <= mu * found.normal + 1e-9)


@settings(max_examples=500)
@given(
    st.sampled_from([FrictionLaw.REGULARISED, FrictionLaw.STRIBECK]),
    st.floats(0.0, 100.0),
    st.floats(0.0, 1.0, allow_subnormal=False),
    st.floats(1e-6, 1.0),
)
def test_smooth_friction_resists_and_stays_below_its_coefficient(law, v, mu, v_eps):
    kinetic = mu if law == FrictionLaw.REGULARISED else 0.5 * mu
    numbers = {"mu": kinetic, "soft": v_eps, "mu_rest": mu, "fall": 0.1}
    ratio = friction_ratio(table(GROUP, 1, friction=int(law), **numbers), 0, v)
    assert ratio >= 0.0
    assert ratio * v <= mu * (1.0 + 1e-12)
