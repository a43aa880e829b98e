"""Maps of a drive: its key numbers over the axes its room declares.

A map is a study over keys of a file. Values are those of the key, or shares of a
limit that changes with the other keys, so that equal shares compare points fairly.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from catena.drives.verbs import ability
from catena.errors import InputError
from catena.spec.checks import did_you_mean
from catena.study.runner import Watch, study, unwatched
from catena.study.variation import Variation, parse_vary

if TYPE_CHECKING:
    from catena.drives.mapping import MapAxis, Maps
    from catena.spec.parts import DriveSpec
    from catena.study.folder import Study

Chosen = list[tuple["MapAxis", Variation]]


def make_map(
    spec: DriveSpec,
    over: Sequence[str],
    *,
    out: str | Path,
    complete: bool = False,
    workers: int = 1,
    scheduler: str | None = None,
    retry_failed: bool = False,
    progress: Watch = unwatched,
    user_text: str = "",
    large: bool = False,
    even: bool = False,
) -> Study:
    """Run a drive over a grid of what its kind declares as axes of a map.

    Args:
        spec: The drive; what is not an axis holds for all points.
        over: Axes with their values, such as ``"ratio=0.5:2.25:8"``.
        out: The study folder; an existing map there is continued.
        complete: Whether runs record all that the file says; figures of single runs
            need it.
        workers: Local processes.
        scheduler: Address of an existing dask scheduler instead.
        retry_failed: Make runs again that failed before.
        progress: Is told after every run how far the map has come.
        user_text: The file the specification came from.
        large: Also runs that take hours or fill a disk.
        even: Record the even running of every point, found by its symmetry, instead
            of a run from its start: faster where runs settle slowly.

    Raises:
        InputError: this drive cannot be mapped, not over these axes, or has no even
            running.
        SpecError: a value is wrong; nothing has been run.
    """
    maps: Maps = ability(spec.drive, "map")(spec)
    if even:
        ability(spec.drive, "steady")  # refused before the first run
    chosen = chosen_axes(maps, over)
    mapped = maps.complete if complete else maps.spec
    variations, design = points(mapped, chosen)
    return study(
        mapped,
        variations,
        design="zip" if design == "zip" else "grid",
        out=out,
        workers=workers,
        scheduler=scheduler,
        retry_failed=retry_failed,
        progress=progress,
        user_text=user_text,
        large=large,
        even=even,
    )


def chosen_axes(maps: Maps, over: Sequence[str]) -> Chosen:
    """The axes named, each with its values; every key once."""
    known = {axis.word: axis for axis in maps.axes}
    words = ", ".join(known)
    chosen: Chosen = []
    for text in over:
        try:
            wanted = parse_vary(text)
        except ValueError as error:
            raise InputError(f"map: {text!r}: {error}") from None
        if wanted.key not in known:
            hint = did_you_mean(wanted.key, known)
            raise InputError(f"map: no axis {wanted.key!r}; expected {words}. {hint}")
        chosen.append((known[wanted.key], wanted))
    if not chosen:
        raise InputError(f"map: state what to map over: {words}")
    for axis, _ in chosen:
        same = [other.word for other, _ in chosen if other.key == axis.key]
        if len(same) > 1:
            raise InputError(f"map: state one of {' and '.join(same)}")
    return chosen


def points(spec: DriveSpec, chosen: Chosen) -> tuple[list[Variation], str]:
    """What the study varies, and whether its values combine or stand side by side."""
    shares = [(axis, wanted) for axis, wanted in chosen if axis.limit is not None]
    plain = [
        Variation(axis.key, wanted.values, wanted.span)
        for axis, wanted in chosen
        if axis.limit is None
    ]
    if not shares:
        return plain, "grid"
    if len(shares) > 1:
        words = " and ".join(axis.word for axis, _ in shares)
        raise InputError(f"map: only one axis may be a share of a limit, found {words}")
    return shared_points(spec, plain, *shares[0]), "zip"


def shared_points(
    spec: DriveSpec, plain: list[Variation], axis: MapAxis, wanted: Variation
) -> list[Variation]:
    """All points, the last key as a share of its limit at the others."""
    assert axis.limit is not None
    numbers = wanted.numbers
    if numbers is None or wanted.unit or min(numbers) < 0.0:
        raise InputError(
            f"map: {axis.word} {wanted.text!r}; expected shares such as 0.1:0.9:9"
        )
    rows: list[tuple[Any, ...]] = []
    for values in product(*(variation.values for variation in plain)):
        at = {v.key: value for v, value in zip(plain, values, strict=True)}
        limit = axis.limit(spec, at)
        rows += [(*values, share * limit) for share in numbers]
    keys = [variation.key for variation in plain] + [axis.key]
    columns = zip(*rows, strict=True)
    return [Variation(k, tuple(c)) for k, c in zip(keys, columns, strict=True)]
