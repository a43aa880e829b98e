"""Speed of the rocker-pin chain against a single-purpose yardstick.

The drive is the template of ``chain_cvt``: 63 links, ratio 1, tilting sheaves, steps of
2e-6 s. The yardstick does the arithmetic of such a step and nothing else: bars, pressed
pins and three sweeps of friction on frozen topology, without ledger and boundaries.

    python benchmarks/chain_cvt.py
"""

from __future__ import annotations

import math
import time
from pathlib import Path

import numba
import numpy as np

from catena.drives import DRIVES
from catena.drives.chain_cvt.build import build
from catena.drives.chain_cvt.orbit import orbit_of
from catena.drives.chain_cvt.start.state import work_for
from catena.drives.loading import load, loads
from catena.drives.orbits.search import Effort, search
from catena.integrators.steps.pin_chain import advance
from catena.integrators.steps.pin_chain_samples import empty_samples
from catena.integrators.steps.pin_chain_tables import Counter, Group
from catena.tables.checkpoint import copied

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
DT = 2e-6
STEPS_TIMED = 50_000
REPEATS = 5


@numba.njit(cache=True)
def yardstick(q, u, h, P, rows, steps):
    """Bars, pressed pins (the first ``rows``) and three sweeps; q, u, h (2, n)."""
    n, total = q.shape[1], 0.0
    for _ in range(steps):
        h[:] = 0.0
        for i in range(n):
            j = i + 1 if i + 1 < n else 0
            x, y = q[0, j] - q[0, i], q[1, j] - q[1, i]
            length = math.sqrt(x * x + y * y)
            x, y = x / length, y / length
            v_x, v_y = u[0, j] - u[0, i], u[1, j] - u[1, i]
            pull = 5e8 * (length - 0.0094) + 130.0 * (x * v_x + y * v_y)
            side = 1e-4 * (x * v_y - y * v_x) / (length * length)
            h[0, i] += pull * x + side * y
            h[1, i] += pull * y - side * x
            h[0, j] -= pull * x + side * y
            h[1, j] -= pull * y - side * x
        for i in range(rows):
            rho = math.sqrt(q[0, i] ** 2 + q[1, i] ** 2)
            press = 400.0 * (1.0 + 0.01 * rho)
            h[0, i] += press * q[0, i] / rho
            h[1, i] += press * q[1, i] / rho
        for _sweep in range(3):
            for i in range(rows):
                slip_t = u[0, i] * P[i, 2] + u[1, i] * P[i, 3] - 10.0
                slip_g = u[0, i] * P[i, 3] - u[1, i] * P[i, 2]
                a, b = P[i, 0] - 0.005 * slip_t, P[i, 1] - 0.005 * slip_g
                size = math.sqrt(a * a + b * b)
                if size > 3e-4:
                    a, b = 3e-4 * a / size, 3e-4 * b / size
                total += abs(a - P[i, 0]) + abs(b - P[i, 1])
                P[i, 0], P[i, 1] = a, b
        for i in range(n):
            q[0, i] += 1e-12 * h[0, i]
            q[1, i] += 1e-12 * h[1, i]
    return total


def fastest(run) -> float:
    """CPU seconds of the fastest of some runs, the first one aside."""
    run()
    found = []
    for _ in range(REPEATS):
        begun = time.process_time()
        run()
        found.append(time.process_time() - begun)
    return min(found)


def main() -> None:
    """Print CPU seconds per simulated second."""
    template = loads(DRIVES["chain_cvt"].template())
    angle = 2.0 * np.pi * np.arange(63) / 63
    q = 0.094 * np.array([np.cos(angle), np.sin(angle)])
    u, h, P = -q[::-1] * [[1.0], [-1.0]], np.zeros((2, 63)), np.zeros((63, 4))
    P[:, 2:] = q.T
    simulated = STEPS_TIMED * DT
    plain = fastest(lambda: yardstick(q, u, h, P, 33, STEPS_TIMED)) / simulated
    print(f"yardstick            {plain:6.2f} s/s")
    cases = {
        "lumped pins": template,
        "planar links": template.with_values({"chain.model": "planar"}),
        "lumped, 75 links": load(EXAMPLES / "chain_cvt_75_links.toml"),
    }
    for name, spec in cases.items():
        job = build(spec)
        state = copied(job.start)
        work = work_for(job.system, state)
        links = job.spec.chain.link_count
        samples = empty_samples(STEPS_TIMED // 10, 1, links, len(Group))

        def run(job=job, state=state, work=work, samples=samples) -> None:
            advance(job.system, state, work, DT, 10, samples)

        taken = fastest(run) / simulated
        sweeps = work.counter[Counter.SWEEPS] / work.counter[Counter.STEPS]
        print(
            f"{name:20} {taken:6.2f} s/s, {taken / plain:.2f} of the yardstick, "
            f"{1e6 * taken * DT:.2f} us per step, {sweeps:.2f} sweeps"
        )
    begun = time.process_time()
    found = search(orbit_of(template), Effort())
    taken = time.process_time() - begun
    print(f"even running         {taken:6.2f} s, {found.maps} pitches")


if __name__ == "__main__":
    main()
