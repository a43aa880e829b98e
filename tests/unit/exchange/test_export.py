from __future__ import annotations

import csv
import os
import sys
from pathlib import Path

import numpy as np
import pytest

from catena.errors import InputError, MissingExtraError, ResultError
from catena.exchange import export_run
from catena.results.catalogue import Catalogue, Coordinate, Variable
from catena.results.files.writer import RunWriter
from catena.results.health import Outcome
from catena.results.run import open_run

FORCE = np.random.default_rng(0).normal(size=(250, 3)) * 10.0 ** np.arange(
    -150, 150, 100
)


@pytest.fixture
def run(tmp_path: Path):
    catalogue = Catalogue(
        {"time": None, "event": None, "link": 3},
        {"link": Coordinate(["=1+1", "b,c", 'd"e'])},
        (
            Variable("time", ("time",), "s", "time"),
            Variable("torque", ("time",), "N m", "driving torque", gaps=True),
            Variable("force", ("time", "link"), "N", "link force"),
            Variable("code", ("event",), "1", "event", dtype="int32"),
            Variable("ratio", (), "1", "ratio"),
        ),
    )
    with RunWriter.create(tmp_path / "run", catalogue) as writer:
        time = np.arange(250) / 3.0
        torque = np.where(np.arange(250) == 7, np.nan, time**2)
        writer.append({"time": time, "torque": torque, "force": FORCE})
        writer.put("ratio", 0.1)
        writer.finish(Outcome("ok"))
    with open_run(tmp_path / "run") as opened:
        yield opened


def rows_of(path: Path) -> list[list[str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def test_csv_has_one_file_per_dimension_set_with_units(run, tmp_path: Path):
    files = export_run(run, "csv", tmp_path / "out")
    names = ["by_time.csv", "by_time_link.csv", "by_event.csv", "single_values.csv"]
    assert [path.name for path in files] == names
    assert sorted(os.listdir(tmp_path / "out")) == sorted(names)
    by_time = rows_of(files[0])
    assert by_time[0] == ["time [s]", "torque [N m]"]
    assert [float(row[0]) for row in by_time[1:]] == run.read("time").tolist()
    assert by_time[8][1] == ""
    assert rows_of(files[2]) == [["event", "code"]]
    assert rows_of(files[3]) == [["ratio"], ["0.1"]]


def test_csv_numbers_are_exact_and_rows_run_through_all_labels(run, tmp_path: Path):
    rows = rows_of(export_run(run, "csv", tmp_path)[1])
    assert rows[0] == ["time [s]", "link", "force [N]"]
    assert [row[1] for row in rows[1:4]] == ["'=1+1", "b,c", 'd"e']
    values = np.array([float(row[2]) for row in rows[1:]]).reshape(250, 3)
    np.testing.assert_array_equal(values, FORCE)


def test_long_tables_are_written_in_parts(run, tmp_path: Path, monkeypatch):
    from catena.exchange import tables

    whole = export_run(run, "csv", tmp_path / "a")[1].read_bytes()
    monkeypatch.setattr(tables, "_ROWS_PER_PART", 10)
    assert export_run(run, "csv", tmp_path / "b")[1].read_bytes() == whole


def test_parquet_keeps_numbers_types_units_and_labels(run, tmp_path: Path):
    parquet = pytest.importorskip("pyarrow.parquet")
    files = export_run(run, "parquet", tmp_path / "out")
    table = parquet.read_table(files[1])
    np.testing.assert_array_equal(table["force"].to_numpy().reshape(250, 3), FORCE)
    assert table["link"].to_pylist()[:3] == ["=1+1", "b,c", 'd"e']
    assert table.schema.field("force").metadata[b"units"] == b"N"
    assert table.schema.field("force").metadata[b"long_name"] == b"link force"
    empty = parquet.read_table(files[2])
    assert empty.num_rows == 0 and str(empty["code"].type) == "int32"


def test_existing_files_stay_without_permission(run, tmp_path: Path):
    (tmp_path / "by_time_link.csv").write_text("mine")
    with pytest.raises(ResultError, match=r"by_time_link\.csv: exists"):
        export_run(run, "csv", tmp_path)
    assert (tmp_path / "by_time_link.csv").read_text() == "mine"
    assert not (tmp_path / "by_time.csv").exists()
    export_run(run, "csv", tmp_path, overwrite=True)
    assert (tmp_path / "by_time_link.csv").read_text() != "mine"


def test_a_link_out_of_the_folder_is_replaced_not_followed(run, tmp_path: Path):
    (tmp_path / "precious").write_text("mine")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "by_time.csv").symlink_to(tmp_path / "precious")
    export_run(run, "csv", tmp_path / "out", overwrite=True)
    assert (tmp_path / "precious").read_text() == "mine"


def test_refusals(run, tmp_path: Path, monkeypatch):
    with pytest.raises(InputError, match="'xlsx' is not one of csv, parquet"):
        export_run(run, "xlsx", tmp_path)
    (tmp_path / "file").write_text("")
    for out in (tmp_path / "file", tmp_path / "a\0b"):
        with pytest.raises(ResultError):
            export_run(run, "csv", out)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"make ready|catena\[io\]"):
        export_run(run, "parquet", tmp_path / "p")
    assert not any((tmp_path / "p").glob("*"))
