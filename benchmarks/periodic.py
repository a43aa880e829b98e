"""Speed of the periodic solvers, as ratios measured in one run.

Run with ``python benchmarks/periodic.py``.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np

from catena.periodic import (
    PeriodicSystem,
    batch_from_fourier,
    chart_values,
    compare_methods,
    floquet,
    from_fourier,
    solve_newmark,
    solve_rk4,
)
from catena.periodic.mechanisms import (
    AngleSeries,
    TransmissionTrain,
    transmission_system,
)

EXAMPLES = Path(__file__).parents[1] / "examples"
STEPS = 20_000
PROFILE = (0.22165, 0.0, 0.05560, 0.0, -0.01706)


def cam() -> TransmissionTrain:
    return TransmissionTrain(
        inertia=0.12,
        masses=(28.0, 50.0),
        stiffnesses=(8e4, 8.2e8, 2.6e8),
        dampings=(18.5, 1400.0, 1200.0),
        profile=AngleSeries(cos=PROFILE),
        speed=20.0 * np.pi,
        load=AngleSeries(mean=100.0),
    )


class LiteralCam:
    """The cam as a literal program evaluates it: one time at a time, in NumPy."""

    def __init__(self, train: TransmissionTrain) -> None:
        self.train, self.T = train, train.period
        self.k = np.arange(1, len(PROFILE) + 1)
        self.a = np.array(PROFILE)

    def coefficients(self, t: float):
        p, k, a = self.train, self.k, self.a
        w, phi = p.speed, p.speed * t
        U1 = np.sum(a * np.cos(k * phi))
        U2 = -np.sum(k * a * np.sin(k * phi))
        U3 = -np.sum(k * k * a * np.cos(k * phi))
        m2, m3 = p.masses
        m, F = m2 + m3, p.load.mean
        M = np.array(
            [
                [p.inertia + m * U1**2, m * U1, m3 * U1],
                [m * U1, m, m3],
                [m3 * U1, m3, m3],
            ]
        )
        C = np.array(
            [
                [p.dampings[0] + 2 * m * w * U1 * U2, 0, 0],
                [2 * m * w * U2, p.dampings[1], 0],
                [2 * m3 * w * U2, 0, p.dampings[2]],
            ]
        )
        K = np.array(
            [
                [p.stiffnesses[0] + F * U2 + m * w**2 * (U1 * U3 + U2**2), 0, 0],
                [m * w**2 * U3, p.stiffnesses[1], 0],
                [m3 * w**2 * U3, 0, p.stiffnesses[2]],
            ]
        )
        d = np.array(
            [-F * U1 - m * w**2 * U1 * U2, -F - m * w**2 * U2, -F - m3 * w**2 * U2]
        )
        return M, C, K, d

    def first_order(self, t: float):
        M, C, K, d = self.coefficients(t)
        inverse = np.linalg.inv(M)
        P = np.block([[np.zeros((3, 3)), np.eye(3)], [-inverse @ K, -inverse @ C]])
        return P, np.concatenate([np.zeros(3), inverse @ d])

    def rk4(self, m: int):
        """Equations (16)-(21), line by line."""
        h, E = self.T / m, np.eye(6)
        maps, product, c = [], np.eye(6), np.zeros(6)
        for i in range(m):
            (P0, f0), (Ph, fh), (P1, f1) = (
                self.first_order(h * (i + part)) for part in (0.0, 0.5, 1.0)
            )
            Ph2 = Ph @ Ph
            A = (
                E
                + h / 6 * (P0 + 4 * Ph + P1)
                + h**2 / 6 * (Ph @ P0 + Ph2 + P1 @ Ph)
                + h**3 / 12 * (Ph2 @ P0 + P1 @ Ph2)
                + h**4 / 24 * (P1 @ Ph2 @ P0)
            )
            b = (
                h / 6 * (f0 + 4 * fh + f1)
                + h**2 / 6 * (Ph @ f0 + Ph @ fh + P1 @ fh)
                + h**3 / 12 * (Ph2 @ f0 + P1 @ Ph @ fh)
                + h**4 / 24 * (P1 @ Ph2 @ f0)
            )
            maps.append((A, b))
            product, c = A @ product, A @ c + b
        x = np.linalg.solve(E - product, c)
        path = [x]
        for A, b in maps:
            path.append(A @ path[-1] + b)
        return np.array(path)

    def newmark(self, m: int, beta: float = 0.25, gamma: float = 0.5):
        """Equations (28)-(40), line by line."""
        h, E, Z = self.T / m, np.eye(3), np.zeros((3, 3))
        D = np.block([[E, h * E, h**2 * (0.5 - beta) * E], [Z, E, (1 - gamma) * h * E]])
        Tr = np.block([[E, Z, beta * h**2 * E], [Z, E, gamma * h * E], [Z, Z, E]])
        maps, product, c = [], np.eye(9), np.zeros(9)
        for i in range(1, m + 1):
            M, C, K, d = self.coefficients(i * h)
            inverse = np.linalg.inv(M + gamma * h * C + beta * h**2 * K)
            A = Tr @ np.vstack([D, -inverse @ np.hstack([K, C]) @ D])
            b = Tr @ np.concatenate([np.zeros(6), inverse @ d])
            maps.append((A, b))
            product, c = A @ product, A @ c + b
        x = np.linalg.solve(np.eye(9) - product, c)
        path = [x]
        for A, b in maps:
            path.append(A @ path[-1] + b)
        return np.array(path)


def seconds(task: Callable[[], object], repeats: int = 5) -> float:
    """Median wall time; the first call, which may compile, is not counted."""
    task()
    times = []
    for _ in range(repeats):
        begin = perf_counter()
        task()
        times.append(perf_counter() - begin)
    return median(times)


def mathieu_chart(points: int = 200):
    a, q = np.meshgrid(np.linspace(-1.0, 10.0, points), np.linspace(0.0, 5.0, points))
    a, q = a.reshape(-1, 1, 1), q.reshape(-1, 1, 1)
    zero = np.zeros_like(a)
    one, none = [[1.0]], [[0.0]]
    return (
        a.ravel(),
        q.ravel(),
        batch_from_fourier(
            np.full(a.size, np.pi),
            [(0, one, none)],
            [(0, none, none)],
            [(0, a, zero), (1, -2.0 * q, zero)],
        ),
    )


def mathieu(a: float, q: float) -> PeriodicSystem:
    return from_fourier(np.pi, [[1.0]], [[0.0]], ([[a]], [(1, [[-2.0 * q]], [[0.0]])]))


def main() -> None:
    train = cam()
    system, literal = transmission_system(train), LiteralCam(train)

    print(f"cam mechanism, n = 3, m = {STEPS}")
    small = 400
    solution = solve_rk4(system, 2000).state
    assert np.allclose(literal.rk4(2000), solution, rtol=1e-7, atol=1e-9)
    slow = {
        "rk4": seconds(lambda: literal.rk4(small), 3) * STEPS / small,
        "newmark": seconds(lambda: literal.newmark(small), 3) * STEPS / small,
    }
    fast = {
        "rk4": seconds(lambda: solve_rk4(system, STEPS)),
        "newmark": seconds(lambda: solve_newmark(system, STEPS)),
    }
    for name in fast:
        print(
            f"  {name:8} compiled {fast[name]:8.4f} s   literal NumPy loop "
            f"{slow[name]:7.2f} s   ratio {slow[name] / fast[name]:6.0f}"
        )
    print(
        f"  Newmark saves {1 - fast['newmark'] / fast['rk4']:.0%} per step "
        f"(compiled), {1 - slow['newmark'] / slow['rk4']:.0%} (literal loop)"
    )

    print("  to an error of 1e-5:")
    cost = {}
    for name, steps in (
        ("rk4", (4000, 8000, 16000)),
        ("newmark", (16000, 32000, 64000)),
        ("gauss", (500, 1000, 2000)),
    ):
        found = compare_methods(system, steps, methods=(name,))
        cost[name] = found.seconds_for(name, 1e-5)
        print(
            f"    {name:8} {found.steps_for(name, 1e-5):9.0f} steps "
            f"{cost[name]:8.4f} s   observed order {found.order(name):.2f}"
        )
    print(f"    Newmark / RK4 at equal accuracy: {cost['newmark'] / cost['rk4']:.0f}")

    a, q, batch = mathieu_chart()
    chart = seconds(lambda: chart_values(batch), 3)
    values = chart_values(batch)
    probe = np.random.default_rng(0).integers(0, len(a), 40)
    exact = np.array([floquet(mathieu(a[i], q[i])).spectral_radius for i in probe])
    worst = np.abs(values.radius[probe] / exact - 1.0).max()
    print(
        f"200 x 200 Mathieu chart: {chart:.2f} s on one core, worst relative error of "
        f"40 probes {worst:.1e}"
    )

    print("growth of memory beyond a run with 20 000 steps (20 stored states):")
    for count in (200_000, 2_000_000):
        print(f"  m = {count:9,}: {in_own_process(count):6.1f} MB")

    print("warm `catena run`, processor time (user + system) of a fresh process:")
    for name in periodic_examples():
        times = warm_runs(name, 5)
        print(f"  {name:24} min {min(times):.2f} s, median {median(times):.2f} s")


def periodic_examples() -> list[str]:
    """Every drive file in the examples that is a linear periodic system."""
    kinds = ("periodic", "cam_mechanism", "gear_pair", "transport_manipulator")
    files = sorted(EXAMPLES.glob("*.toml"))
    return [f.stem for f in files if tomllib.loads(f.read_text())["drive"] in kinds]


def warm_runs(name: str, count: int) -> list[float]:
    """Processor seconds of runs whose kernels and bytecode are already on disk."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    times = []
    for _ in range(count + 1):
        with tempfile.TemporaryDirectory() as place:
            command = [sys.executable, "-m", "catena", "run", f"{EXAMPLES}/{name}.toml"]
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(
                [*command, "--out", f"{place}/out.run"],
                env=environment,
                capture_output=True,
                check=True,
            )
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime
        times.append(used - before.ru_utime - before.ru_stime)
    return times[1:]  # the first one may have compiled


def in_own_process(steps: int) -> float:
    """Memory growth measured in a fresh process, so that nothing else counts."""
    command = f"from periodic import memory_growth; print(memory_growth({steps}))"
    result = subprocess.run(
        [sys.executable, "-c", command],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=True,
    )
    return float(result.stdout)


def memory_growth(steps: int) -> float:
    """Peak memory of long runs beyond that of short ones [MB]."""
    system = transmission_system(cam())
    for solve in (solve_rk4, solve_newmark):
        solve(system, STEPS, store_every=STEPS // 20)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for solve in (solve_rk4, solve_newmark):
        solve(system, steps, store_every=steps // 20)
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024


if __name__ == "__main__":
    main()
