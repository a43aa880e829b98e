"""Rollers, plates, teeth, bushes and guides in space: forces follow from their gaps.

One link with its two rollers is put anywhere near a wheel or a guide, at any speed.
"""

import math

import numpy as np
import pytest
from tests.plain import plain

from catena.bodies.spatial import start_links
from catena.drives.loading import load
from catena.drives.roller_chain.spatial.layout import layout_of
from catena.drives.roller_chain.spatial.tables import system_of
from catena.geometry.contour import contour_distance
from catena.integrators.spatial_implicit import find_contacts, place_wheels
from catena.integrators.spatial_motion import advance_bodies
from catena.laws.johnson import line_force
from catena.numerics.rotations import to_world
from catena.pairs.spatial_roller_bush import bush_energy
from catena.rows.spatial import new_rate
from catena.tables.checkpoint import copied
from catena.tables.contour import Feature
from catena.tables.spatial import ContactKind, state_for, work_for

pytestmark = plain
WAY = 1e-8
BEARING = {"stiffness": 2e7, "mass": 0.5, "axial_stiffness": 1e6,
           "tilt_stiffness": 2e3, "tilt_inertia": 1e-3}  # fmt: skip
CHANGED = {
    "even": {},
    "skewed": {
        "sprocket[0].skew": [0.01, -0.02],
        "sprocket[0].wobble": 0.01,
        "sprocket[0].eccentricity": 1e-4,
        "sprocket[0].bearing": BEARING,
    },
    "concentric": {"spatial.roller.concentric": True},
}


def one_link(name, values):
    """The tables of a drive with its first link and the rollers of that alone."""
    spec = load(f"examples/roller_chain_{name}_in_space.toml").with_values(values)
    system = system_of(spec, layout_of(spec))
    mine = system.roller[system.roller["link"] == 0]
    assert len(mine) == 2
    return system._replace(link=system.link[:1], roller=mine)


@pytest.fixture(scope="module", params=CHANGED)
def near_teeth(request):
    return one_link("bicycle", CHANGED[request.param])


@pytest.fixture(scope="module")
def near_guide():
    return one_link("conveyor", {})


def drawn(system, seed, place):
    """A state at a place of the middle of the link, and speeds along its own axes."""
    draws, state = np.random.default_rng(seed), state_for(system)
    tilt = 0.02 * draws.normal(size=2)
    half = 0.5 * place[3]
    q = np.array([math.cos(half), tilt[0], tilt[1], math.sin(half)])
    state.link_q[0, :3], state.link_q[0, 3:] = place[:3], q / np.linalg.norm(q)
    around = draws.uniform(0.0, 2.0 * math.pi, size=len(system.roller))
    for r, angle in enumerate(around):
        out = system.roller[r].clearance * draws.uniform(0.9, 1.05)
        if not system.roller[r].concentric:
            state.roller_q[r, :2] = out * math.cos(angle), out * math.sin(angle)
    speeds = (
        draws.normal(size=(1, 6)) * [1, 1, 1, 50, 50, 50],
        draws.normal(size=(len(system.roller), 3)) * [1, 1, 30],
        draws.normal(size=state.border_u.size),
    )
    state.roller_u[:], state.border_u[:] = speeds[1], speeds[2]
    work = work_for(system)
    start_links(system, state, work)
    state.link_u[0, :3] = to_world(work.R, 0, *speeds[0][0, :3])
    state.link_u[0, 3:] = speeds[0][0, 3:]
    return state, speeds


def found(system, state, dt=0.0):
    """Contacts of a state by their slots."""
    work = work_for(system)
    place_wheels(system, state, work)
    start_links(system, state, work)
    find_contacts(system, state, work, dt)
    return work, {int(r.slot): r for r in work.contact[: int(work.found[0])].copy()}


