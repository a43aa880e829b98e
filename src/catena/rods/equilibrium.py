"""Equilibria of rods under growing loads, past limit points where asked.

Newton's method in load steps, every step damped so that no rotation changes by more
than 0.3 rad at once. Past a limit point the load falls while the rod goes on: then the
load factor is an unknown too, and a step is measured along the path (pseudo arc
length, Riks and Wempner; Keller's bordered equations).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from catena.errors import InputError, SolverError
from catena.numerics.arrays import Bools, Floats

MOST_ITERATIONS = 24
LARGEST_TURN = 0.3
"""Change of a rotation, or of a place over the length of the rod, in an iteration."""
SETTLED = 1e-10
"""Change of a coordinate over its size that ends the iterations."""
JUMP = 0.5
"""Share of the way between two loads that rates may leave open."""
ROUNDING = 1e-7
"""Change below which iterations that get no smaller are at their end."""
FEW, MANY = 4, 9
"""Iterations below which a step along the path grows, and above which it shrinks."""
SMALLEST = 1e-6
"""Load step, or step along the path over the first one, that ends the search."""
RIGID, RIGID_FORCE = 1e-11, 1e-6
"""Stiffness over the largest, and force over the loads, that count as none."""
AS_A_WHOLE = 1e-3
"""What a shift of the whole may leave, over it, where nothing holds it."""
LOOSE = 1e-10
"""Negative stiffness over the largest that turns a rod as a whole: no instability."""
MOST_STEPS = 2000
MOST_FALLS, FALL = 400, 0.1
"""Steps of a mechanism to where it hangs, and the largest of them."""


class Structure(Protocol):
    """What statics ask of a rod, or of anything else with a tangent."""

    @property
    def free(self) -> Bools:
        """Velocities that may differ from zero."""
        ...

    @property
    def sizes(self) -> Floats:
        """What counts as one, for every velocity."""
        ...

    @property
    def follows(self) -> bool:
        """Whether a load turns with the structure."""
        ...

    @property
    def loose(self) -> bool:
        """Whether nothing holds it as a whole."""
        ...

    @property
    def multipliers(self) -> int:
        """Unknowns that are forces of joints: each makes the tangent indefinite."""
        ...

    @property
    def force_scale(self) -> float:
        """Largest force or moment over the length that acts [N]."""
        ...

    def start(self) -> Any:
        """The place at rest."""
        ...

    def moved(self, place: Any, step: Floats) -> Any:
        """The place after a step."""
        ...

    def forces(self, place: Any, factor: float) -> Floats:
        """Loads times their factor, less inner forces."""
        ...

    def load(self, place: Any) -> Floats:
        """Loads at full size."""
        ...

    def stiffness(self, place: Any, factor: float) -> Floats:
        """-d forces / d place."""
        ...

    def shape(self, place: Any) -> Floats:
        """Places of the vertices."""
        ...

    def vertex_steps(self, step: Floats) -> Floats:
        """The part of a step that moves the vertices."""
        ...


@dataclass(frozen=True, eq=False)
class Equilibrium:
    """A rod at rest under a load."""

    rod: Any
    place: Any
    """Coordinates as the rod knows them."""
    factor: float
    """Of the loads."""
    unstable: int
    """Directions in which it would run away; 0 is stable."""

    @property
    def points(self) -> Floats:
        """Places of the vertices [m]."""
        return np.asarray(self.rod.shape(self.place))


def statics(
    rod: Structure,
    factor: float = 1.0,
    *,
    steps: int = 10,
    path: bool = False,
    step: float = 0.05,
    stop: Any = None,
) -> list[Equilibrium]:
    """Equilibria of a rod while its loads grow.

    Args:
        rod: With its loads.
        factor: Of the loads, at the end.
        steps: Load steps, without ``path``.
        path: Follow the path past limit points instead, until the factor is reached,
            or ``stop`` says so.
        step: First step along the path: change of places over the rod's length, of
            rotations in rad and of the load factor, together.
        stop: A function of an equilibrium that ends the path when it is true.

    Returns:
        One equilibrium per step, the unloaded state first.

    Raises:
        SolverError: There is none beyond a load, or the path cannot be followed.
    """
    if not hasattr(rod, "stiffness"):
        raise InputError(f"statics: found {rod!r}; expected a Rod or a SpatialRod")
    if steps < 1 or not step > 0.0:
        raise InputError("statics: expected at least one step, above 0")
    if path:
        return _path(rod, factor, step, stop)
    return _load_steps(rod, factor, steps)


def _load_steps(rod: Structure, factor: float, steps: int) -> list[Equilibrium]:
    place, _ = _settled(rod, rod.start(), 0.0)
    found = [_equilibrium(rod, place, 0.0)]
    now, part = 0.0, 1.0 / steps
    for share in np.arange(1, steps + 1) / steps:
        while now < share - 1e-12:
            aim = min(now + part, float(share))
            answer, ok = _settled(rod, place, aim * factor)
            if ok and _continues(rod, place, answer, (now * factor, aim * factor)):
                place, now, part = answer, aim, 2.0 * part
                continue
            part = 0.5 * (aim - now)
            if now == 0.0 and part < 0.01 / steps and not _pushed(rod, place):
                answer, ok = _fallen(rod, place, float(share) * factor)
                if ok:
                    place, now, part = answer, float(share), 1.0 / steps
                    continue
            if part < SMALLEST:
                held = ""
                if rod.loose:
                    whole = _pushed(rod, place)
                    held = f"nothing holds {'it' if whole else 'a part of it'}"
                    held += " as a whole; " if whole else "; "
                raise SolverError(
                    f"statics: no equilibrium beyond {now * factor:.6g} of the load; "
                    f"{held}follow the path past a limit point (path = True)"
                )
        made = _equilibrium(rod, place, float(share) * factor)
        if made.unstable > found[-1].unstable and not rod.follows:
            raise SolverError(
                f"statics: the rod buckles between {found[-1].factor:.6g} and "
                f"{made.factor:.6g} of the load; disturb it a little and follow the "
                "path (path = True)"
            )
        found.append(made)
    return found


def _pushed(rod: Structure, place: Any) -> bool:
    """Whether nothing holds all of it against the sum of its loads.

    A part that hangs loose in a system is none: its loads take it to where it is held.
    """
    net = rod.vertex_steps(rod.load(place)).sum(axis=0)
    size = float(np.abs(net).max())
    if not rod.loose or size <= RIGID_FORCE * rod.force_scale:
        return False
    own, sizes = rod.free, rod.sizes[rod.free]
    K = sizes[:, None] * rod.stiffness(place, 0.0)[np.ix_(own, own)] * sizes
    values, vectors = np.linalg.eigh(0.5 * (K + K.T))
    shapes = []
    for still in vectors[:, np.abs(values) < RIGID * np.abs(values).max()].T:
        step = np.zeros(own.size)
        step[own] = sizes * still
        shapes.append(rod.vertex_steps(step))
    if not shapes:
        return False
    # a shift of the whole along the loads, made of motions that nothing resists
    shift = np.broadcast_to(net / size, shapes[0].shape).ravel()
    basis = np.array(shapes).reshape(len(shapes), -1).T
    made = basis @ np.linalg.lstsq(basis, shift, rcond=None)[0]
    return bool(np.linalg.norm(made - shift) < AS_A_WHOLE * np.linalg.norm(shift))


def _settled(rod: Structure, place: Any, factor: float) -> tuple[Any, bool]:
    """Newton's method at one load; whether it came to an end."""
    own, last = rod.free, np.inf
    for _ in range(MOST_ITERATIONS):
        K = rod.stiffness(place, factor)[np.ix_(own, own)]
        step = np.zeros(own.size)
        step[own] = _answer(rod, K, rod.forces(place, factor)[own])
        size = float(np.abs(step / rod.sizes).max())
        if not np.isfinite(size):
            return place, False
        place = rod.moved(place, step * min(1.0, LARGEST_TURN / max(size, 1e-300)))
        if size < SETTLED or (size < ROUNDING and size >= 0.5 * last):
            return place, True
        last = size
    return place, False


