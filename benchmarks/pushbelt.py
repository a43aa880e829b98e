"""Speed of the pushbelt kernels against a single-purpose yardstick.

The benchmark drive is MED of the study variator: 220 elements, 110 spans, ratio 1,
2000 rpm, 74.58 N m, 10520 N, steps of 2e-6 s. The yardstick does the arithmetic of the
contacts of such a belt and nothing else: two contacts between neighbours, the place on
the ring and the saddle, two flank points, and four sweeps of friction per step, on
frozen topology, without ledger, tables, waiting contacts or boundaries.

    python benchmarks/pushbelt.py [--long]
"""

from __future__ import annotations

import sys
import time
from copy import deepcopy

import numba
import numpy as np

from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.build import build
from catena.integrators.steps.pushbelt import advance
from catena.integrators.steps.pushbelt_limit import step_limit
from catena.integrators.steps.pushbelt_samples import empty_samples
from catena.integrators.steps.pushbelt_tables import belt_rows, work_for
from catena.jit import lean_kernel
from catena.pairs.element_element import Spring
from catena.solvers.patches.belt_friction import Effort, sweep_belt

DT = 2e-6
FULL_DT = 1.1e-6
"""Of all 432 elements; contacts between neighbours allow 1.15e-6 s."""
REPEATS = 8
SETTLING = 12_000
COUNTED = 5_000


def drive(
    sheaves: str = "coupled", elements: int = 220, saddle: str = "unilateral"
) -> dict:
    """MED with other sheaves, numbers of elements or ring contacts."""
    return {
        "drive": "pushbelt_cvt", "variator": "study",
        "belt": {"element_count": elements},
        "enhancements": {"sheaves": sheaves, "saddle": saddle},
        "boundary": {"primary_speed": "2000 rpm", "secondary_torque": "74.58 N m",
                     "secondary_force": "10520 N"},
        "start": {"ratio": 1.0},
        "solve": {"step": DT if elements <= 220 else FULL_DT},
    }  # fmt: skip