def moved(system, state, speeds, by):
    """The state a way further along the speeds."""
    state, work = copied(state), work_for(system)
    start_links(system, state, work)
    work.rhs_link[:], work.rhs_roller[:] = speeds[0], speeds[1]
    advance_bodies(state, work, by)
    state.border_q[:] += by * speeds[2]
    return state


def check_rates(system, state, speeds, seen):
    """Elastic forces change by stiffness times rate of closing; friction is bounded."""
    work, rows = found(system, state)
    work.rhs_link[:], work.rhs_roller[:] = speeds[0], speeds[1]
    work.rhs_border[6:] = speeds[2]
    ends = [found(system, moved(system, state, speeds, s * WAY))[1] for s in (1, -1)]
    for c, (slot, row) in enumerate(rows.items()):
        assert row.rate == pytest.approx(new_rate(work, c, 0), rel=1e-9, abs=1e-12)
        if row.k == 0.0 or any(
            slot not in end or end[slot].kind != row.kind for end in ends
        ):
            continue  # friction alone, or it closes or opens on the way
        change = (ends[0][slot].f - ends[1][slot].f) / (2.0 * WAY)
        close = 1e-3 if row.kind == ContactKind.BUSH else 1e-5  # its law is bent
        assert change == pytest.approx(-row.k * row.rate, rel=close, abs=1e-4 * row.k)
        normal = np.linalg.norm(work.J[c, 0, :3]) if row.roller < 0 else 1.0
        assert row.force == pytest.approx(normal * max(0.0, row.f), rel=1e-12)
        slips = [row.rate_1, row.rate_2][: 1 if row.kind == ContactKind.BUSH else 2]
        for e, slip in enumerate(slips, start=1):
            assert slip == pytest.approx(new_rate(work, c, e), rel=1e-9, abs=1e-12)
        fast = max(math.hypot(*slips), 1e-12)
        assert row.slip * fast <= row.bound * (1.0 + 1e-12)
        assert row.bound == pytest.approx(friction_of(system, row) * row.force)
        seen.add(ContactKind(int(row.kind)))


def friction_of(system, row):
    """Coefficient of the kind of a contact."""
    if row.kind == ContactKind.BUSH:
        return system.roller[row.roller].friction
    if row.kind == ContactKind.TOOTH:
        return system.laws.tooth[2]
    side = row.kind in (ContactKind.SIDE, ContactKind.TIP)
    return (system.laws.side if side else system.laws.rail)[2]


def test_teeth_and_bushes_press_as_their_gaps_close(near_teeth) -> None:
    """Around the first wheel, from the bottom of a gap to the tip, and beside it."""
    system, seen, draws = near_teeth, set(), np.random.default_rng(7)
    wheel = system.wheel[0]
    pitch = wheel.tip - 0.3 * system.roller[0].radius
    tops = wheel.tip + system.link[0].reach
    for seed in range(60):
        at = draws.uniform(0.0, 2.0 * math.pi)
        out = pitch + draws.uniform(-1.2, 0.6) * system.roller[0].radius
        beside = draws.uniform(0.0, 5e-4)
        if seed % 4 == 0:
            out, beside = tops - 5e-4 * draws.random(), draws.uniform(1e-3, 3e-3)
        z = wheel.z + draws.choice([-1.0, 1.0]) * beside
        x, y = wheel.x + out * math.cos(at), wheel.y + out * math.sin(at)
        turn = at + 0.5 * math.pi + 0.02 * draws.normal()
        check_rates(system, *drawn(system, seed, (x, y, z, turn)), seen)
    concentric = bool(system.roller.concentric.any())
    wanted = {ContactKind.TOOTH, ContactKind.SIDE, ContactKind.TIP}
    assert seen >= wanted | (set() if concentric else {ContactKind.BUSH})


