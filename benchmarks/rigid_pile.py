"""How fast rigid discs fall into a box, against a hand-written kernel of plain sweeps.

    python benchmarks/rigid_pile.py

prints milliseconds per step over the whole fall, impacts and settling included, and
the ratio to the yardstick. Both do Moreau's step with unilateral contacts, Coulomb
friction and warm start, to the same tolerance. The yardstick knows discs in a box and
nothing else, sweeps forth and back, and goes on where its sweeps reach their cap; the
engine would stop. Its steps over the cap are counted. Last, what the list of events
costs a step.
"""

from __future__ import annotations

import math
import sys
import time

import numba
import numpy as np

from catena.codes import Status
from catena.contact.events import note_contacts
from catena.integrators.rescue import advance
from catena.planar import Coulomb, PlanarSystem, Unilateral
from catena.tables.contacts import PercussionOptions

RADIUS, DENSITY, MU, GRAVITY = 0.01, 10.0, 0.3, 9.81
STEP, CAP = 2e-4, 2000


def discs(n):
    """Centres, radii and the width of the box of n discs in layers, a little askew."""
    rng = np.random.default_rng(1)
    columns, pitch = max(4, round(math.sqrt(n))), 2.2 * RADIUS
    k = np.arange(n)
    i, j = k % columns, k // columns
    x = i * pitch + 0.1 * RADIUS * rng.standard_normal(n) + RADIUS * (j % 2 - 0.5) / 2
    radius = RADIUS * (0.8 + 0.2 * rng.random(n))
    return np.column_stack([x, RADIUS + 1.05 * j * pitch]), radius, columns * pitch


def box(n):
    """The discs as a planar system: every one may touch every other."""
    at, radius, width = discs(n)
    plan = PlanarSystem(gravity=(0.0, -GRAVITY))
    walls = [
        plan.ground.line((0.0, 1.0)),
        plan.ground.line((1.0, 0.0), (-2.0 * RADIUS, 0.0)),
        plan.ground.line((-1.0, 0.0), (width, 0.0)),
    ]
    law, friction = Unilateral(), Coulomb(MU)
    circles = []
    for k in range(n):
        mass = DENSITY * math.pi * radius[k] ** 2
        body = plan.body(f"d{k}", mass, 0.5 * mass * radius[k] ** 2, tuple(at[k]))
        circles.append(body.circle(float(radius[k])))
    for k, circle in enumerate(circles):
        for w, wall in enumerate(walls):
            plan.contact(f"w{w}_{k}", circle, wall, law, friction, group="wall")
        for m in range(k + 1, n):
            plan.contact(f"c{k}_{m}", circle, circles[m], law, friction, group="disc")
    return plan.build()


@numba.njit(error_model="numpy")
def yardstick(q, u, r, width, warm, steps, tolerance):
    """The same fall by hand; returns (sweeps, steps over the cap)."""
    n = r.size
    most = 12 * n
    a, b = np.zeros(most, dtype=np.int64), np.zeros(most, dtype=np.int64)
    d_x, d_y, P, T = np.zeros(most), np.zeros(most), np.zeros(most), np.zeros(most)
    total, over = 0, 0
    for _ in range(steps):
        count = 0
        for i in range(n):
            for k in range(3):
                q[i, k] += 0.5 * STEP * u[i, k]
        for i in range(n):
            for j in range(i + 1, n + 3):
                if j < n:
                    x, y = q[i, 0] - q[j, 0], q[i, 1] - q[j, 1]
                    near = r[i] + r[j]
                    if x * x + y * y > near * near:
                        warm[i, j] = 0.0
                        continue
                    size = math.sqrt(x * x + y * y)
                    x, y = x / size, y / size
                elif j == n:
                    x, y = 0.0, 1.0
                    if q[i, 1] > r[i]:
                        warm[i, j] = 0.0
                        continue
                else:
                    x, y = (1.0, 0.0) if j == n + 1 else (-1.0, 0.0)
                    gap = q[i, 0] + 2.0 * RADIUS if j == n + 1 else width - q[i, 0]
                    if gap > r[i]:
                        warm[i, j] = 0.0
                        continue
                a[count], b[count] = i, j
                d_x[count], d_y[count] = x, y
                P[count], T[count] = warm[i, j].real, warm[i, j].imag
                count += 1
            u[i, 1] -= GRAVITY * STEP
        for c in range(count):
            push(u, r, n, a[c], b[c], d_x[c], d_y[c], P[c], T[c])
        done = False
        for s in range(CAP):
            largest, scale = 0.0, 0.0
            for m in range(count):
                c = m if s % 2 == 0 else count - 1 - m
                i, j, x, y = a[c], b[c], d_x[c], d_y[c]
                g_N = x * u[i, 0] + y * u[i, 1]
                g_T = y * u[i, 0] - x * u[i, 1] + r[i] * u[i, 2]
                m_inv = 1.0 / (DENSITY * math.pi * r[i] ** 2)
                if j < n:
                    g_N -= x * u[j, 0] + y * u[j, 1]
                    g_T -= y * u[j, 0] - x * u[j, 1] - r[j] * u[j, 2]
                    m_inv += 1.0 / (DENSITY * math.pi * r[j] ** 2)
                new_P = max(P[c] - g_N / m_inv, 0.0)
                new_T = T[c] - g_T / (3.0 * m_inv)
                new_T = min(max(new_T, -MU * new_P), MU * new_P)
                push(u, r, n, i, j, x, y, new_P - P[c], new_T - T[c])
                largest = max(largest, abs(new_P - P[c]) + abs(new_T - T[c]))
                scale = max(scale, new_P)
                P[c], T[c] = new_P, new_T
            total += 1
            if largest <= tolerance * scale:
                done = True
                break
        over += not done and count > 0
        for c in range(count):
            warm[a[c], b[c]] = complex(P[c], T[c])
        for i in range(n):
            for k in range(3):
                q[i, k] += 0.5 * STEP * u[i, k]
    return total, over


