"""How fast contact problems are solved, against a dense linear solve of their size.

    python benchmarks/contact_solvers.py

prints milliseconds and the ratio to the yardstick: a complementarity problem of 500
unknowns, and a friction problem of a row of 200 touching bodies. Then microseconds of a
step of 50 rigid rods on pins, whose joints are solved directly. Linear algebra runs in
one thread: processor time of waiting threads would count as work.
"""

from __future__ import annotations

import math
import os
import time

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy is loaded

import numpy as np

import catena as ct
from catena.codes import Status
from catena.motion import stepper
from catena.tables.contacts import PercussionOptions

REPEATS = 5


def least(action) -> float:
    """Least processor seconds of some repetitions, after one to warm up."""
    action()
    best = math.inf
    for _ in range(REPEATS):
        begun = time.process_time()
        action()
        best = min(best, time.process_time() - begun)
    return best


def complementarity(n: int = 500) -> None:
    """A symmetric positive definite problem, half of its unknowns pressed."""
    draw = np.random.default_rng(1)
    root = draw.standard_normal((n, n))
    M, q = root @ root.T / n + 0.1 * np.eye(n), draw.standard_normal(n)
    found = ct.solvers.lcp(M, q)
    assert found.status == Status.OK, found.words
    taken, plain = (
        least(lambda: ct.solvers.lcp(M, q)),
        least(lambda: np.linalg.solve(M, q)),
    )
    print(
        f"LCP, {n} unknowns      {1e3 * taken:8.2f} ms, {taken / plain:.1f} of a "
        f"linear solve ({found.method})"
    )


def friction_row(contacts: int = 200, mu: float = 0.3) -> None:
    """Bodies in a row, each touching the next, pushed together and along."""
    draw = np.random.default_rng(1)
    normal = 2.0 * np.eye(contacts) - np.eye(contacts, k=1) - np.eye(contacts, k=-1)
    W = np.zeros((2 * contacts, 2 * contacts))
    W[0::2, 0::2], W[1::2, 1::2] = normal, 3.0 * normal
    q = draw.standard_normal(2 * contacts)
    q[0::2] -= 0.5
    coefficients = np.full(contacts, mu)
    found = ct.solvers.friction(W, q, coefficients)
    assert found.status == Status.OK, found.words
    taken = least(lambda: ct.solvers.friction(W, q, coefficients))
    plain = least(lambda: np.linalg.solve(W, q))
    print(
        f"friction, {contacts} contacts {1e3 * taken:8.2f} ms, {taken / plain:.1f} of "
        f"a linear solve ({found.method})"
    )


def hanging_rods(count: int = 50, steps: int = 1000) -> None:
    """A chain of rods from 1 rad, in steps of 0.1 ms."""
    plan, step = ct.PlanarSystem(gravity=(0.0, -9.81)), 1e-4
    length, angle = 1.0 / count, 1.0
    along = np.array([math.sin(angle), -math.cos(angle)])
    before = plan.ground.point()
    for k in range(count):
        at, inertia = (k + 0.5) * length * along, length**2 / 12.0
        rod = plan.body(f"rod_{k}", 1.0, inertia, tuple(at), angle=angle)
        plan.pin(f"pin_{k}", before, rod.point((0.0, 0.5 * length)))
        before = rod.point((0.0, -0.5 * length))
    model = plan.build()
    state, work = model.start(), model.work()
    advance = stepper(model, step, "moreau", PercussionOptions())

    def go() -> None:
        left = steps
        while left:
            left -= advance(state, work, left)[1]

    taken = least(go) / steps
    print(f"{count} rigid rods        {1e6 * taken:8.2f} us a step")


if __name__ == "__main__":
    complementarity()
    friction_row()
    hanging_rods()