def _continues(
    rod: Structure, before: Any, after: Any, factors: tuple[float, float]
) -> bool:
    """Whether two equilibria lie on one path, and none was jumped over.

    The way between them must be what the rates at both ends make of it.
    """
    way = rod.shape(after) - rod.shape(before)
    rates = [_rate(rod, *end) for end in zip((before, after), factors, strict=True)]
    foretold = 0.5 * (factors[1] - factors[0]) * (rates[0] + rates[1])
    size = float(np.linalg.norm(way))
    if factors[0] == 0.0 and not np.isfinite(foretold).all():
        return True  # a mechanism that gets its stiffness by the load
    return bool(np.linalg.norm(way - foretold) <= JUMP * size + ROUNDING * rod.sizes[0])


def _rate(rod: Structure, place: Any, factor: float) -> Floats:
    """How the vertices move per load."""
    own, step = rod.free, np.zeros(rod.free.size)
    K = rod.stiffness(place, factor)[np.ix_(own, own)]
    step[own] = _answer(rod, K, rod.load(place)[own])
    return rod.vertex_steps(step)


def _fallen(rod: Structure, place: Any, factor: float) -> tuple[Any, bool]:
    """From a mechanism without stiffness to where its loads take it.

    Steps go along the eigenvectors of the stiffness, each by its force over the size
    of its eigenvalue, and never far.
    """
    own, sizes = rod.free, rod.sizes[rod.free]
    for _ in range(MOST_FALLS):
        K = sizes[:, None] * rod.stiffness(place, factor)[np.ix_(own, own)] * sizes
        values, vectors = np.linalg.eigh(0.5 * (K + K.T))
        pull = vectors.T @ (sizes * rod.forces(place, factor)[own])
        damping = 1e-12 * float(np.abs(values).max())
        while True:
            way = vectors @ (pull / (np.abs(values) + damping))
            if float(np.abs(way).max()) < FALL:
                break
            damping *= 4.0
        step = np.zeros(own.size)
        step[own] = sizes * way
        place = rod.moved(place, step)
        if float(np.abs(way).max()) < 1e-6:
            return _settled(rod, place, factor)
    return place, False


