"""Validation of a run in memory before its first step."""

from __future__ import annotations

import math
from numbers import Integral
from typing import Any

from catena.errors import InputError, shown
from catena.machine import memory_bytes
from catena.model import Model
from catena.numerics.ranges import is_finite
from catena.tables.checkpoint import arrays_of
from catena.tables.contacts import PercussionOptions
from catena.tables.system import State

MOST_STEPS = 10**11
"""Steps of a run; at a microsecond each this is more than a day."""
MATRICES = {"linearly_implicit": 1, "event_driven": 10}
"""Matrices over all velocities that an engine holds."""
NUMBER, ARRAY = 8, 112
"""Bytes of a number, and of an array around its numbers."""


def check_model(model: Model, engine: str) -> None:
    """Refuse what is no model, no engine, or more than the memory holds."""
    if not isinstance(model, Model):
        words = "expected a model, such as PlanarSystem.build() gives"
        raise InputError(f"model: found {shown(model)}; {words}")
    if not isinstance(engine, str):
        words = "expected a name such as 'moreau'"
        raise InputError(f"engine: found {shown(engine)}; {words}")
    n_u, there = model.state.q.size, memory_bytes()
    needed = MATRICES.get(engine, 0) * NUMBER * n_u * n_u
    if needed > there:
        raise InputError(
            f"engine: found {shown(engine)}, whose matrices over {n_u} velocities take "
            f"{needed / 1e9:.3g} GB of {there / 1e9:.3g} GB of memory; expected "
            "'moreau', which needs no dense matrices"
        )


def start_of(model: Model, state: State | None) -> State:
    """Where the run begins: at the model's start, or from a state of this model."""
    if state is None:
        return model.start()
    words = "expected a state of this model, such as Motion.state"
    if not isinstance(state, State):
        raise InputError(f"state: found {shown(state)}; {words}")
    own, given = arrays_of(model.state), arrays_of(state)
    wrong = [name for name in own if own[name].shape != given[name].shape]
    if wrong:
        found, expected = given[wrong[0]].shape, own[wrong[0]].shape
        raise InputError(
            f"state.{wrong[0]}: found shape {found} for {expected}; {words}"
        )
    return state


def steps_of(model: Model, since: float, end: float, dt: float, every: int) -> int:
    """How many steps the run takes; refused if they or their records are too many."""
    if not (is_finite(end) and end >= since):
        words = f"expected a time from {since:g} s on"
        raise InputError(f"end: found {shown(end)}; {words}")
    if not (isinstance(every, Integral) and every >= 1):
        words = "expected a whole number from 1 on"
        raise InputError(f"every: found {shown(every)}; {words}")
    if not (end - since) / dt <= MOST_STEPS:
        raise InputError(
            f"end: found {end!r}, which is {(end - since) / dt:.3g} steps of {dt:g} s; "
            f"expected at most {MOST_STEPS:.0g} steps, {since + MOST_STEPS * dt:g} s"
        )
    count = round((end - since) / dt)
    check_records(model, count, int(every))
    return count


def check_records(model: Model, count: int, every: int) -> None:
    """Refuse more records than the memory holds."""
    state = model.state
    numbers = 2 * state.q.size + 3 * state.memory.rows.g_N.size
    needed = (1 + -(-count // every)) * (NUMBER * numbers + 6 * ARRAY)
    there = memory_bytes()
    if needed > there:
        raise InputError(
            f"every: found {every}, which makes {needed / 1e9:.3g} GB of records with "
            f"{there / 1e9:.3g} GB of memory; expected at least "
            f"{-(-every * needed // max(there, 1))}, or a drive file, which streams"
        )


RANGES = {
    "relative_tolerance": (0.0, 1.0, "0 to 1"),
    "absolute_tolerance": (0.0, math.inf, "at least 0 N s"),
    "max_sweeps": (0, 10**9, "at least 0, up to 1e9"),
    "relaxation": (1e-3, 1.999, "0.001 to 1.999"),
    "direct_rows": (0, 10**9, "at least 0"),
}
"""Least and largest value of every option, and both in words."""


def checked_options(options: PercussionOptions | None) -> PercussionOptions:
    """The options as numbers of one kind each: kernels are compiled once for them.

    Raises:
        InputError: with them the contact solver cannot do its work.
    """
    if options is None:
        return PercussionOptions()
    if not isinstance(options, PercussionOptions):
        words = "expected PercussionOptions"
        raise InputError(f"options: found {shown(options)}; {words}")
    found: dict[str, Any] = {}
    for name, (low, high, words) in RANGES.items():
        value = getattr(options, name)
        if not (is_finite(value) and low <= value <= high):
            raise InputError(f"options.{name}: found {shown(value)}; expected {words}")
        whole = isinstance(low, int)
        if whole and not isinstance(value, Integral):
            expected = f"expected whole {name.removeprefix('max_')}"
            raise InputError(f"options.{name}: found {shown(value)}; {expected}")
        found[name] = int(value) if whole else float(value)
    return PercussionOptions(**found)