def test_the_force_of_a_bush_is_the_slope_of_its_energy(near_guide) -> None:
    system = near_guide
    q = np.zeros((len(system.roller), 3))
    assert bush_energy(system, q) == 0.0
    q[0, :2] = 1.02 * system.roller[0].clearance * np.array([0.6, -0.8])
    q[1, 0] = -1.1 * system.roller[1].clearance
    for r, out in enumerate(np.hypot(q[:, 0], q[:, 1])):
        ends = []
        for step in (1e-3, -1e-3):
            moved = q.copy()
            moved[r] *= 1.0 + step
            ends.append(bush_energy(system, moved))
        law = system.roller[r]
        depth = out - law.clearance
        force = law.length * line_force(depth, law.modulus, law.clearance)
        assert (ends[0] - ends[1]) / (2e-3 * out) == pytest.approx(force, rel=1e-3)


def test_guides_and_their_walls_press_on_plates(near_guide) -> None:
    system, seen, draws = near_guide, set(), np.random.default_rng(8)
    rail = system.rail[0]
    play = rail.half - system.link[0].width_rear - system.link[0].plate
    middle = 0.5 * (rail.x_low + rail.x_high)
    for seed in range(30):
        y = top_of(system, middle) + rail.offset + draws.uniform(-1e-4, 2e-5)
        z = rail.z + draws.choice([-1.0, 1.0]) * (play + draws.uniform(-1e-4, 1e-4))
        place = (middle, y, z, 0.002 * draws.normal())
        check_rates(system, *drawn(system, seed, place), seen)
    assert seen == {ContactKind.RAIL, ContactKind.WALL, ContactKind.BUSH}


def top_of(system, x):
    """Height of the surface of the first guide at x [m]."""
    rail, contours = system.rail[0], system.contours
    high = rail.y_high + 1.0
    d, _, n_y, _ = contour_distance(
        contours.code, contours.shape, rail.first, rail.last, x - rail.x, high - rail.y
    )
    assert n_y == pytest.approx(1.0, abs=0.01)
    return high - d


def test_contacts_that_close_within_the_step_take_part(near_teeth) -> None:
    """A roller in front of the bottom of a gap, at rest and towards it."""
    system, wheel = near_teeth, near_teeth.wheel[0]
    roller = system.roller[0]
    for out in np.arange(wheel.tip, wheel.tip - 2.0 * roller.radius, -2e-5):
        state, _ = drawn(system, 3, (0.0, 0.0, 0.0, 0.0))
        for speed in (state.link_u, state.roller_u, state.border_u, state.roller_q):
            speed[:] = 0.0
        at = wheel.x + out - roller.x, wheel.y, wheel.z
        state.link_q[0] = *at, 1.0, 0.0, 0.0, 0.0
        if teeth_met(system, state):
            break
    state.link_q[0, 0] += 1e-4
    assert not teeth_met(system, state)
    assert not teeth_met(system, state, 1e-4)
    state.link_u[0, 0] = state.roller_u[:, 0] = -5.0
    assert not teeth_met(system, state, 1e-5)  # 50 um of 80 to 100
    ahead = teeth_met(system, state, 1e-4)
    assert ahead
    for row in ahead:
        assert row.f < 0.0 and row.force == 0.0 and row.bound == 0.0


def teeth_met(system, state, dt=0.0):
    """Contacts of the rollers with teeth."""
    rows = found(system, state, dt)[1].values()
    return [row for row in rows if row.kind == ContactKind.TOOTH]


def depths(system, work, state, r):
    """How deep roller r is in each facet of the first wheel, over all its gaps."""
    roller, wheel = system.roller[r], system.wheel[0]
    own = to_world(
        work.R, 0, roller.x + state.roller_q[r, 0], state.roller_q[r, 1], 0.0
    )
    away = state.link_q[0, :3] + own - work.centre[0]
    x, y, z = work.axes[0].reshape(3, 3).T @ away
    if abs(z) > wheel.half_width + 0.5 * roller.length:
        return {}
    deepest = {}
    for gap in range(wheel.teeth):
        turn = state.border_q[0] + 2.0 * math.pi * gap / wheel.teeth
        at = (x + 1j * y) * np.exp(-1j * turn)
        if abs(np.angle(at)) > math.pi / wheel.teeth:
            continue  # belongs to another gap
        for k in range(wheel.first, wheel.last):
            for side in (1.0, -1.0):
                facet, point = system.facet[k], at.real + 1j * side * at.imag
                if k == wheel.first and side * at.imag < 0.0:
                    continue
                depth = roller.radius - clear_of(facet, point)
                if depth > 0.0:
                    slot = 2 * r + (side < 0.0)
                    deepest[slot * len(system.facet) + k] = depth
    return deepest


