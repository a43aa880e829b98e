"""The end of another planar run as the start of this one, also with other counts.

Elements and spans are pieces of one belt: piece j of n covers the share j/n to
(j + 1)/n of it. Places and velocities of the rocking edges, and knots of the ring, are
smooth along the belt and are read where the new pieces are; impulses of friction go
with the length of a piece. Then four things are put right, each by its own measure:

- knots move along the ring until its tension is the old one. Spans measure a bend by
  their middles, so that a ring of other spans is longer or shorter on the same course
  by some 1e-4, a tenth of its strain: rings and elements move outwards together until
  all of the length is right;
- elements move along the belt until the gaps between them are the old ones in
  proportion to the thickness, since thicker ones touch at larger angles of a wrap; what
  is left over goes where gaps are open;
- elements move along their height until saddles carry the old forces: rings of other
  spans bend differently where a wrap begins;
- grooves close until flanks carry the old forces, since the places of a flank lie
  further out on thicker elements.

With equal counts nothing changes. A Cosserat ring that follows on a spline ring, or has
other spans, starts with its sections upright on the fibre.

Source: [Cebulla2014] 4.3.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import CubicSpline

from catena.bodies.ring_spline import control_points, spline_points
from catena.drives.pushbelt_cvt.layout.belt_data import belt_data
from catena.drives.pushbelt_cvt.layout.data import BeltData, ElementData
from catena.drives.pushbelt_cvt.plan import system_of
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.pushbelt_cvt.start.course import (
    places_between,
    shifts,
    strained_knots,
)
from catena.drives.pushbelt_cvt.start.shafts import at_distance, shaft_ways
from catena.drives.pushbelt_cvt.start.state import angles_on, close_groove
from catena.errors import InputError
from catena.integrators.steps.pushbelt_limit import axial_forces, forces
from catena.integrators.steps.pushbelt_tables import (
    PULLEY_COUNT,
    Group,
    Memory,
    System,
    Work,
    empty_memory,
    work_for,
)
from catena.numerics.arrays import Floats
from catena.solvers.patches.belt_friction import Sweeps
from catena.tables.checkpoint import arrays_of
from catena.tables.state import State, empty_ledger

Arrays = Mapping[str, NDArray[Any]]
STATE = "state."
CORRECTIONS = 4
"""How often pieces are moved until the ways between them are right."""
SAME = 1e-9
"""Relative difference of lengths up to which they are the same."""


def spec_of(text: str) -> Spec:
    """The specification of another run of this kind."""
    from catena.drives.loading import loads

    found = loads(text, "start.from: stored specification")
    assert isinstance(found, Spec)
    return found


def planar_arrays(data: BeltData, arrays: Arrays, text: str) -> Arrays:
    """The end of another run as a planar belt with these numbers starts from it.

    Raises:
        InputError: it is a belt in space, or of another variator.
    """
    other = spec_of(text)
    if other.fidelity == "spatial":
        raise InputError(
            "start.from: is a run in space; expected a planar one, "
            "from which belts in space start too"
        )
    return arrays_in_state(planar_state(data, other, arrays))


def arrays_in_state(state: State) -> Arrays:
    """Arrays of a state by their names in a checkpoint."""
    return {STATE + name: values for name, values in arrays_of(state).items()}


def planar_state(data: BeltData, other: Spec, arrays: Arrays) -> State:
    """The end of another planar run with the counts of this one.

    Raises:
        InputError: it is of another variator.
    """
    old, memory = _data_of(other), _memory(arrays)
    refuse_other_variator(data, old)
    before = _state(arrays[STATE + "q"].copy(), arrays[STATE + "u"].copy(), memory)
    if (old.element.count, old.ring.spans) != (data.element.count, data.ring.spans):
        before = _other_counts(before, old, data)
    elif old.ring.angles != data.ring.angles:
        before = _other_sections(before, old, data)
    return _seen_from(before, old, data)


def _data_of(other: Spec) -> BeltData:
    """The other variator, its shafts drawn as at its start."""
    data = belt_data(other)
    if not any(data.bearings):
        return data
    ways = shaft_ways(other)
    distance = at_distance(other, ways).variator.centre_distance
    return replace(data, centre_distance=distance, shafts=ways)


def _seen_from(before: State, old: BeltData, new: BeltData) -> State:
    """The belt in this run's frame, which begins at its own drawn primary shaft."""
    way = old.shafts[0] - new.shafts[0]
    before.q[: new.element.count] += way
    _ring_of(before.q, new)[0] += way
    return before


def _ring_of(flat: Floats, data: BeltData) -> Floats:
    """Control points (2, m) as a view of q or u."""
    first = 3 * data.element.count + 4 * PULLEY_COUNT
    return flat[first : first + 2 * data.ring.spans].reshape(2, -1)


def _after_ring(data: BeltData) -> int:
    """Where the shafts begin in q and u, behind the ring and its sections."""
    ring = data.ring
    return 3 * data.element.count + 4 * PULLEY_COUNT + 2 * ring.spans + ring.angles


