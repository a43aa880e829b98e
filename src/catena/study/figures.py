"""Pictures of a study: key numbers as curves over one key, as maps over two."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from catena.results.figures import Axis, Figure, Map
from catena.study.curves import Points, curves, doubted, doubted_tiles, scattered
from catena.study.variation import Variation, shown_value

if TYPE_CHECKING:
    import xarray

    from catena.study.folder import Study

MOST_CURVES = 12
"""Most curves of one figure that can be told apart."""
SECTION = "Study"


def study_figures(study: Study) -> list[Figure]:
    """One figure per key number that varies; in a sample one per key number and key."""
    varied = {f"{v.name}_result" for v in study.plan.variations}  # as `table` says
    names = [name for name in study.key_numbers if name not in varied]
    return [figure for name in names for figure in _figures(study, name)]


def _figures(study: Study, name: str) -> Iterator[Figure]:
    data = study.table[name]
    finite = data.values[np.isfinite(data.values)]
    if not finite.size or (finite.size > 1 and np.ptp(finite) == 0.0):
        return  # nothing to see: no value, or the same everywhere
    numeric = [v for v in study.plan.variations if _is_numeric(study, v)]
    if not study.plan.is_grid:
        yield from (_scatter(study, data, v) for v in numeric)
        return
    long = sorted(numeric, key=lambda v: -len(v.values))
    if len(data.dims) == 2 and len(numeric) == 2 and len(long[1].values) > MOST_CURVES:
        yield _map(study, data, numeric[0], numeric[1])
    elif long:
        yield _curves(study, data, long[0])


def _is_numeric(study: Study, variation: Variation) -> bool:
    return study.table[variation.name].dtype.kind in "if"


def _curves(study: Study, data: xarray.DataArray, along: Variation) -> Figure:
    """Curves over one key, one for each combination of the others."""
    others = [v for v in study.plan.variations if v is not along]
    places = list(product(*(range(len(v.values)) for v in others)))
    shown = _spread(places)
    log = along.span is not None and along.span.log
    doubts = data.copy(data=doubted(study).reshape(data.shape))
    several = [
        Points(
            study.table[along.name].values,
            data.isel({v.name: i for v, i in zip(others, place, strict=True)}).values,
            doubts.isel({v.name: i for v, i in zip(others, place, strict=True)}).values,
            ", ".join(
                f"{v.key} = {shown_value(v.values[i])}"
                for v, i in zip(others, place, strict=True)
            ),
        )
        for place in shown
    ]
    left_out = len(places) - len(shown)
    note = f" {left_out} of {len(places)} curves are left out." if left_out else ""
    return Figure(
        name=f"{data.name}_over_{along.name}",
        title=f"{_label(data)} over {along.key}",
        x=_axis(study.table[along.name], log),
        y=_axis(data),
        traces=curves(several),
        caption=_caption(study, data) + note,
        section=SECTION,
    )


def _map(study: Study, data: xarray.DataArray, y: Variation, x: Variation) -> Figure:
    doubts = data.copy(data=doubted(study).reshape(data.shape) & np.isfinite(data))
    data = data.transpose(y.name, x.name).sortby([y.name, x.name])
    doubts = doubts.transpose(y.name, x.name).sortby([y.name, x.name])
    at_x, at_y = data[x.name].values, data[y.name].values
    return Figure(
        name=f"{data.name}_map",
        title=f"{_label(data)} over {x.key} and {y.key}",
        x=_axis(study.table[x.name], x.span is not None and x.span.log),
        y=_axis(study.table[y.name], y.span is not None and y.span.log),
        traces=doubted_tiles(at_x, at_y, doubts.values),
        map=Map(
            x=at_x,
            y=at_y,
            z=data.values,
            label=_label(data),
            units=data.attrs.get("units", ""),
        ),
        caption=_caption(study, data),
        section=SECTION,
    )


def _scatter(study: Study, data: xarray.DataArray, along: Variation) -> Figure:
    """Every point of a sample against one of the keys."""
    points = Points(study.table[along.name].values, data.values, doubted(study))
    return Figure(
        name=f"{data.name}_against_{along.name}",
        title=f"{_label(data)} against {along.key}",
        x=_axis(study.table[along.name]),
        y=_axis(data),
        traces=scattered(points),
        caption=_caption(study, data),
        section=SECTION,
    )


def _spread(places: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """At most `MOST_CURVES` of the places, evenly spread, the first and last kept."""
    if len(places) <= MOST_CURVES:
        return places
    chosen = np.linspace(0, len(places) - 1, MOST_CURVES).round().astype(int)
    return [places[i] for i in chosen]


def _axis(data: xarray.DataArray, log: bool = False) -> Axis:
    return Axis(_label(data), str(data.attrs.get("units", "")), log=log)


def _label(data: Any) -> str:
    return str(data.attrs.get("long_name", data.name))


def _caption(study: Study, data: xarray.DataArray) -> str:
    missing = int(np.isnan(data.values).sum())
    words = f"{study.plan.count} runs of {study.drive}."
    words += f" {missing} without a value." if missing else ""
    counted = {
        "not trustworthy": study.counts["not trustworthy"],
        "with warnings": study.warned,
    }
    told = ", ".join(f"{count} {what}" for what, count in counted.items() if count)
    return words + (f" {told}, see Health." if told else "")