def _answer(rod: Structure, K: Floats, force: Floats) -> Floats:
    """The step that takes a force; the smallest one where the whole rod may move.

    A force that nothing resists makes it no number: there is no equilibrium.
    """
    if not rod.loose:
        return _solved(K, force)
    sizes = rod.sizes[rod.free]
    values, vectors = np.linalg.eigh(sizes[:, None] * (0.5 * (K + K.T)) * sizes)
    pull = vectors.T @ (sizes * force)
    still = np.abs(values) < RIGID * np.abs(values).max()
    most = RIGID_FORCE * float(np.abs(rod.sizes).max()) * rod.force_scale
    if float(np.abs(pull[still]).max(initial=0.0)) > most:
        return np.full(force.shape, np.nan)
    way = np.divide(pull, values, out=np.zeros_like(pull), where=~still)
    return np.asarray(sizes * (vectors @ way))


def _solved(A: Floats, b: Floats) -> Floats:
    try:
        return np.asarray(np.linalg.solve(A, b), dtype=np.float64)
    except np.linalg.LinAlgError:
        return np.full(b.shape, np.nan)


def _path(rod: Structure, factor: float, first: float, stop: Any) -> list[Equilibrium]:
    """Along the path of equilibria, forwards by the load at first."""
    place, ok = _settled(rod, rod.start(), 0.0)
    if not ok:
        raise SolverError("statics: no equilibrium without load")
    found = [_equilibrium(rod, place, 0.0)]
    own, sizes, length = rod.free, rod.sizes[rod.free], first
    tangent, load = np.zeros(int(own.sum())), 1.0
    now = 0.0
    for _ in range(MOST_STEPS):
        tangent, load = _tangent(rod, place, now, tangent, load, sizes)
        answer = _along(rod, place, now, (tangent, load), length, sizes)
        if answer is None:
            length *= 0.4
            if length < SMALLEST * first:
                raise SolverError(
                    f"statics: the path cannot be followed beyond {now:.6g} of the load"
                )
            continue
        new_place, new, iterations = answer
        if (new - factor) * (now - factor) < 0.0 and stop is None:
            last, ok = _settled(rod, new_place, factor)
            if ok:
                found.append(_equilibrium(rod, last, factor))
                return found
        place, now = new_place, new
        made = _equilibrium(rod, place, now)
        found.append(made)
        if stop is not None and stop(made):
            return found
        length *= 1.5 if iterations < FEW else 0.7 if iterations > MANY else 1.0
        length = min(length, 4.0 * first)
    raise SolverError(
        f"statics: {MOST_STEPS} steps along the path end at {now:.6g} of the load"
    )


