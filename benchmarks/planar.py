"""How fast the planar engine is, against hand-written kernels of the same physics.

    python benchmarks/planar.py

prints steps per second, the ratio to the yardsticks, the growth with the number of
bodies, and the time to compile. The yardsticks know exactly one system each: no
tables, no branches, no ledger.
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
import tempfile
import time

import numba
import numpy as np

from catena.codes import Status
from catena.integrators.half_explicit import advance_unjointed
from catena.planar import Coulomb, PlanarSystem, SpringDamper
from catena.tables.contacts import PercussionOptions
from catena.tables.system import contact_count

PITCH, RADIUS, ROLLER = 0.0127, 0.004, 0.006
MASS, INERTIA = 0.0083, 3.0e-7
JOINT, JOINT_DAMPING = 2.0e7, 20.0
GROUND, GROUND_DAMPING, MU = 1.0e7, 100.0, 0.1
STEP = 1e-6
TOLERANCE = 1e-4
"""Largest change of a percussion in the last sweep, relative to its size."""
CHAIN_BOUND = MU * MASS * 9.81 * STEP
OVERLAP = 1e-7
PILE_BOUND = MU * GROUND * 2.0 * OVERLAP * STEP


PIN, TENSION, SPIN = 0.002, 230.0, 30.0
"""Radius of pins [m], pull at the ends of a chain with friction in its pins [N], and
how fast its links turn at first [rad/s]: as in a roller chain under load."""
FORCE_TOLERANCE = 1.0
"""Of friction forces [N], as the roller chain has it."""


def chain(links: int, touching: int, friction: float = 0.0):
    """A chain of links lying on a floor with some of its rollers, pulled along.

    With friction in its pins it is under tension, and its links turn.
    """
    plan = PlanarSystem(gravity=(0.0, -9.81))
    floor = plan.ground.line((0.0, 1.0))
    law = SpringDamper(GROUND, GROUND_DAMPING)
    sunk = MASS * 9.81 / GROUND
    stretch, dry = (TENSION / JOINT, Coulomb(friction)) if friction else (0.0, None)
    spins = SPIN * np.random.default_rng(1).standard_normal(links) * bool(friction)
    bodies = []
    for k, spin in enumerate(spins):
        at, speed = (k * (PITCH + stretch), ROLLER - sunk), {"velocity": (0.5, 0.0)}
        body = plan.body(f"l{k}", MASS, INERTIA, at, **speed, spin=float(spin))
        bodies.append(body)
    for k in range(links - 1):
        left, right = (
            bodies[k].point((PITCH / 2, 0)),
            bodies[k + 1].point((-PITCH / 2, 0)),
        )
        pin = {"friction": dry, "pin_radius": PIN} if dry else {}
        plan.journal(f"j{k}", left, right, JOINT, JOINT_DAMPING, **pin)
    if dry:
        plan.load(bodies[0], "x", -TENSION)
        plan.load(bodies[-1], "x", TENSION)
    for k in range(touching):
        b = bodies[(k * links) // touching]
        plan.contact(f"c{k}", b.circle(ROLLER), floor, law, Coulomb(MU), group="floor")
    return plan.build()


@numba.njit(error_model="numpy")
def chain_yardstick(q, u, touch, warm, dt, n, tolerance):
    """The same chain by hand: joints, floor contacts, friction by sweeps."""
    links = q.shape[0]
    h = np.zeros((links, 3))
    half = PITCH / 2
    for _ in range(n):
        for b in range(links):
            for k in range(3):
                q[b, k] += 0.5 * dt * u[b, k]
                h[b, k] = 0.0
            h[b, 1] = -9.81 * MASS
        for j in range(links - 1):
            c_a, s_a = math.cos(q[j, 2]), math.sin(q[j, 2])
            c_b, s_b = math.cos(q[j + 1, 2]), math.sin(q[j + 1, 2])
            a_x, a_y, b_x, b_y = half * c_a, half * s_a, -half * c_b, -half * s_b
            d_x = q[j + 1, 0] + b_x - q[j, 0] - a_x
            d_y = q[j + 1, 1] + b_y - q[j, 1] - a_y
            v_x = u[j + 1, 0] - u[j + 1, 2] * b_y - u[j, 0] + u[j, 2] * a_y
            v_y = u[j + 1, 1] + u[j + 1, 2] * b_x - u[j, 1] - u[j, 2] * a_x
            f_x = JOINT * d_x + JOINT_DAMPING * v_x
            f_y = JOINT * d_y + JOINT_DAMPING * v_y
            h[j, 0] += f_x
            h[j, 1] += f_y
            h[j, 2] += a_x * f_y - a_y * f_x
            h[j + 1, 0] -= f_x
            h[j + 1, 1] -= f_y
            h[j + 1, 2] -= b_x * f_y - b_y * f_x
        bound = np.zeros(touch.size)
        for k in range(touch.size):
            b = touch[k]
            gap = q[b, 1] - ROLLER
            force = 0.0
            if gap <= 0.0:
                force = max(-GROUND * gap - GROUND_DAMPING * u[b, 1], 0.0)
                h[b, 1] += force
            bound[k] = MU * force * dt
        for b in range(links):
            u[b, 0] += dt * h[b, 0] / MASS
            u[b, 1] += dt * h[b, 1] / MASS
            u[b, 2] += dt * h[b, 2] / INERTIA
        G = 1.0 / MASS + ROLLER * ROLLER / INERTIA
        for k in range(touch.size):
            u[touch[k], 0] += warm[k] / MASS
            u[touch[k], 2] += ROLLER * warm[k] / INERTIA
        for _sweep in range(200):
            largest = 0.0
            for k in range(touch.size):
                b = touch[k]
                slip = u[b, 0] + ROLLER * u[b, 2]
                new = min(max(warm[k] - slip / G, -bound[k]), bound[k])
                change = new - warm[k]
                warm[k] = new
                u[b, 0] += change / MASS
                u[b, 2] += ROLLER * change / INERTIA
                largest = max(largest, abs(change))
            if largest <= tolerance:
                break
        for b in range(links):
            for k in range(3):
                q[b, k] += 0.5 * dt * u[b, k]


def pile(columns: int, rows: int):
    """Discs in a dense grid, every one touching its neighbours and its walls."""
    plan = PlanarSystem()
    law = SpringDamper(GROUND, GROUND_DAMPING)
    r = 0.5 * PITCH
    bodies = {}
    rng = np.random.default_rng(1)
    for i in range(columns):
        for k in range(rows):
            wobble = 0.1 * OVERLAP * rng.standard_normal(2)
            at = (i * PITCH + wobble[0], k * PITCH + wobble[1])
            spin = 100.0 + float(rng.standard_normal())
            bodies[i, k] = plan.body(f"d{i}_{k}", MASS, INERTIA, at, spin=spin)
    reach = r + OVERLAP
    shifts = [(1, 0), (0, 1)]
    for (i, k), body in bodies.items():
        for a, b in shifts:
            other = bodies.get((i + a, k + b))
            if other is not None:
                one, two = body.circle(reach), other.circle(reach)
                plan.contact(f"c{i}_{k}_{a}", one, two, law, Coulomb(MU), group="disc")
        for m in range(4):
            angle = math.pi / 4 + m * math.pi / 2
            post = (
                i * PITCH + PITCH / math.sqrt(2) * math.cos(angle),
                k * PITCH + PITCH / math.sqrt(2) * math.sin(angle),
            )
            size = PITCH / math.sqrt(2) - r
            pin = plan.ground.circle(size, post)
            plan.contact(
                f"p{i}_{k}_{m}", body.circle(reach), pin, law, Coulomb(MU), group="post"
            )
    return plan.build()


@numba.njit(error_model="numpy")
def pile_yardstick(q, u, body_a, body_b, at, r_a, r_b, warm, dt, n, tolerance):
    """Discs and posts by hand: circle contacts, friction by sweeps."""
    bodies, contacts = q.shape[0], body_a.size
    h = np.zeros((bodies, 3))
    t_x, t_y, bound = np.zeros(contacts), np.zeros(contacts), np.zeros(contacts)
    to_b = np.zeros(contacts)  # from the centre of B to the surface of A
    live = np.zeros(contacts, dtype=np.int64)
    for _ in range(n):
        for b in range(bodies):
            for k in range(3):
                q[b, k] += 0.5 * dt * u[b, k]
                h[b, k] = 0.0
        count = 0
        for i in range(contacts):
            a, b = body_a[i], body_b[i]
            d_x, d_y = q[a, 0] - at[i, 0], q[a, 1] - at[i, 1]
            v_x, v_y = u[a, 0], u[a, 1]
            if b >= 0:
                d_x, d_y = q[a, 0] - q[b, 0], q[a, 1] - q[b, 1]
                v_x, v_y = v_x - u[b, 0], v_y - u[b, 1]
            distance = math.sqrt(d_x * d_x + d_y * d_y)
            gap = distance - r_a[i] - r_b[i]
            if gap > 0.0:
                warm[i] = 0.0
                continue
            n_x, n_y = d_x / distance, d_y / distance
            force = max(-GROUND * gap - GROUND_DAMPING * (n_x * v_x + n_y * v_y), 0.0)
            h[a, 0] += n_x * force
            h[a, 1] += n_y * force
            if b >= 0:
                h[b, 0] -= n_x * force
                h[b, 1] -= n_y * force
            d_x, d_y = d_x + 0.5 * dt * v_x, d_y + 0.5 * dt * v_y  # half a step ahead
            distance = math.sqrt(d_x * d_x + d_y * d_y)
            t_x[i], t_y[i], bound[i] = d_y / distance, -d_x / distance, MU * force * dt
            to_b[i] = distance - r_a[i]
            live[count] = i
            count += 1
        for b in range(bodies):
            u[b, 0] += dt * h[b, 0] / MASS
            u[b, 1] += dt * h[b, 1] / MASS
            u[b, 2] += dt * h[b, 2] / INERTIA
        for j in range(count):
            i = live[j]
            push(u, body_a[i], t_x[i], t_y[i], r_a[i], warm[i])
            if body_b[i] >= 0:
                push(u, body_b[i], -t_x[i], -t_y[i], to_b[i], warm[i])
        for _sweep in range(500):
            largest = 0.0
            for j in range(count):
                i = live[j]
                a, b = body_a[i], body_b[i]
                slip = t_x[i] * u[a, 0] + t_y[i] * u[a, 1] + r_a[i] * u[a, 2]
                G = 1.0 / MASS + r_a[i] ** 2 / INERTIA
                if b >= 0:
                    slip -= t_x[i] * u[b, 0] + t_y[i] * u[b, 1] - to_b[i] * u[b, 2]
                    G += 1.0 / MASS + to_b[i] ** 2 / INERTIA
                new = min(max(warm[i] - slip / G, -bound[i]), bound[i])
                change = new - warm[i]
                warm[i] = new
                push(u, a, t_x[i], t_y[i], r_a[i], change)
                if b >= 0:
                    push(u, b, -t_x[i], -t_y[i], to_b[i], change)
                largest = max(largest, abs(change))
            if largest <= tolerance:
                break
        for b in range(bodies):
            for k in range(3):
                q[b, k] += 0.5 * dt * u[b, k]


@numba.njit(error_model="numpy")
def push(u, b, t_x, t_y, r, P):
    """Add the percussion P at the rim of disc b."""
    u[b, 0] += t_x * P / MASS
    u[b, 1] += t_y * P / MASS
    u[b, 2] += r * P / INERTIA


def timed(*actions, repeats=7):
    """Best processor seconds of each action, taken in turn after one warm-up."""
    best = [math.inf] * len(actions)
    for action in actions:
        action()
    for _ in range(repeats):
        for k, action in enumerate(actions):
            begun = time.thread_time()
            action()
            best[k] = min(best[k], time.thread_time() - begun)
    return best


def engine_action(model, n, bound, options=None):
    """N steps of the engine of systems, and the state they change."""
    state, work = model.start(), model.work()
    if options is None:
        options = PercussionOptions(
            relative_tolerance=0.0, absolute_tolerance=TOLERANCE * bound
        )

    def action():
        end = int(state.memory.watch.steps[0]) + n
        while (left := end - int(state.memory.watch.steps[0])) > 0:
            status = advance_unjointed(model.system, state, work, STEP, left, options)
            assert status in (Status.OK, Status.PAUSED), status

    return action, state


def sweeps_per_step(state):
    """Contact sweeps per step so far."""
    return state.memory.report.total_sweeps[0] / int(state.memory.watch.steps[0])


def compare_chain(links, touching, n):
    """Engine and yardstick on the chain; both must end at the same place."""
    model = chain(links, touching)
    steps, state = engine_action(model, n, CHAIN_BOUND)
    q = model.state.q[3:].reshape(-1, 3).copy()
    u = model.state.u[3:].reshape(-1, 3).copy()
    touch = np.array([(k * links) // touching for k in range(touching)])
    warm = np.zeros(touching)

    def action():
        chain_yardstick(q, u, touch, warm, STEP, n, TOLERANCE * CHAIN_BOUND)

    engine, yard = timed(steps, action)
    apart = np.abs(state.q[3:].reshape(-1, 3) - q).max()
    return engine / n, yard / n, sweeps_per_step(state), apart


def compare_pile(columns, rows, n):
    """Engine and yardstick on the discs; both must end at the same place."""
    model = pile(columns, rows)
    steps, state = engine_action(model, n, PILE_BOUND)
    table = model.system.contours.candidates
    body_a, body_b = table.body_a - 1, table.body_b - 1
    at, r_a, r_b = (
        table.par[:, 4:6].copy(),
        table.par[:, 2].copy(),
        table.par[:, 6].copy(),
    )
    q = model.state.q[3:].reshape(-1, 3).copy()
    u = model.state.u[3:].reshape(-1, 3).copy()
    warm = np.zeros(body_a.size)

    def action():
        pile_yardstick(
            q, u, body_a, body_b, at, r_a, r_b, warm, STEP, n, TOLERANCE * PILE_BOUND
        )

    engine, yard = timed(steps, action)
    apart = np.abs(state.q[3:].reshape(-1, 3) - q).max()
    active = contact_count(state)
    return engine / n, yard / n, sweeps_per_step(state), apart, active


def engine_seconds(model, n, bound):
    """Seconds per step of the generic engine."""
    return timed(engine_action(model, n, bound)[0], repeats=3)[0] / n


def growth(sizes):
    """Exponent of the cost per step over the number of links."""
    cost = [
        engine_seconds(chain(n, n // 3), max(60000 // n, 20), CHAIN_BOUND)
        for n in sizes
    ]
    slope = float(np.polyfit(np.log(sizes), np.log(cost), 1)[0])
    return cost, slope


def pin_friction_seconds(options):
    """Seconds per step and sweeps of the chain with friction in its pins."""
    n = 4000
    steps, state = engine_action(chain(64, 20, MU), n, 0.0, options)
    return timed(steps)[0] / n, sweeps_per_step(state)


PIN_PROCESS = """
from benchmarks.planar import FORCE_TOLERANCE, STEP, pin_friction_seconds
from catena.tables.contacts import PercussionOptions
loose = {"relative_tolerance": 0.0, "absolute_tolerance": FORCE_TOLERANCE * STEP}
for options in (PercussionOptions(**loose), PercussionOptions()):
    print(*pin_friction_seconds(options))
