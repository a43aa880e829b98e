"""Maxwell's law on a sheave with 220 contacts, warm started as in a running drive.

Prints iterations and milliseconds per solve and their ratio to the demand of at most
3 iterations and 0.3 ms; the dense solution and Lemke follow for comparison.

    python benchmarks/maxwell.py
"""

from __future__ import annotations

import time

import numpy as np

from catena.numerics.records import table
from catena.rows.flank import FLANK
from catena.solvers.complementarity.active_set import active_set_work
from catena.solvers.coupled_laws.coupled_sheaves import solve_disc
from catena.solvers.coupled_laws.disc_tables import Discs, disc_work
from catena.solvers.coupled_laws.maxwell import solve_maxwell_dense
from catena.solvers.problems import lcp

CONTACTS = 220
STEPS = 400
DEMANDED_ITERATIONS = 3
DEMANDED_MILLISECONDS = 0.3
FOURIER = 1e-9 * np.array([2.0, 6.0, 2.0, 1.0, 0.5, 0.3])  # [m/N]
LOCAL_COMPLIANCE = 1e-8  # [m/N]
COS = np.cos(np.radians(11.0))  # of half the wedge angle
PITCH_PER_STEP = 0.02  # elements move by this share of their pitch per step


def sheave(step: int) -> tuple[np.ndarray, np.ndarray]:
    """Angles and rigid gaps while elements run through a pressed arc."""
    pitch = np.pi / CONTACTS
    angle = (np.arange(CONTACTS) + PITCH_PER_STEP * step) * pitch
    press = 1e-5 * (0.6 + np.sin(3.0 * angle) + 0.1 * np.cos(40.0 * angle))
    return angle, -press


def influence(angle: np.ndarray) -> np.ndarray:
    """The matrix of the same contacts [m/N]."""
    apart = angle[:, None] - angle
    waves = sum(a * np.cos(k * apart) for k, a in enumerate(FOURIER))
    return LOCAL_COMPLIANCE * np.eye(CONTACTS) + COS**2 * waves


def disc_run() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Iterations, seconds and worst complementarity of every warm-started step."""
    root, radial = np.sqrt(FOURIER)[None], np.array([[1.0, 0.0]])
    work = disc_work(Discs(root[None], radial[None], 0.0), CONTACTS)
    closed = np.zeros(CONTACTS, dtype=np.int64)
    rows = table(FLANK, CONTACTS, rho=0.05, slot=np.arange(CONTACTS))
    counts, seconds, worst = [], [], []
    for step in range(STEPS):
        angle, rows.gap[:] = sheave(step)
        rows.d_x[:], rows.d_y[:] = 0.05 * np.cos(angle), 0.05 * np.sin(angle)
        began = time.perf_counter()
        count = solve_disc(
            root, radial, 0.0, COS, 1.0 / LOCAL_COMPLIANCE, rows, closed, work
        )
        seconds.append(time.perf_counter() - began)
        assert count > 0
        counts.append(count)
        g = influence(angle) @ rows.press + rows.gap
        worst.append(np.max(np.abs(np.minimum(LOCAL_COMPLIANCE * rows.press, g))))
    return np.array(counts[1:]), np.array(seconds[1:]), np.array(worst[1:])


def dense_seconds() -> tuple[float, int, float]:
    """Warm dense active set (seconds, iterations) and Lemke (seconds) at one step."""
    angle, g_rigid = sheave(0)
    C = influence(angle)
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
    counts, seconds, worst = disc_run()
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
    print(f"ratio waves/dense        {median / (1e3 * dense):.3f}")


if __name__ == "__main__":
    main()
