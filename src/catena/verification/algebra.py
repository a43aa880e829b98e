"""Contact algebra: classic LCPs, friction problems, Painleve's rod, Maxwell's beam."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import scipy.sparse
import scipy.sparse.linalg

from catena.codes import Status
from catena.laws.maxwell_coupled import cantilever_influence
from catena.motion import run
from catena.numerics.arrays import Floats
from catena.planar import Maxwell, PlanarSystem
from catena.solvers.direct.acceleration_lcp import solve_accelerations
from catena.solvers.problems import FrictionMethod, Method, Solution, friction, lcp
from catena.verification.case import Case, Figure, at_most

EXACT = 1e-10
"""Relative tolerance of algebra (class T0)."""


def murty(n: int) -> Floats:
    """Murty's matrix: upper triangular, 1 on and 2 above the diagonal."""
    return np.eye(n) + np.triu(2.0 * np.ones((n, n)), 1)


def lcp_figures(
    name: str, M: Floats, q: Floats, z: Sequence[float], methods: Sequence[Method]
) -> list[Figure]:
    """Largest error of z by each method."""
    scale = float(np.max(np.abs(z)))
    found = [(method, lcp(M, q, method)) for method in methods]
    return [
        at_most(f"{name}, {method}: error of z", EXACT * scale, error_of(one, z))
        for method, one in found
    ]


def error_of(found: Solution, x: Sequence[float] | Floats) -> float:
    """Largest error of a solution; infinite if the method says it has none."""
    if found.status is not Status.OK:
        return float("inf")
    return float(np.max(np.abs(found.x - np.asarray(x))))


def classic_lcp_figures() -> list[Figure]:
    """A1.1: problems with exact solutions, each by two methods."""
    few: tuple[Method, Method] = ("lemke", "enumeration")
    both: tuple[Method, Method] = ("lemke", "active_set")
    figures = []
    for n in (6, 50, 200):
        z = np.eye(n)[-1].tolist()
        figures += lcp_figures(f"murty({n})", murty(n), -np.ones(n), z, both)
    for n in (6, 10, 16):
        q = np.array([2.0**i - 2.0 ** (n + 1) for i in range(1, n + 1)])
        z = (2.0**n * np.eye(n)[-1]).tolist()
        figures += lcp_figures(f"murty-exp({n})", murty(n), q, z, both)
    for n in (10, 100):
        z = np.eye(n)[0].tolist()
        figures += lcp_figures(
            f"fathi({n})", murty(n).T @ murty(n), -np.ones(n), z, both
        )
    for name, (M, b, solution) in SMALL_PROBLEMS.items():
        figures += lcp_figures(
            name, np.array(M, float), np.array(b, float), solution, few
        )
    for method in few:
        shared = float(np.sum(lcp(np.ones((2, 2)), -np.ones(2), method).x))
        figures.append(Figure(f"CPS-1, {method}: z1 + z2", 1.0, shared, EXACT))
    return figures


SMALL_PROBLEMS: dict[str, tuple[list[list[float]], list[float], list[float]]] = {
    "kostreva-1": ([[1, 2, 0], [0, 1, 2], [2, 0, 1]], [-1, -1, -1], [1 / 3] * 3),
    "trivial": (
        np.eye(9).tolist(),
        [-1 / i for i in range(1, 10)],
        [1 / i for i in range(1, 10)],
    ),
    "ortiz": (
        [[3, 1, 0, -1], [-1, 2, 1, 1], [0, 1, 3, -1], [0, 0, 1, 2]],
        [-2, 1, -1, 1],
        [2 / 3, 0, 1 / 3, 0],
    ),
    "CPS-2": ([[0, -1, 2], [2, 0, -2], [-1, 1, 0]], [-3, 6, -1], [0, 1, 3]),
    "CPS-4": (
        [[11, 0, 10, -1], [0, 11, 10, -1], [10, 10, 21, -1], [1, 1, 1, 0]],
        [50, 50, 10, -6],
        [2, 2, 2, 92],
    ),
    "Pang": ([[0, -1, -1], [1, 0, 0], [-1, 0, 0]], [0, -1, 1], [1, 0, 0]),
}