"""
ROLLER_CHAIN = """
from benchmarks.roller_chain import drive, time_catena
print(1e-6 * time_catena(drive(friction="set-valued"))[0])
"""


def compare_pins():
    """A system's chain with friction in its pins, and the roller chain's own step.

    Each in a process of its own: the second kernel of a process may be slower.
    """
    chain_step = min(printed(ROLLER_CHAIN)[0] for _ in range(3))
    numbers = printed(PIN_PROCESS)
    loose, tight = numbers[:2], numbers[2:]
    print(
        f"chain with friction in 63 pins, to 1 N: {loose[0] * 1e6:.2f} us/step, "
        f"{loose[1]:.1f} sweeps, roller chain {chain_step * 1e6:.2f}, "
        f"ratio {loose[0] / chain_step:.2f} (limit 1.5); "
        f"to 1e-9: {tight[0] * 1e6:.2f} us/step, {tight[1]:.1f} sweeps"
    )


def printed(code, **environment):
    """The numbers that a process prints."""
    command, surroundings = [sys.executable, "-c", code], os.environ | environment
    done = subprocess.run(
        command, env=surroundings, capture_output=True, text=True, check=True
    )
    return [float(word) for word in done.stdout.split()]


PROCESS = """
import time
from benchmarks.planar import chain
model = chain(8, 3)
from catena.integrators.half_explicit import advance_unjointed
from catena.tables.contacts import PercussionOptions
options = PercussionOptions()
advance_unjointed(model.system, model.start(), model.work(), 1e-6, 2, options)
print(time.process_time())
"""


def process_seconds(cache):
    """Processor seconds of a fresh process to the end of its second step."""
    return printed(PROCESS, XDG_CACHE_HOME=cache)[0]


def main() -> None:
    """Print the table."""
    engine, yard, sweeps, apart = compare_chain(64, 20, 4000)
    print(
        f"chain, 64 links, 20 contacts: {engine * 1e6:.2f} us/step, "
        f"yardstick {yard * 1e6:.2f}, ratio {engine / yard:.2f} (limit 3), "
        f"{sweeps:.1f} sweeps, apart {apart:.1e} m"
    )
    engine, yard, sweeps, apart, active = compare_pile(20, 20, 200)
    print(
        f"pile, 400 discs, {active} contacts: {engine * 1e6:.0f} us/step, "
        f"yardstick {yard * 1e6:.0f}, ratio {engine / yard:.2f} (limit 2.5), "
        f"{sweeps:.1f} sweeps, apart {apart:.1e} m"
    )
    compare_pins()
    sizes = [125, 250, 500, 1000, 2000]
    cost, slope = growth(sizes)
    listed = ", ".join(f"{n}: {c * 1e6:.1f}" for n, c in zip(sizes, cost, strict=True))
    print(f"us/step over links: {listed}; exponent {slope:.2f} (limit 1.1)")
    with tempfile.TemporaryDirectory() as cache:
        cold, warm = process_seconds(cache), process_seconds(cache)
    print(f"process: cold {cold:.1f} s (limit 60), warm {warm:.2f} s (limit 1.5)")


if __name__ == "__main__":
    main()