def clear_of(facet, point):
    """Distance of a point from a facet, infinite where it lies beside."""
    d = point - (facet.x + 1j * facet.y)
    t, b = facet.t_x + 1j * facet.t_y, facet.b_x + 1j * facet.b_y

    def along(way):
        return (d * way.conjugate()).real

    if facet.kind == Feature.LINE:
        beside = not 0.0 <= along(t) <= facet.length
        return math.inf if beside else (d.conjugate() * t).imag
    if facet.kind == Feature.POINT:
        return math.inf if along(b) < 0.0 or along(t) > 0.0 else abs(d)
    if along(t) < abs(d) * facet.b_x:
        return math.inf
    out = abs(d) - facet.length
    return out if facet.kind == Feature.BUMP else -out


def put_roller(system, seed, out, at, z, along):
    """A state whose first roller stands at a distance and angle from the wheel."""
    wheel, roller = system.wheel[0], system.roller[0]
    place = wheel.x + 1j * wheel.y + out * np.exp(1j * at)
    place -= roller.x * np.exp(1j * (at + along))
    turned = (place.real, place.imag, wheel.z + z, at + along)
    return drawn(system, seed, turned)[0]


def check_touched(system, state):
    """Contacts of teeth are those of every facet there is; how many."""
    work, rows = found(system, state)
    wanted = {}
    for r in range(len(system.roller)):
        wanted |= depths(system, work, state, r)
    teeth = {
        slot - len(system.roller): row.f
        for slot, row in rows.items()
        if row.kind == ContactKind.TOOTH
    }
    forces = {slot: system.laws.tooth[0] * d for slot, d in wanted.items()}
    assert teeth == pytest.approx(forces, rel=1e-6, abs=1e-6)
    return len(wanted)


def test_whoever_touches_a_tooth_is_found(near_teeth) -> None:
    """Rollers anywhere around the wheel and beside it, against every facet there is."""
    system, draws, met = near_teeth, np.random.default_rng(11), 0
    wheel, roller = system.wheel[0], system.roller[0]
    far = wheel.half_width + 0.5 * roller.length
    for seed in range(60):
        at = draws.uniform(0.0, 2.0 * math.pi)
        out = wheel.tip + draws.uniform(-1.2, 1.02) * roller.radius
        z = 1.1 * far * draws.uniform(-1.0, 1.0)
        along = 0.0 if seed % 3 else 0.5 * math.pi
        met += check_touched(system, put_roller(system, seed, out, at, z, along))
    assert met > 20


def test_rollers_on_the_tips_of_teeth_are_found_at_their_very_ends(near_teeth) -> None:
    """The farthest place there is: above a tip, and as far beside the teeth."""
    system, met = near_teeth, 0
    wheel, roller = system.wheel[0], system.roller[0]
    far = wheel.half_width + 0.5 * roller.length
    still = drawn(system, 0, (0.0, 0.0, 0.0, 0.0))[0].border_q[0]
    for tooth in range(0, wheel.teeth, 4):
        at = still + (2.0 * tooth + 1.0) * math.pi / wheel.teeth
        for depth in (1e-5, 1e-4):
            out = wheel.tip + roller.radius - depth
            for z in (0.8 * far, -0.8 * far):
                met += check_touched(system, put_roller(system, 1, out, at, z, 0.0))
    assert met > 4