def _tangent(
    rod: Structure,
    place: Any,
    factor: float,
    old: Floats,
    old_load: float,
    sizes: Floats,
) -> tuple[Floats, float]:
    """Unit direction of the path in scaled coordinates, onwards from the last one."""
    own = rod.free
    K = rod.stiffness(place, factor)[np.ix_(own, own)] * sizes
    border = np.concatenate([old, [old_load]])
    A = np.block([[K, -rod.load(place)[own][:, None]], [border[None, :]]])
    right = np.zeros(border.size)
    right[-1] = 1.0
    way = _solved(A, right)
    way = way / np.linalg.norm(way)
    return way[:-1], float(way[-1])


def _along(
    rod: Structure,
    place: Any,
    factor: float,
    way: tuple[Floats, float],
    length: float,
    sizes: Floats,
) -> tuple[Any, float, int] | None:
    """The equilibrium a step further along the path; None if it is not found."""
    own, (tangent, load) = rod.free, way
    gone, now = length * tangent, factor + length * load
    step = np.zeros(own.size)
    step[own] = sizes * gone
    here = rod.moved(place, step)
    total, last = gone.copy(), np.inf
    for iteration in range(MOST_ITERATIONS):
        K = rod.stiffness(here, now)[np.ix_(own, own)] * sizes
        A = np.block([
            [K, -rod.load(here)[own][:, None]],
            [tangent[None, :], np.array([[load]])],
        ])  # fmt: skip
        past = tangent @ total + load * (now - factor) - length
        change = _solved(A, np.concatenate([rod.forces(here, now)[own], [-past]]))
        size = float(np.abs(change).max())
        if not np.isfinite(size) or size > 10.0 * max(length, LARGEST_TURN):
            return None
        total += change[:-1]
        step[own] = sizes * change[:-1]
        here, now = rod.moved(here, step), now + float(change[-1])
        if size < SETTLED or (size < ROUNDING and size >= 0.5 * last):
            return here, now, iteration
        last = size
    return None


def _equilibrium(rod: Structure, place: Any, factor: float) -> Equilibrium:
    own = rod.free
    K = rod.stiffness(place, factor)[np.ix_(own, own)]
    scaled = rod.sizes[own, None] * (0.5 * (K + K.T)) * rod.sizes[own]
    values = np.linalg.eigvalsh(scaled)
    least = LOOSE if rod.loose else 4.0 * np.finfo(float).eps * values.size
    negative = int((values < -least * np.abs(values).max()).sum())
    return Equilibrium(rod, place, factor, negative - rod.multipliers)
