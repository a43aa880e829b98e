"""Tables as Parquet: units and labels travel in the metadata of each column."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from catena.errors import MissingExtraError
from catena.exchange.tables import Flat

EXTENSION = ".parquet"


def write_parquet(table: Flat, path: Path) -> None:
    """One table, in row groups of bounded size."""
    pyarrow, parquet = _libraries()
    writer = None
    try:
        for part in table.parts():
            batch = _batch(pyarrow, table, part)
            writer = writer or parquet.ParquetWriter(path, batch.schema)
            writer.write_table(batch)
    finally:
        if writer is not None:
            writer.close()


def _batch(pyarrow: Any, table: Flat, part: list[Any]) -> Any:
    arrays = [pyarrow.array(column) for column in part]
    fields = [
        pyarrow.field(
            column.name,
            array.type,
            metadata={"units": column.units, "long_name": column.label},
        )
        for column, array in zip(table.columns, arrays, strict=True)
    ]
    return pyarrow.Table.from_arrays(arrays, schema=pyarrow.schema(fields))


def _libraries() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingExtraError("pyarrow", "io") from None
    return pyarrow, pyarrow.parquet
