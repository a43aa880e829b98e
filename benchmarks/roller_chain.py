"""Speed of the roller chain kernels against a single-purpose yardstick.

The benchmark drive: 24/24 teeth, No. 40, 64 links, ISO minimum gap, 300 rpm, 9 N m
ramped over 20 ms, friction 0.1 regularised at 0.01 m/s, steps of 1e-5 s. The yardstick
below knows exactly this physics and nothing else: no ledger, no tables, no other laws.

    python benchmarks/roller_chain.py [--timing]
"""

from __future__ import annotations

import math
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numba
import numpy as np

from catena.drives.loading import load, spec_from
from catena.drives.roller_chain.build import build
from catena.drives.roller_chain.start.equilibrium import start_state
from catena.integrators.planar_chain.assembly import link_view, rotor_view, work_for
from catena.integrators.planar_chain.samples import empty_samples
from catena.integrators.planar_chain.step import advance

DT = 1e-5
STEPS = 5_000
REPEATS = 10
"""The least of many short runs counts: other processes only ever add time."""
PROCESSES = 3
"""Of each variant; the median of their ratios to the yardstick counts."""


def drive(links: int = 64, friction: str = "regularised", dt: float = DT) -> dict:
    """The benchmark drive with any even number of links."""
    distance = 0.0127 * (links - 24) / 2
    sprocket = {"tooth_count": 24}
    return {
        "drive": "roller_chain",
        "chain": {
            "standard": "ANSI 40", "link_count": links, "stiffness": 1e7,
            "damping": 60.0, "joint": {"friction": 0.1, "damping": 0.0},
        },
        "sprocket": [
            {**sprocket, "name": "driver", "centre": [0.0, 0.0],
             "boundary": {"kind": "speed", "speed": "300 rpm"}},
            {**sprocket, "name": "driven", "centre": [distance, 0.0], "inertia": 0.01,
             "boundary": {"kind": "load", "torque": 9.0}},
        ],
        "contact": {"tooth": {"stiffness": 5e6, "damping": 100.0, "friction": 0.1}},
        "solve": {"duration": 0.2, "step": dt, "friction": friction},
        "start": {"shape": "path"},
    }  # fmt: skip