@numba.njit(cache=True)
def yardstick(q, ring, xi, touching, h, f, rows, la, sweeps, steps):
    """The arithmetic of the contacts; q (6, n): x, y, c, s and two velocities."""
    n, m = q.shape[1], ring.shape[1]
    total = 0.0
    for _ in range(steps):
        h[:] = 0.0
        f[:] = 0.0
        for k in range(n):
            j = k + 1 if k + 1 < n else 0
            t_x, t_y = q[2, j], q[3, j]
            a_x, a_y = q[0, j] - q[0, k], q[1, j] - q[1, k]
            apart = a_x * t_x + a_y * t_y
            for level in (-5e-4, 5.5e-3):
                l_x = 1.5e-3 * q[2, k] - level * q[3, k]
                l_y = 1.5e-3 * q[3, k] + level * q[2, k]
                g = apart - l_x * t_x - l_y * t_y - 1.5e-3
                rate = (q[4, j] - q[4, k]) * t_x + (q[5, j] - q[5, k]) * t_y
                force = max(0.0, -2e8 * g - 170.0 * rate)
                h[0, k] -= force * t_x
                h[1, k] -= force * t_y
                h[2, k] += force * (l_y * t_x - l_x * t_y)
                h[0, j] += force * t_x
                h[1, j] += force * t_y
            i = int(xi[k])
            t = xi[k] - i
            s = 1.0 - t
            w_0, w_1 = s * s * s / 6.0, 2.0 / 3.0 - t * t + 0.5 * t * t * t
            w_3 = t * t * t / 6.0
            w_2 = 1.0 - w_0 - w_1 - w_3
            b, c, d = (i + 1) % m, (i + 2) % m, (i + 3) % m
            r_x = (
                w_0 * ring[0, i]
                + w_1 * ring[0, b]
                + w_2 * ring[0, c]
                + w_3 * ring[0, d]
            )
            r_y = (
                w_0 * ring[1, i]
                + w_1 * ring[1, b]
                + w_2 * ring[1, c]
                + w_3 * ring[1, d]
            )
            g = (r_x - q[0, k]) * -q[3, k] + (r_y - q[1, k]) * q[2, k]
            force = max(0.0, -1e8 * (g - 1.6e-3))
            h[0, k] += force * q[3, k]
            h[1, k] -= force * q[2, k]
            f[0, i] -= w_0 * force * q[3, k]
            f[0, b] -= w_1 * force * q[3, k]
            f[1, c] += w_2 * force * q[2, k]
            f[1, d] += w_3 * force * q[2, k]
        for p in range(touching.size):
            k = touching[p]
            d_x, d_y = q[0, k] - 3e-3 * q[3, k], q[1, k] + 3e-3 * q[2, k]
            rho = np.sqrt(d_x * d_x + d_y * d_y)
            force = max(0.0, -5e7 * (rho * 0.19 - 0.0095))
            h[0, k] += force * d_x / rho
            h[1, k] += force * d_y / rho
            h[2, k] += force * (d_x - d_y)
            rows[p, 0], rows[p, 1], rows[p, 2] = d_y / rho, -d_x / rho, 1e-3
        for _ in range(sweeps):
            for p in range(touching.size):
                k = touching[p]
                slip = rows[p, 0] * q[4, k] + rows[p, 1] * q[5, k] - 11.0
                out = rows[p, 1] * q[4, k] - rows[p, 0] * q[5, k]
                x, y = la[p, 0] - 1e-3 * slip, la[p, 1] - 1e-3 * out
                size = x * x + y * y
                if size > 1e-6:
                    shrink = 1e-3 / np.sqrt(size)
                    x *= shrink
                    y *= shrink
                d_x, d_y = x - la[p, 0], y - la[p, 1]
                la[p, 0], la[p, 1] = x, y
                q[4, k] += 1e-3 * (rows[p, 0] * d_x + rows[p, 1] * d_y)
                q[5, k] += 1e-3 * (rows[p, 1] * d_x - rows[p, 0] * d_y)
            for k in range(n):
                i = int(xi[k])
                b = (i + 1) % m
                slip = q[4, k] - 0.5 * (ring[2, i] + ring[2, b])
                q[4, k] -= 1e-9 * slip
                ring[2, i] += 1e-9 * slip
        total += h[0, 0]
    return total