@numba.njit(error_model="numpy")
def push(u, r, n, i, j, x, y, P, T):
    """Add the percussions of one contact to one or two discs."""
    m_inv = 1.0 / (DENSITY * math.pi * r[i] ** 2)
    u[i, 0] += m_inv * (x * P + y * T)
    u[i, 1] += m_inv * (y * P - x * T)
    u[i, 2] += 2.0 * m_inv / r[i] * T
    if j < n:
        m_inv = 1.0 / (DENSITY * math.pi * r[j] ** 2)
        u[j, 0] -= m_inv * (x * P + y * T)
        u[j, 1] -= m_inv * (y * P - x * T)
        u[j, 2] += 2.0 * m_inv / r[j] * T


@numba.njit
def note_often(tables, candidates, modes, memory, log, t, count):
    """Look for events of a step again and again."""
    for _ in range(count):
        note_contacts(tables, candidates, modes, memory, log, (t, STEP))


def events_seconds(model, state, work, count=10_000):
    """Seconds of the list of events in a step, at the contacts of a state."""
    memory, candidates = state.memory, model.system.contours.candidates
    rows = memory.rows, memory.slots, work.touching
    noted = memory.modes, memory.events, work.log, float(state.t[0])
    tables = rows, candidates, *noted
    note_often(*tables, 1)
    begun = time.thread_time()
    note_often(*tables, count)
    return (time.thread_time() - begun) / count


def engine_fall(n, steps, tolerance):
    """Seconds, final status, state and events' seconds of the generic engine."""
    model = box(n)
    state, work = model.start(), model.work()
    options = PercussionOptions(relative_tolerance=tolerance, max_sweeps=CAP)
    status, begun = Status.OK, time.thread_time()
    while (left := steps - int(state.memory.watch.steps[0])) > 0:
        tables = model.system, state, work, STEP, left, options
        status = Status(advance(*tables))
        if status not in (Status.OK, Status.PAUSED):
            break
    taken = time.thread_time() - begun
    return taken, status, state, events_seconds(model, state, work)


def yardstick_fall(n, steps, tolerance):
    """Seconds, sweeps and steps over the cap of the yardstick."""
    at, radius, width = discs(n)
    q = np.column_stack([at, np.zeros(n)])
    u, warm = np.zeros((n, 3)), np.zeros((n, n + 3), dtype=complex)
    yardstick(q.copy(), u.copy(), radius, width, warm.copy(), 1, tolerance)
    begun = time.thread_time()
    sweeps, over = yardstick(q, u, radius, width, warm, steps, tolerance)
    return time.thread_time() - begun, sweeps, over


def main(sizes=(40, 100), tolerances=(1e-6, 1e-9), steps=2500) -> None:
    """Print the table."""
    engine_fall(100, 1200, 1e-9)  # compiles all methods
    for n in sizes:
        for tolerance in tolerances:
            own, status, state, events = engine_fall(n, steps, tolerance)
            taken = int(state.memory.watch.steps[0])
            yard, sweeps, over = yardstick_fall(n, taken, tolerance)
            print(
                f"{n} discs, {taken} steps, tolerance {tolerance:.0e}: "
                f"{1e3 * own / taken:.3f} ms/step, "
                f"{state.memory.report.total_sweeps[0] / taken:.0f} sweeps; "
                f"yardstick {1e3 * yard / taken:.3f}, {sweeps / taken:.0f} sweeps, "
                f"{over} steps over the cap; ratio {own / yard:.2f}; {status.name}; "
                f"events {events / own * taken:.2%} of a step"
            )


if __name__ == "__main__":
    main(*([tuple(int(n) for n in sys.argv[1:])] if len(sys.argv) > 1 else []))
