"""Exporting results into a folder, one file per set of dimensions."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from catena.errors import InputError, ResultError, shown
from catena.exchange import csv_files, parquet_files
from catena.exchange.datasets import DatasetTable
from catena.exchange.tables import Flat, tables_of
from catena.results.run import Run

if TYPE_CHECKING:
    import xarray

FORMATS: dict[str, tuple[str, Callable[[Flat, Path], None]]] = {
    "csv": (csv_files.EXTENSION, csv_files.write_csv),
    "parquet": (parquet_files.EXTENSION, parquet_files.write_parquet),
}


def export_run(
    run: Run, format: str, out: str | Path, overwrite: bool = False
) -> list[Path]:
    """Write all variables of a run as files of one format.

    Args:
        run: an open run, complete or not.
        format: a key of `FORMATS`.
        out: the folder to write into; created if missing.
        overwrite: whether existing files may be replaced.

    Returns:
        The files, in the order of the catalogue.

    Raises:
        InputError: unknown format.
        ResultError: files exist, or the disk refuses; complete files stay.
        MissingExtraError: the library of the format is not installed.
    """
    return _export(tables_of(run), format, Path(out), overwrite)


def export_dataset(
    dataset: xarray.Dataset,
    name: str,
    format: str,
    out: str | Path,
    overwrite: bool = False,
) -> Path:
    """Write a dataset, such as the table of a study, as one file; see `export_run`."""
    return _export([DatasetTable(name, dataset)], format, Path(out), overwrite)[0]


def _export(
    tables: Sequence[Flat], format: str, folder: Path, overwrite: bool
) -> list[Path]:
    if format not in FORMATS:
        raise InputError(f"format {shown(format)} is not one of {', '.join(FORMATS)}")
    extension, write = FORMATS[format]
    targets = [folder / (table.name + extension) for table in tables]
    existing = [path for path in targets if os.path.lexists(path)]
    if existing and not overwrite:
        raise ResultError(f"{existing[0]}: exists; overwrite was not allowed")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for table, target in zip(tables, targets, strict=True):
            _write_whole(table, target, write)
    except (OSError, ValueError) as error:
        raise ResultError(f"{folder}: cannot be written ({error})") from None
    return targets


def _write_whole(
    table: Flat, target: Path, write: Callable[[Flat, Path], None]
) -> None:
    """Write under a temporary name, then rename: no half files."""
    temporary = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        write(table, temporary)
        os.replace(temporary, target)
    finally:
        with suppress(OSError):
            temporary.unlink()
