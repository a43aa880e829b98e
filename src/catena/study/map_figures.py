"""Pictures of a map: curves for each value of the first axis, and maps."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from catena.drives.loading import spec_from
from catena.drives.mapping import MapAxis, MapQuantity, Maps
from catena.drives.verbs import ability
from catena.errors import CatenaError
from catena.numerics.arrays import Floats, Ints
from catena.results.figures import Axis, Figure, Map, Mark, Trace
from catena.study.curves import Points, curves, doubted, doubted_tiles

if TYPE_CHECKING:
    from catena.study.folder import Study

SECTION = "Map"
ROOM = 0.03
"""Free part of an axis beyond its points and limits."""
NEAR_LIMIT = 1.3
"""Limit over the largest value up to which it is drawn."""
FEWEST_VALUES = 3
"""Of each key, from which a map says more than curves."""


class Grid(NamedTuple):
    """The points of a map: one row for each value of the first axis."""

    rows: Floats
    row_axis: Axis
    row_word: str
    columns: Floats
    """(rows, columns): values of the second axis in its unit, or its shares."""
    column_axis: Axis
    order: Ints
    """(rows, columns): which point of the study stands there; both axes ascend."""
    limits: Floats
    """(rows,): limit of the second axis in its unit, or 1 of its shares; NaN: none."""
    limit_word: str


def map_of(study: Study) -> Maps | None:
    """What the drive of a study declares as a map, if the study is one."""
    try:
        maps: Maps = ability(study.drive, "map")(spec_from(json.loads(study.spec_text)))
    except (CatenaError, ValueError):
        return None
    keys = [variation.key for variation in study.plan.variations]
    known = {axis.key for axis in maps.axes}
    numeric = all(v.numbers is not None for v in study.plan.variations)
    two = len(keys) == 2 and set(keys) <= known and numeric
    return maps if two and (study.plan.is_grid or _in_rows(study)) else None


def _in_rows(study: Study) -> bool:
    """Whether the points of a zipped study are rows of equal length."""
    first = study.plan.variations[0].values
    count = len(dict.fromkeys(first))
    return len(first) % count == 0 and all(
        len(set(first[i : i + len(first) // count])) == 1
        for i in range(0, len(first), len(first) // count)
    )


def map_figures(study: Study, maps: Maps) -> list[Figure]:
    """Every quantity of the map, as curves and over both axes."""
    grid = grid_of(study, maps)
    found = []
    for quantity in maps.quantities:
        if quantity.name not in study.table:
            continue
        values = np.asarray(study.table[quantity.name].values, dtype=np.float64)
        values = values.ravel()[grid.order]
        if not np.isfinite(values).any():
            continue
        found.append(_curves(study, grid, quantity, values))
        if min(values.shape) >= FEWEST_VALUES:
            found.append(_map(study, grid, quantity, values))
    return found


def grid_of(study: Study, maps: Maps) -> Grid:
    """Values of both axes at the points of a map."""
    first, second = study.plan.variations
    rows = np.asarray(study.table[first.name].values, dtype=np.float64)
    columns = np.asarray(study.table[second.name].values, dtype=np.float64)
    row = _axis(maps, first.key, shares=False)
    row_axis = Axis(row.label, _units(study, first.name))
    shared = _axis(maps, second.key, shares=True)

    def limits(values: Floats) -> Floats:
        if shared.limit is None:
            return np.full(values.size, np.nan)
        found = [_limit(maps, shared, {first.key: float(value)}) for value in values]
        return np.array(found)

    if study.plan.is_grid:
        axis = _axis(maps, second.key, shares=False)
        shown = Axis(axis.label, _units(study, second.name))
        tiled = np.tile(columns, (rows.size, 1))
        values, tiled, order = ascending(rows, tiled)
        most = limits(values)
    else:
        shown = Axis(shared.label)
        shape = (np.unique(rows).size, -1)
        firsts = rows.reshape(shape)[:, 0]
        shares = columns.reshape(shape) / limits(firsts)[:, None]
        values, tiled, order = ascending(firsts, shares)
        most = np.ones(values.size)
    word = shared.limit_word
    return Grid(values, row_axis, row.word, tiled, shown, order, most, word)


def ascending(rows: Floats, columns: Floats) -> tuple[Floats, Floats, Ints]:
    """Rows and columns sorted, and the point of the study at each place."""
    down = np.argsort(rows, kind="stable")
    along = np.argsort(columns[down], axis=1, kind="stable")
    places: Ints = np.arange(columns.size).reshape(columns.shape)
    order = np.take_along_axis(places[down], along, axis=1)
    return rows[down], np.take_along_axis(columns[down], along, axis=1), order


def shown_limits(grid: Grid) -> Floats:
    """The limit of each row where it is near the points; else NaN."""
    near = grid.limits <= NEAR_LIMIT * np.nanmax(grid.columns)
    return np.where(near & bool(grid.limit_word), grid.limits, np.nan)


def column_axis(grid: Grid, *, tiles: bool = False) -> Axis:
    """The second axis, wide enough for points or their tiles, and limits."""
    limits = shown_limits(grid)
    known = np.concatenate([grid.columns.ravel(), limits])
    low, high = float(np.nanmin(known)), float(np.nanmax(known))
    if np.isnan(limits).all():
        return grid.column_axis
    room = ROOM * (high - low)
    if tiles:
        room = max(room, 0.5 * float(np.abs(np.diff(grid.columns)).mean()))
    return replace(grid.column_axis, limits=(low - room, high + room))


def limit_traces(grid: Grid) -> tuple[Trace, ...]:
    """The limit over the rows, such as that of slip."""
    limits = shown_limits(grid)
    if np.isnan(limits).all():
        return ()
    word = grid.limit_word
    return (Trace(limits, grid.rows, word, emphasis="main"),)


def limit_marks(grid: Grid) -> tuple[Mark, ...]:
    """The limit of every row beside its curve; once where all are alike."""
    limits = shown_limits(grid)
    known, rows = limits[np.isfinite(limits)], grid.rows[np.isfinite(limits)]
    word = grid.limit_word
    if known.size and np.ptp(known) == 0.0:
        return (Mark(float(known[0]), word),)
    return tuple(
        Mark(float(limit), f"{word}, {grid.row_word} {value:.4g}")
        for limit, value in zip(known, rows, strict=True)
    )


def _limit(maps: Maps, axis: MapAxis, at: dict[str, float]) -> float:
    """What shares of an axis are taken of; NaN where there is no admissible state."""
    try:
        return axis.limit(maps.spec, at) if axis.limit is not None else 1.0
    except CatenaError:
        return float("nan")


def _axis(maps: Maps, key: str, *, shares: bool) -> MapAxis:
    """The axis of a key; the one with a limit where points are shares of it."""
    found = [axis for axis in maps.axes if axis.key == key]
    return next((a for a in found if (a.limit is not None) == shares), found[0])


def _units(study: Study, name: str) -> str:
    return str(study.table[name].attrs.get("units", "1"))


def _row_means(values: Floats) -> Floats:
    """Mean of each row over what is known; NaN where nothing is."""
    known = np.isfinite(values)
    count = known.sum(axis=1)
    total = np.where(known, values, 0.0).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        means: Floats = np.where(count > 0, total / count, np.nan)
    return means


def _curves(study: Study, grid: Grid, quantity: MapQuantity, values: Floats) -> Figure:
    units = grid.row_axis.units
    unit = "" if units in ("", "1") else f" {units}"
    doubts = doubted(study)[grid.order]
    several = [
        Points(
            grid.columns[i],
            values[i],
            doubts[i],
            f"{grid.row_word} {value:.4g}{unit}",
        )
        for i, value in enumerate(grid.rows)
        if np.isfinite(grid.columns[i]).all()
    ]
    return Figure(
        f"{quantity.name}_curves",
        f"{quantity.title} over the {grid.column_axis.label}",
        column_axis(grid),
        Axis(quantity.label, quantity.units),
        curves(several),
        limit_marks(grid),
        caption=_caption(study, values),
        section=SECTION,
    )


def _map(study: Study, grid: Grid, quantity: MapQuantity, values: Floats) -> Figure:
    doubts = doubted(study)[grid.order] & np.isfinite(values)
    means = _row_means(grid.columns.T)
    return Figure(
        f"{quantity.name}_map",
        f"{quantity.title} over both axes",
        column_axis(grid, tiles=True),
        grid.row_axis,
        (*limit_traces(grid), *doubted_tiles(means, grid.rows, doubts)),
        map=Map(
            means,
            grid.rows,
            values,
            label=quantity.label,
            units=quantity.units,
        ),
        caption=_caption(study, values),
        section=SECTION,
    )


def _caption(study: Study, values: Floats) -> str:
    missing = int(np.isnan(values).sum())
    words = f"{study.plan.count} runs."
    if missing:
        words += f" {missing} points have no value: no admissible state, or failed."
    if untrusted := study.counts["not trustworthy"]:
        words += f" {untrusted} points are not trustworthy, see Health."
    if study.warned:
        words += f" {study.warned} points come with warnings, see Health."
    return words