def unsolvable_figures() -> list[Figure]:
    """A1.1: problems without solution must be reported as such."""
    pang = np.array(SMALL_PROBLEMS["Pang"][0], float)
    kostreva = np.array([[1.0, -1, 3], [2, -1, 3], [-1, -2, 0]])
    wanted: dict[Method, Status] = {
        "lemke": Status.NOT_CONVERGED,  # a ray proves nothing
        "enumeration": Status.NO_SOLUTION,
        "auto": Status.NO_SOLUTION,
    }
    figures = []
    for name, M, q in (
        ("kostreva-2", kostreva, -np.ones(3)),
        ("Pang perturbed", pang, np.array([-1e-4, -1.0, 1.0])),
    ):
        for method, expected in wanted.items():
            status = float(lcp(M, q, method).status)
            words = f"{name}, {method}: status"
            figures.append(Figure(words, float(expected), status, 0.0))
    return figures


def tridiagonal_figures() -> list[Figure]:
    """A1.1: ten thousand unknowns on the sparse path."""
    n = 10_000
    side, middle = -np.ones(n - 1), 4.0 * np.ones(n)
    M = scipy.sparse.diags_array([side, middle, side], offsets=[-1, 0, 1]).tocsc()
    found = lcp(M, -np.ones(n), "sweeps")
    exact = scipy.sparse.linalg.spsolve(M, np.ones(n))
    return [
        at_most("tridiagonal(10000): residual", 1e-12, found.residual),
        at_most("tridiagonal(10000): error of z", EXACT, error_of(found, exact)),
    ]


Problem = tuple[Floats, Floats, Floats]
"""(W, q, mu); rows of W in the order normal, tangents of each contact."""

ONE_CONTACT = np.array([[15.0, -1.0, -2.0], [-1.0, 14.0, 1.0], [-2.0, 1.0, 16.0]])
SKEWED = np.array(
    [
        [0.01344, -9.421e-7, 0.001486],
        [-9.421e-7, 0.1061, 1.733e-4],
        [0.001486, 1.733e-4, 0.001442],
    ]
)
FRICTION_PROBLEMS: dict[str, Problem] = {
    "W = 1": (
        np.eye(9),
        np.array([-1.0, 1.0, 3.0] * 3),
        np.full(3, 0.1),
    ),
    "one contact": (ONE_CONTACT, np.array([-1.0, 2.0, 3.0]), np.array([0.1])),
    "skewed contact": (
        SKEWED,
        np.array([-0.1458, -0.2484, -0.1515]),
        np.array([0.6]),
    ),
}
"""A1.2: spatial problems with one solution; numbers of FCLIB's and Siconos' tests."""

KNOWN_PERCUSSIONS = {
    "W = 1": [1.0, -0.0316227766017, -0.0948683298051] * 3,
    "one contact": [0.065695682898, -0.003678614907, -0.005443070814],
    "skewed contact": [10.205876055695, 1.931888367688, 5.810798010421],
}


def box_on_floor(spin: float) -> Problem:
    """A box that lands on its four corners: 12 percussions for 6 velocities."""
    corners = [(x, y) for x in (-0.2, 0.2) for y in (-0.3, 0.3)]
    rows = []
    for x, y in corners:
        arm = np.array([x, y, -0.1])
        for n in ([0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]):
            rows.append([*n, *np.cross(arm, n)])
    J = np.array(rows)
    inverse_mass = np.diag([0.5, 0.5, 0.5, 12.0, 15.0, 8.0])
    before = np.array([0.8, -0.4, -1.0, 0.5, -0.3, spin])
    return J @ inverse_mass @ J.T, J @ before, np.full(4, 0.7)


def block_in_guide(mu: float) -> Problem:
    """A block pressed against one wall of a straight guide by two dependent points."""
    J = np.array(
        [[0.0, 1.0, -0.1], [1.0, 0.0, 0.02], [0.0, 1.0, 0.1], [1.0, 0.0, 0.02]]
    )  # normal and tangent at both ends of the lower face
    inverse_mass = np.diag([2.0, 2.0, 300.0])
    before = np.array([-3.0, -0.5, 1.0])
    return J @ inverse_mass @ J.T, J @ before, np.full(2, mu)


def friction_figures() -> list[Figure]:
    """A1.2: natural map of De Saxce's form, and percussions where they are unique."""
    methods: tuple[FrictionMethod, FrictionMethod] = ("sweeps", "newton")
    figures = []
    for method in methods:
        for name, r in KNOWN_PERCUSSIONS.items():
            found = friction(*FRICTION_PROBLEMS[name], method)
            by, error = f"{name}, {method}", error_of(found, r)
            figures.append(at_most(f"{by}: residual", 1e-8, found.residual))
            figures.append(at_most(f"{by}: error of r [N s]", 1e-9, error))
        for spin in (0.0, 2.0):
            found = friction(*box_on_floor(spin), method)
            name = f"box, spin {spin:g} rad/s, {method}"
            figures.append(at_most(f"{name}: residual", 1e-10, found.residual))
    W, q, mu = block_in_guide(0.05)
    slides = [W @ friction(W, q, mu, m).x + q for m in ("sweeps", "lemke")]
    gap = float(np.abs(slides[0] - slides[1]).max())
    figures.append(at_most("guided block: sweeps - Lemke [m/s]", 1e-9, gap))
    return figures