@numba.njit(cache=True)
def yardstick(q, v, c, s, rot, arcs, p, dt, steps, load, ramp):
    """Links q, v (3, n), two sprockets rot (4, 2): x, y, angle, speed; arcs (3, 6)."""
    n = q.shape[1]
    half, m, J, k, d, kt, dtt, mu, rp, rr, J2, soft, z = p
    f = np.zeros((3, n))
    gap = np.full(n, -1, np.int64)
    tau = 2.0 * math.pi / z
    slope = math.tan(0.5 * tau)
    gc, gs = np.cos(tau * np.arange(z)), np.sin(tau * np.arange(z))
    reach = (rot[0, 1] * 0.0 + arcs[2, 2] + 1.05 * rr) ** 2
    t = 0.0
    peak = 0.0
    for _ in range(steps):
        t += dt
        for i in range(n):
            q[0, i] += dt * v[0, i]
            q[1, i] += dt * v[1, i]
            a = dt * v[2, i]
            b = a * a
            co = 1.0 - b * (0.5 - b * (1.0 / 24.0))
            si = a * (1.0 - b * (1.0 / 6.0 - b / 120.0))
            cc = c[i] * co - s[i] * si
            ss = s[i] * co + c[i] * si
            u = 1.5 - 0.5 * (cc * cc + ss * ss)
            c[i] = cc * u
            s[i] = ss * u
            f[0, i] = 0.0
            f[1, i] = 0.0
            f[2, i] = 0.0
        a = n - 1
        for b in range(n):
            ac, as_, bc, bs = half * c[a], half * s[a], half * c[b], half * s[b]
            ex = q[0, b] - bc - q[0, a] - ac
            ey = q[1, b] - bs - q[1, a] - as_
            vx = v[0, b] + bs * v[2, b] - v[0, a] + as_ * v[2, a]
            vy = v[1, b] - bc * v[2, b] - v[1, a] - ac * v[2, a]
            fx, fy = k * ex + d * vx, k * ey + d * vy
            slip = rp * (v[2, b] - v[2, a])
            mom = (
                mu
                * rp
                * slip
                * math.sqrt((fx * fx + fy * fy) / (slip * slip + soft * soft))
            )
            f[0, a] += fx
            f[1, a] += fy
            f[2, a] += ac * fy - as_ * fx + mom
            f[0, b] -= fx
            f[1, b] -= fy
            f[2, b] += bc * fy - bs * fx - mom
            a = b
        for j in range(2):
            torque = 0.0
            C, S, om = math.cos(rot[2, j]), math.sin(rot[2, j]), rot[3, j]
            for i in range(n):
                end = 1.0 if i % 2 == 1 else -1.0
                own = i - i % 2
                ax, ay = end * half * c[own], end * half * s[own]
                dx, dy = q[0, own] + ax - rot[0, j], q[1, own] + ay - rot[1, j]
                if dx * dx + dy * dy > reach:
                    continue
                X_, Y_ = C * dx + S * dy, C * dy - S * dx
                g = gap[i] - 1000 * j
                ok = 0 <= g < z
                if ok:
                    x_, y_ = gc[g] * X_ + gs[g] * Y_, gc[g] * Y_ - gs[g] * X_
                    ok = abs(y_) <= slope * x_
                if not ok:
                    g = int(np.round(math.atan2(Y_, X_) / tau)) % z
                    gap[i] = g + 1000 * j
                    x_, y_ = gc[g] * X_ + gs[g] * Y_, gc[g] * Y_ - gs[g] * X_
                sy = 1.0 if y_ >= 0.0 else -1.0
                y_ = abs(y_)
                depth, nx, ny = 0.0, 0.0, 0.0
                hx, hy = x_ - arcs[0, 0], y_ - arcs[0, 1]
                r2 = hx * hx + hy * hy
                room = arcs[0, 2] - rr
                if r2 > room * room:
                    r = math.sqrt(r2)
                    if hx * arcs[0, 3] + hy * arcs[0, 4] >= r * arcs[0, 5]:
                        depth, nx, ny = r - room, -hx / r, -hy / r
                if depth <= 0.0:
                    hx, hy = x_ - arcs[1, 0], y_ - arcs[1, 1]
                    r2 = hx * hx + hy * hy
                    room = arcs[1, 2] + rr
                    if r2 < room * room:
                        r = math.sqrt(r2)
                        if hx * arcs[1, 3] + hy * arcs[1, 4] >= r * arcs[1, 5]:
                            depth, nx, ny = room - r, hx / r, hy / r
                if depth <= 0.0:
                    continue
                ny *= sy
                ux, uy = gc[g] * nx - gs[g] * ny, gs[g] * nx + gc[g] * ny
                nx, ny = C * ux - S * uy, S * ux + C * uy
                an, at = ax * ny - ay * nx, ax * nx + ay * ny - rr
                bn, bt = dx * ny - dy * nx, dx * nx + dy * ny - rr
                rate = nx * v[0, own] + ny * v[1, own] + v[2, own] * an - om * bn
                N = max(0.0, kt * depth - dtt * min(1.0, depth / 5e-7) * rate)
                sl = nx * v[1, own] - ny * v[0, own] + v[2, own] * at - om * bt
                F = mu * N * sl / math.sqrt(sl * sl + soft * soft)
                peak = max(peak, N)
                f[0, own] += N * nx + F * ny
                f[1, own] += N * ny - F * nx
                f[2, own] += N * an - F * at
                torque += F * bt - N * bn
            if j == 1:
                brake = load * min(1.0, t / ramp)
                rot[3, 1] += dt * (torque - brake) / J2
        for i in range(n):
            v[0, i] += dt * f[0, i] / m
            v[1, i] += dt * f[1, i] / m
            v[2, i] += dt * f[2, i] / J
        rot[2, 0] += dt * rot[3, 0]
        rot[2, 1] += dt * rot[3, 1]
    return peak