def _other_sections(before: State, old: BeltData, new: BeltData) -> State:
    """The same belt with the angles its ring has now: upright sections, or none."""
    turns = angles_on(new, _ring_of(before.q, old), _ring_of(before.u, old))
    end, kept = _after_ring(old), _after_ring(old) - old.ring.angles
    q, u = (
        np.concatenate([flat[:kept], angles[0], flat[end:]])
        for flat, angles in zip((before.q, before.u), turns, strict=True)
    )
    return before._replace(q=q, u=u)


def _other_counts(before: State, old: BeltData, new: BeltData) -> State:
    """A belt cut into other pieces, with its tension, gaps and flank forces."""
    n, count = old.element.count, new.element.count
    loaded, work = _loaded(old, before)
    gaps, above = work.pairs.g_rock.copy(), work.saddles.gap.copy()
    knots, out = _knots(before, work.tension / old.ring.axial_stiffness, old, new)
    normal = axial_forces(loaded, deepcopy(before), work)
    before = _moved_outwards(before, old, out)
    places = pieces(n, count)
    found, up = _cut(before, old, new, places, knots), np.zeros(count)
    wanted = (n / count) * _between(gaps, places, n / count)
    for _ in range(CORRECTIONS):
        _, work = _loaded(new, found)
        more = wanted - work.pairs.g_rock
        open_gaps = np.maximum(wanted, 0.0) + 1e-9
        up += work.saddles.gap - np.interp(places, np.arange(n), above, period=n)
        places = places + shifts(more, open_gaps) / old.element.thickness
        found = _cut(before, old, new, places, knots)
        _raise_elements(found.q, up)
    system = system_of(new, Sweeps(1.0, 1))
    kept = found.memory.place.copy()
    for p in range(PULLEY_COUNT):
        close_groove(system, found, p, float(normal[p]))
    found.memory.place[:] = kept
    return found


def _cut(
    before: State, old: BeltData, new: BeltData, places: Floats, knots: Floats
) -> State:
    """The belt with elements and knots at places counted in old ones."""
    n, q, u = old.element.count, before.q, before.u
    last, end = 3 * n + 4 * PULLEY_COUNT, _after_ring(old)
    body = _elements(q[: 3 * n], u[: 3 * n], old.element, new.element, places)
    ring = [_through(_ring_of(flat, old).T, knots).T for flat in (q, u)]
    turns = angles_on(new, *ring)

    def joined(flat: Floats, k: int) -> Floats:
        between = flat[3 * n : last]
        parts = (body[k], between, ring[k], turns[k], flat[end:])
        return np.concatenate([part.ravel() for part in parts])

    memory = _remembered(before.memory, old, new, places, knots)
    return _state(joined(q, 0), joined(u, 1), memory)


def _loaded(data: BeltData, state: State) -> tuple[System, Work]:
    """The system of a belt, and its gaps, forces and tensions in some state."""
    system = system_of(data, Sweeps(1.0, 1))
    work = work_for(system)
    forces(system, deepcopy(state), work)
    return system, work


def _between(values: Floats, places: Floats, share: float) -> Floats:
    """Values that belong to the way ahead of each old piece, at new ones."""
    n = values.size
    ahead = np.mod(places + 0.5 * share - 0.5, n)
    found: Floats = np.interp(ahead, np.arange(n), values, period=n)
    return found


def _knots(
    before: State, strain: Floats, old: BeltData, new: BeltData
) -> tuple[Floats, float]:
    """Places of new knots on the old ring, with the old strain between them.

    Also how far outwards the belt must move, so that its whole length fits [m].
    """
    points = _ring_of(before.q, old).T
    spans, count = old.ring.spans, new.ring.spans
    places = np.arange(count) * spans / count
    if spans == count:
        return places, 0.0
    scale = spans / old.ring.length

    def through(ways: Floats, out: float) -> Floats:
        return _through(_offset(points, out), scale * ways)

    wanted = _between(strain, places, spans / count)
    ways, out = strained_knots(through, places / scale, wanted, new.ring.length / count)
    return scale * ways, out


def _offset(points: Floats, out: float) -> Floats:
    """Control points (m, 2) of a ring parallel to another, further out [m]."""
    m = points.shape[0]
    along = np.roll(points, -1, 0) - np.roll(points, 1, 0)  # tangents at the knots
    size = np.hypot(along[:, 0], along[:, 1])
    outwards = np.stack([-along[:, 1], along[:, 0]], axis=1) / size[:, None]
    return control_points(spline_points(points, np.arange(float(m))) + out * outwards)


def _moved_outwards(before: State, old: BeltData, out: float) -> State:
    """The belt with all elements and its ring further out [m]."""
    n, moved = old.element.count, deepcopy(before)
    _raise_elements(moved.q, np.full(n, out))
    ring = _ring_of(moved.q, old)
    ring[:] = _offset(ring.T, out).T
    return moved