def painleve_figures() -> list[Figure]:
    """A1.2: the critical friction of a uniform rod, and what happens beyond it."""
    G, mu = rod_delassus(np.arctan(2.0)), np.array([2.0])
    side = np.sign(G[0, 1])  # the way of sliding that presses the rod down
    c = np.array([-9.81, 0.0])
    beyond = solve_accelerations(G, c, mu, np.array([int(side)]))
    before = 1e-3 * c + np.array([0.0, side])
    step = friction(G, before, mu)
    after = G @ step.x + before
    return [
        Figure("Painleve: critical friction", 4.0 / 3.0, critical_friction(), 1e-6),
        Figure(
            "Painleve: acceleration level, status",
            float(Status.NO_SOLUTION),
            float(beyond.status),
            0.0,
        ),
        at_most("Painleve: velocity level, residual", 1e-10, step.residual),
        at_most("Painleve: sliding after [m/s]", 1e-10, abs(float(after[1]))),
    ]


def rod_delassus(angle: float) -> Floats:
    """W' M^-1 W at the lower end of a uniform rod, length 1 m, mass 1 kg."""
    x, y = -0.5 * np.cos(angle), -0.5 * np.sin(angle)
    W = np.array([[0.0, 1.0], [1.0, 0.0], [x, -y]])
    return np.asarray(W.T @ (np.array([1.0, 1.0, 12.0])[:, None] * W))


def critical_friction() -> float:
    """Smallest mu for which a sliding rod can lose its inverse mass, G_NN = mu G_NT."""
    angles = np.linspace(0.01, 1.56, 200_001)
    x, y = -0.5 * np.cos(angles), -0.5 * np.sin(angles)
    return float(np.min((1.0 + 12.0 * x**2) / np.abs(12.0 * x * y)))


def pressed_beam(C: Floats, press: Sequence[float]) -> Floats:
    """Forces of two held stops that stand this deep in an elastic body [N]."""
    plan = PlanarSystem()
    for i, depth in enumerate(press):
        stop = plan.body(f"stop{i}", at=(0.5 * (i + 1), -depth))
        plan.prescribe(stop, "y", 0.0)
        beam = plan.ground.line((0.0, 1.0))
        plan.contact(f"tip{i}", stop.point(), beam, Maxwell())
    plan.maxwell("beam", ["tip0", "tip1"], influence=C)
    motion = run(plan.build(), 1e-3, 1e-3)
    return motion.state.memory.rows.la_N.copy()


def maxwell_figures() -> list[Figure]:
    """A1.3: a cantilever pressed by two stops."""
    C = cantilever_influence(np.array([0.5, 1.0]), 1.0)
    figures = [
        at_most("asymmetry of C", 1e-14, float(np.max(np.abs(C - C.T)) / np.max(C)))
    ]
    for press, forces, gaps in (
        ((1.0, 1.0), (24.0, 0.0), (0.0, 1.5)),
        ((1.0, 4.0), (0.0, 12.0), (0.25, 0.0)),
    ):
        la = pressed_beam(C, press)
        g = C @ la - np.array(press)
        for i in range(2):
            name = f"press {press}, stop {i + 1}"
            figures += [
                Figure(f"{name}: force [N]", forces[i], float(la[i]), 24 * EXACT),
                Figure(f"{name}: gap [m]", gaps[i], float(g[i]), 1.5 * EXACT),
            ]
    return figures


ALGEBRA = (
    Case("A1.1", "classic LCPs", classic_lcp_figures),
    Case("A1.1 none", "LCPs without solution", unsolvable_figures),
    Case("A1.1 sparse", "tridiagonal LCP", tridiagonal_figures),
    Case("A1.2", "friction problems", friction_figures),
    Case("A1.2 rod", "Painleve's rod", painleve_figures),
    Case("A1.3", "Maxwell's cantilever", maxwell_figures),
)
"""Contact algebra, A1 of the verification list."""
