"""Maxwell's law on a sheave with 220 contacts, warm started as in a running drive.

Prints iterations and milliseconds per solve and their ratio to the demand of at most
3 iterations and 0.3 ms; the dense solution and Lemke follow for comparison.

    python benchmarks/maxwell.py
"""

from __future__ import annotations

import time

import numpy as np

from catena.codes import Status
from catena.laws.maxwell_coupled import fill_sheave_factor
from catena.solvers.complementarity.active_set import active_set_work
from catena.solvers.coupled_laws.maxwell import (
    low_rank_work,
    solve_maxwell_dense,
    solve_maxwell_low_rank,
)
from catena.solvers.problems import lcp

CONTACTS = 220
STEPS = 400
DEMANDED_ITERATIONS = 3
DEMANDED_MILLISECONDS = 0.3
FOURIER = 1e-9 * np.array([2.0, 6.0, 2.0, 1.0, 0.5, 0.3])  # [m/N]
LOCAL_COMPLIANCE = 1e-8  # [m/N]
HALF_WEDGE = np.radians(11.0)
PITCH_PER_STEP = 0.02  # elements move by this share of their pitch per step


def sheave(step: int) -> tuple[np.ndarray, np.ndarray]:
    """Low-rank factor and rigid gaps while elements run through a pressed arc."""
    pitch = np.pi / CONTACTS
    angle = (np.arange(CONTACTS) + PITCH_PER_STEP * step) * pitch
    U = np.zeros((CONTACTS, 2 * FOURIER.size - 1))
    fill_sheave_factor(angle, np.ones(CONTACTS), FOURIER, np.cos(HALF_WEDGE), U)
    press = 1e-5 * (0.6 + np.sin(3.0 * angle) + 0.1 * np.cos(40.0 * angle))
    return U, -press


def low_rank_run() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Iterations, seconds and worst complementarity of every warm-started step."""
    D, work = np.full(CONTACTS, LOCAL_COMPLIANCE), low_rank_work(2 * FOURIER.size - 1)
    la, g = np.zeros(CONTACTS), np.zeros(CONTACTS)
    closed = np.zeros(CONTACTS, dtype=np.int64)
    counts, seconds, worst = [], [], []
    for step in range(STEPS):
        U, g_rigid = sheave(step)
        began = time.perf_counter()
        status, count = solve_maxwell_low_rank(D, U, g_rigid, la, g, closed, work, 100)
        seconds.append(time.perf_counter() - began)
        assert status == Status.OK
        counts.append(count)
        residual = np.minimum(LOCAL_COMPLIANCE * la, U @ (U.T @ la) + D * la + g_rigid)
        worst.append(np.max(np.abs(residual)))
    return np.array(counts[1:]), np.array(seconds[1:]), np.array(worst[1:])


def dense_seconds() -> tuple[float, int, float]:
    """Warm dense active set (seconds, iterations) and Lemke (seconds) at one step."""
    U, g_rigid = sheave(0)
    C = LOCAL_COMPLIANCE * np.eye(CONTACTS) + U @ U.T
    la, g = np.zeros(CONTACTS), np.zeros(CONTACTS)
    closed, work = np.zeros(CONTACTS, dtype=np.int64), active_set_work(CONTACTS)
    solve_maxwell_dense(C, g_rigid, la, g, closed, work, 100)
    began = time.perf_counter()
    _, count = solve_maxwell_dense(C, g_rigid, la, g, closed, work, 100)
    dense = time.perf_counter() - began
    lcp(np.eye(2), -np.ones(2), "lemke")
    began = time.perf_counter()
    lcp(C, g_rigid, "lemke")
    return dense, count, time.perf_counter() - began


def main() -> None:
    counts, seconds, worst = low_rank_run()
    median, slow = 1e3 * np.median(seconds), 1e3 * np.percentile(seconds, 95)
    dense, dense_count, lemke = dense_seconds()
    print(f"contacts                 {CONTACTS}")
    print(f"iterations mean, worst   {np.mean(counts):.2f}, {np.max(counts)}")
    print(f"milliseconds median, 95% {median:.4f}, {slow:.4f}")
    print(f"complementarity          {np.max(worst):.2e} m")
    print(f"dense, warm              {1e3 * dense:.3f} ms in {dense_count} iterations")
    print(f"Lemke                    {1e3 * lemke:.3f} ms")
    print(f"ratio iterations/demand  {np.max(counts) / DEMANDED_ITERATIONS:.2f}")
    print(f"ratio time/demand        {median / DEMANDED_MILLISECONDS:.3f}")
    print(f"ratio low rank/dense     {median / (1e3 * dense):.3f}")


if __name__ == "__main__":
    main()