def _raise_elements(q: Floats, up: Floats) -> None:
    """Move elements along their height [m]."""
    x, y, angle = q[: 3 * up.size].reshape(3, up.size)
    x -= up * np.sin(angle)
    y += up * np.cos(angle)


def refuse_other_variator(here: BeltData, there: BeltData) -> None:
    """Refuse a belt that does not fit between these pulleys.

    Raises:
        InputError: with the first number that differs.
    """
    pairs = {
        "centre distance": (here.rest_distance, there.rest_distance, "m"),
        "ring length": (here.ring.length, there.ring.length, "m"),
        "width at the flanks": (
            2.0 * here.element.flank_half_width,
            2.0 * there.element.flank_half_width,
            "m",
        ),
        "half groove angle": (
            here.element.wedge_angle,
            there.element.wedge_angle,
            "rad",
        ),
    }
    if any(here.bearings) != any(there.bearings):
        has = ("rigid", "elastic")
        raise InputError(
            f"start.from: is a run with {has[any(there.bearings)]} bearings of the "
            f"shafts, here they are {has[any(here.bearings)]}"
        )
    for name, (mine, other, unit) in pairs.items():
        if abs(mine - other) > SAME * abs(mine):
            raise InputError(
                f"start.from: is a run of another variator, its {name} is "
                f"{other:.6g} {unit} there and {mine:.6g} {unit} here"
            )


def _memory(arrays: Arrays) -> Memory:
    """What contacts remembered.

    Raises:
        InputError: the run is of a version whose belts remembered less.
    """
    names = {name: f"{STATE}memory.{name}" for name in Memory._fields}
    absent = [name for name, key in names.items() if key not in arrays]
    if absent:
        raise InputError(f"start.from: its end state holds no {', '.join(absent)}")
    return Memory(*(arrays[key].copy() for key in names.values()))


def _state(q: Floats, u: Floats, memory: Memory) -> State:
    ledger = empty_ledger(len(Group), 2 * PULLEY_COUNT)
    return State(np.zeros(1), q, u, memory, ledger)


def _elements(
    q: Floats, u: Floats, old: ElementData, new: ElementData, places: Floats
) -> tuple[Floats, Floats]:
    """Rocking edges at mid-thickness read where the new elements are."""
    n, turn = old.count, -2.0 * np.pi  # the belt runs clockwise
    x, y, angle = q.reshape(3, n)
    angle = np.unwrap(angle)
    l_x, l_y = _arm(old, angle)
    v_x, v_y, w = u.reshape(3, n)
    even = turn * np.arange(n) / n
    along = np.stack(
        [x + l_x, y + l_y, angle - even, v_x - w * l_y, v_y + w * l_x, w], axis=1
    )
    x, y, angle, v_x, v_y, w = _read(along, places).T
    angle = angle + turn * places / n
    l_x, l_y = _arm(new, angle)
    return (
        np.stack([x - l_x, y - l_y, angle]),
        np.stack([v_x + w * l_y, v_y - w * l_x, w]),
    )


def _arm(element: ElementData, angle: Floats) -> tuple[Floats, Floats]:
    """From the centre of gravity to the rocking edge at mid-thickness."""
    along, level = element.gravity_shift, element.rocking_level
    c, s = np.cos(angle), np.sin(angle)
    return along * c - level * s, along * s + level * c


def pieces(old: int, new: int) -> Floats:
    """Middles of new pieces of a belt, counted in old ones, the first at 0."""
    return (np.arange(new) + 0.5) * old / new - 0.5


def _read(values: Floats, places: Floats) -> Floats:
    """Smooth values around the belt at places between them."""
    n = values.shape[0]
    closed = np.concatenate([values, values[:1]])
    found: Floats = CubicSpline(np.arange(n + 1), closed, bc_type="periodic")(places)
    return found


def _through(points: Floats, knots: Floats) -> Floats:
    """Control points of a ring through the points of another at its new knots."""
    return control_points(spline_points(points, knots))


def _remembered(
    memory: Memory, old: BeltData, new: BeltData, places: Floats, knots: Floats
) -> Memory:
    """Places on the ring and impulses; those of an element go with its thickness."""
    n, count = old.element.count, new.element.count
    flanks = len(new.element.flank_offsets)
    found = empty_memory(count, flanks)
    nearest = np.round(places).astype(np.int64) % n
    share = n / count
    found.P_saddle[:] = share * memory.P_saddle[nearest]
    found.P_edge[:] = memory.P_edge[nearest]
    if flanks == len(old.element.flank_offsets):
        rows = (flanks * nearest[:, None] + np.arange(flanks)).ravel()
        found.P_flank[:] = share * memory.P_flank[rows]
        found.closed[:] = memory.closed[rows]
    found.theta[:] = memory.theta
    spans = old.ring.spans
    unwound = np.unwrap(memory.place, period=spans) - spans * np.arange(n) / n
    above = _read(unwound[:, None], places)[:, 0] + spans * places / n
    found.place[:] = places_between(knots, above, float(spans))
    return found
