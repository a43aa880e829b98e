"""The key numbers of all runs as one labelled table over the varied keys."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from catena.errors import ResultError
from catena.study.keys import unit_at
from catena.study.plan import Plan
from catena.study.records import Record
from catena.study.variation import Variation

if TYPE_CHECKING:
    import xarray

    from catena.results.health import KeyNumber
    from catena.spec.parts import DriveSpec

TABLE_NAME = "study.nc"
STATUS = ("complete", "failed", "not run")
POINT = "point"
"""The dimension of a study that is not a grid."""


def tabulate(
    base: DriveSpec, plan: Plan, names: Sequence[str], records: Mapping[str, Record]
) -> xarray.Dataset:
    """The table of a study: NaN where a run failed or has not been made.

    Args:
        base: The specification without the variations.
        plan: The points.
        names: The name of the run at every point.
        records: What is known of the runs.
    """
    coordinates = {v.name: _coordinate(base, plan, v) for v in plan.variations}
    return _filled(coordinates, plan, names, records)


def renewed(
    table: xarray.Dataset, plan: Plan, records: Mapping[str, Record]
) -> xarray.Dataset:
    """A table with what is known of its runs now."""
    names = [str(name) for name in table["run"].values.ravel()]
    coordinates = {str(name): found for name, found in table.coords.items()}
    return _filled(coordinates, plan, names, records).assign_attrs(table.attrs)


def _filled(
    coordinates: Mapping[str, Any],
    plan: Plan,
    names: Sequence[str],
    records: Mapping[str, Record],
) -> xarray.Dataset:
    import xarray

    dims = tuple(v.name for v in plan.variations) if plan.is_grid else (POINT,)
    found = [records.get(name) for name in names]
    data = _how_it_went(dims, plan.shape, names, found)
    taken = {*data, *coordinates, POINT}
    for number in _key_numbers(found):
        name = f"{number.name}_result" if number.name in taken else number.name
        values = _values(number.name, found, plan.shape)
        data[name] = (dims, values, _labels(number))
        spreads = _spreads(number.name, found, plan.shape)
        if np.isfinite(spreads).any():
            words = f"spread of: {number.label}"
            labels = {"units": number.units, "long_name": words, "kind": "spread"}
            data[f"{name}_spread"] = (dims, spreads, labels)
    return xarray.Dataset(data, coordinates)


def write_table(table: xarray.Dataset, folder: Path) -> Path:
    """Put the table under its name in one step: readers see the old or the new."""
    path = folder / TABLE_NAME
    temporary = path.with_name(path.name + ".new")
    try:
        temporary.unlink(missing_ok=True)
        table.to_netcdf(temporary, engine="h5netcdf")
        os.replace(temporary, path)
    except OSError as error:
        reason = error.strerror or error
        raise ResultError(f"{path}: cannot be written ({reason})") from None
    finally:
        with suppress(OSError):
            temporary.unlink()
    return path


def read_table(folder: Path) -> xarray.Dataset:
    """The table as it was last written, in memory."""
    import xarray

    with xarray.open_dataset(
        folder / TABLE_NAME, engine="h5netcdf", decode_timedelta=False
    ) as table:
        return table.load()


def _key_numbers(found: Sequence[Record | None]) -> list[KeyNumber]:
    """Every key number that occurs, in the order of first occurrence."""
    numbers: dict[str, KeyNumber] = {}
    for record in found:
        for number in record.key_numbers if record else ():
            numbers.setdefault(number.name, number)
    return list(numbers.values())


def _labels(number: KeyNumber) -> dict[str, str]:
    return {"units": number.units, "long_name": number.label, "kind": "key number"}


def _values(name: str, found: Sequence[Record | None], shape: tuple[int, ...]) -> Any:
    numbers = _named(name, found)
    values = [math.nan if number is None else number.value for number in numbers]
    return np.array(values).reshape(shape)


def _spreads(name: str, found: Sequence[Record | None], shape: tuple[int, ...]) -> Any:
    numbers = _named(name, found)
    values = [math.nan if number is None else number.spread for number in numbers]
    return np.array(values).reshape(shape)


def _named(name: str, found: Sequence[Record | None]) -> list[KeyNumber | None]:
    """A key number of every run, None where it has none."""
    numbers = [record.key_numbers if record else () for record in found]
    return [next((n for n in some if n.name == name), None) for some in numbers]


def _how_it_went(
    dims: tuple[str, ...],
    shape: tuple[int, ...],
    names: Sequence[str],
    found: Sequence[Record | None],
) -> dict[str, Any]:
    """Status, words and folder of every run."""

    def text(values: list[str]) -> Any:
        return np.array(values, dtype=object).reshape(shape)

    status = [STATUS.index(record.status if record else "not run") for record in found]
    seconds = [record.seconds if record else math.nan for record in found]
    flags = {"flag_values": np.arange(3, dtype=np.int8), "flag_meanings": STATUS_WORDS}
    return {
        "run_status": (dims, np.array(status, dtype=np.int8).reshape(shape), flags),
        "run_trust": (
            dims,
            text([r.trust if r else "" for r in found]),
            {"long_name": "trusted, not trustworthy, failed; empty if not run"},
        ),
        "run_verdict": (dims, text([r.verdict if r else "" for r in found])),
        "run_message": (dims, text([r.message if r else "" for r in found])),
        "run_warnings": (
            dims,
            text(["\n".join(r.warnings) if r else "" for r in found]),
            {"long_name": "warnings, one per line"},
        ),
        "run_missed_checks": (
            dims,
            text(["\n".join(r.missed) if r else "" for r in found]),
            {"long_name": "checks not passed, one per line"},
        ),
        "run": (dims, text(list(names)), {"long_name": "folder below runs"}),
        "run_time": (
            dims,
            np.array(seconds).reshape(shape),
            {"units": "s", "long_name": "computing time"},
        ),
    }


STATUS_WORDS = " ".join(word.replace(" ", "_") for word in STATUS)


def _coordinate(base: DriveSpec, plan: Plan, variation: Variation) -> Any:
    """The varied values in the unit the user wrote, in SI when none was written."""
    dim = variation.name if plan.is_grid else POINT
    numbers = variation.numbers
    attributes = {"key": variation.key, "long_name": variation.key}
    if numbers is None:
        words = np.array([str(value) for value in variation.values], dtype=object)
        return (dim, words, attributes)
    units = variation.unit or unit_at(base, variation.key)
    return (dim, np.array(numbers), attributes | {"units": units})