def time_yardstick() -> tuple[float, float]:
    """Microseconds per step and the driven angle in the end [rad]."""
    job = build(spec_from(drive()))
    best = math.inf
    for steps in (10, *[STEPS] * REPEATS):
        state, _ = start_state(job.spec, job.placed, job.system)
        system, chain = job.system, job.placed.chain
        q, v = link_view(system, state.q).copy(), link_view(system, state.u).copy()
        rot = np.vstack([rotor_view(system, state.q), rotor_view(system, state.u)[2]])
        arcs = np.vstack([job.placed.profiles[0].contour.shape[:2], np.zeros((1, 6))])
        arcs[2, 2] = job.placed.profiles[0].tip_radius
        p = (
            system.half[0], chain.link_mass, chain.link_inertia,
            chain.stiffness, chain.damping, system.groups[0].k, system.groups[0].d, 0.1,
            system.joints[0].radius, system.teeth.radius, 0.01, system.groups[0].soft,
            24,
        )  # fmt: skip
        start = time.process_time()
        yardstick(q, v, np.cos(q[2]), np.sin(q[2]), rot, arcs, p, DT, steps, 9.0, 0.02)
        if steps == STEPS:
            best = min(best, time.process_time() - start)
    return 1e6 * best / STEPS, float(rot[2, 1])


def time_catena(data: dict, steps: int = STEPS) -> tuple[float, float]:
    """Microseconds per step and the driven angle in the end [rad]."""
    job = build(spec_from(data))
    best = math.inf
    for rows in (1, *[steps // 50] * REPEATS):
        state, _ = start_state(job.spec, job.placed, job.system)
        work, samples = work_for(job.system), empty_samples(rows, state)
        start = time.process_time()
        advance(job.system, state, work, job.pace.step, 50, samples)
        if rows > 1:
            best = min(best, time.process_time() - start)
    return 1e6 * best / steps, float(rotor_view(job.system, state.q)[2, 1])


VARIANTS = {
    "yardstick, 64 links, regularised": None,
    "catena, 64 links, regularised": {},
    "catena, 64 links, set-valued": {"friction": "set-valued"},
    "catena, 240 links, regularised": {"links": 240},
}


def time_variant(name: str) -> tuple[float, float]:
    """Cost and angle of one variant, in this process."""
    more = VARIANTS[name]
    return time_yardstick() if more is None else time_catena(drive(**more))


def apart(name: str) -> tuple[float, float]:
    """The same in a process of its own: what compiled before it costs it nothing."""
    done = subprocess.run(
        [sys.executable, __file__, "--one", name],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    cost, angle = done.stdout.split()[-2:]
    return float(cost), float(angle)


def main() -> None:
    """Print one table: each variant in its own processes in turn, medians."""
    if "--one" in sys.argv:
        print(*time_variant(sys.argv[-1]))
        return
    rounds = [{name: apart(name) for name in VARIANTS} for _ in range(PROCESSES)]
    first, *_ = VARIANTS
    for name in VARIANTS:
        cost = statistics.median(one[name][0] for one in rounds)
        ratio = statistics.median(one[name][0] / one[first][0] for one in rounds)
        print(f"{name:34} {cost:7.2f} us/step   {ratio:.2f}")
        if name.endswith("64 links, regularised"):
            print(f"  driven angle {rounds[0][name][1]:.9f} rad")
    if "--timing" in sys.argv:
        place = Path(__file__).parents[1] / "examples" / "roller_chain_timing.toml"
        data = load(place).model_dump(mode="python")
        data |= {"start": {"shape": "path"}}
        data["solve"] |= {"load_ramp": 0.0}
        cost, _ = time_catena(data, 5_000)
        print(f"timing drive, dt 2e-6              {cost:7.2f} us/step   "
              f"{cost / 2.0:.1f} s per simulated second")  # fmt: skip


if __name__ == "__main__":
    main()