def yardstick_time(n: int = 220, m: int = 110) -> float:
    """Seconds of CPU per step of the yardstick."""
    angle = -2.0 * np.pi * np.arange(n) / n
    q = np.zeros((6, n))
    q[0], q[1] = -0.1 * np.sin(angle), 0.1 * np.cos(angle)
    q[2], q[3] = np.cos(angle), np.sin(angle)
    q[4], q[5] = 11.0 * q[2], 11.0 * q[3]
    turn = -2.0 * np.pi * np.arange(m) / m
    ring = np.stack([-0.1 * np.sin(turn), 0.1 * np.cos(turn), np.zeros(m), np.zeros(m)])
    xi = np.arange(n) * m / n
    touching = np.repeat(np.arange(n // 4, 3 * n // 4), 2)
    scratch = (
        np.zeros((3, n)), np.zeros((2, m)), np.zeros((touching.size, 3)),
        np.zeros((touching.size, 2)),
    )  # fmt: skip
    yardstick(q, ring, xi, touching, *scratch, 4, 10)
    best = np.inf
    for _ in range(REPEATS):
        begun = time.process_time()
        yardstick(q, ring, xi, touching, *scratch, 4, 2000)
        best = min(best, (time.process_time() - begun) / 2000)
    return best


@lean_kernel  # as steps are compiled: counting references takes eight times as long
def sweep(system, state, work, repeats):
    """Sweeps of the friction solver over all elements, nothing else."""
    rows = belt_rows(system, state, work)
    for _ in range(repeats):
        sweep_belt(work.patches, rows, 0.0, True)


def sweep_time(system, state, work) -> float:
    """Seconds of CPU per sweep."""
    best = np.inf
    for _ in range(REPEATS + 1):
        tables = deepcopy(state), deepcopy(work)
        begun = time.process_time()
        sweep(system, *tables, 500)
        best = min(best, (time.process_time() - begun) / 500)
    return best


def largest_steps(elements: int) -> str:
    """Largest stable steps as the belt is, and if neighbours did not count."""
    job = build(spec_from(drive("tilting", elements)))
    faces = job.system.faces
    soft = {
        name: spring._replace(k=1e-6 * spring.k, d=1e-6 * spring.d)
        for name, spring in faces._asdict().items()
        if isinstance(spring, Spring)
    }
    free = job.system._replace(faces=faces._replace(**soft))
    limits = step_limit(job.system, job.start), step_limit(free, job.start)
    told = [f"{1e6 * limit.step:.2f} us, where {limit.part} decide" for limit in limits]
    return f"{told[0]}; without contacts between neighbours {told[1]}"


class Case:
    """A belt that has settled, the least time of its steps and what solvers did."""

    def __init__(self, data: dict) -> None:
        job = build(spec_from(data))
        self.system, self.step, self.state = job.system, job.pace.step, job.start
        self.work = work_for(self.system)
        self.least, self.counts = np.inf, {}
        settling = empty_samples(SETTLING // 10, 1, self.system)
        assert advance(*self.tables, self.step, 10, settling)[0] == 0

    @property
    def tables(self):
        """What a step works on."""
        return self.system, self.state, self.work

    def run(self) -> None:
        """Some steps more, timed."""
        before = self.state.memory.effort.copy()
        samples = empty_samples(COUNTED // 50, COUNTED // 250, self.system)
        begun = time.process_time()
        trouble, _ = advance(*self.tables, self.step, 50, samples)
        spent = (time.process_time() - begun) / COUNTED
        assert trouble == 0
        if spent < self.least:
            done = (self.state.memory.effort - before) / COUNTED
            self.least = spent
            self.counts = {
                "sweeps": done[Effort.SWEEPS],
                "visits": done[Effort.VISITS] / self.system.elements,
                "capped": done[Effort.CAPPED],
                "active sets": 0.5 * done[Effort.COUPLED],
            }

    def told(self) -> str:
        """What solvers did, in words."""
        share = self.counts["visits"] * sweep_time(*self.tables) / self.least
        counts = {**self.counts, "share of sweeps": share}
        return ", ".join(f"{key} {value:.2f}" for key, value in counts.items())


def main() -> None:
    """Print all ratios."""
    unit = yardstick_time()
    print(f"yardstick (contacts only, 220 elements): {1e6 * unit:7.1f} us per step")
    found = {}
    cases = {
        "coupled, 220 elements": drive("coupled"),
        "tilting, 220 elements": drive("tilting"),
        "rigid, 220 elements": drive("rigid"),
        "bilateral ring, tilting": drive("tilting", saddle="bilateral"),
    }
    if "--long" in sys.argv:
        cases["coupled, 432 elements"] = drive("coupled", elements=432)
    belts = {name: Case(data) for name, data in cases.items()}
    for _ in range(REPEATS):  # in turn, so that a busy machine slows all alike
        for belt in belts.values():
            belt.run()
    for name, belt in belts.items():
        found[name] = belt.least
        print(
            f"{name:24s} {1e6 * belt.least:7.1f} us per step, "
            f"{belt.least / belt.step:5.1f} s per simulated second, "
            f"{belt.least / unit:4.1f} yardsticks ({belt.told()})"
        )
    coupled, tilting = found["coupled, 220 elements"], found["tilting, 220 elements"]
    print(
        f"coupled over tilting         {coupled / tilting:5.2f}  (asked: at most 1.3)"
    )
    bilateral = found["bilateral ring, tilting"]
    print(
        f"unilateral over bilateral    {tilting / bilateral:5.2f}  (asked: at most 1)"
    )
    if "--long" in sys.argv:
        many = belts["coupled, 432 elements"]
        print(f"432 over 220, per step       {many.least / coupled:5.2f}")
        ratio = (many.least / many.step) / (coupled / DT)
        print(f"432 over 220, per second     {ratio:5.2f}  (aim: 2)")
        for elements in (220, 432):
            print(f"largest step, {elements} elements: {largest_steps(elements)}")


if __name__ == "__main__":
    main()
