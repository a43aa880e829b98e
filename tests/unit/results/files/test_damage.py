"""Damaged, cut, foreign and crafted files: one sentence, never a wrong number."""

from __future__ import annotations

import json
import random
from pathlib import Path

import h5py
import numpy as np
import pytest
from tests.unit.results.sample_run import complete_run, killed_run

from catena.errors import ResultError
from catena.results.files.seal import write_seal
from catena.results.run import open_run


def everything(path: Path) -> dict[str, bytes]:
    """All numbers and texts of a run."""
    with open_run(path) as run:
        numbers = [name for name in run.names if name != "link"]
        return {
            **{name: run.read(name).tobytes() for name in numbers},
            "attributes": json.dumps(run.attributes).encode(),
            "link": "".join(run.read("link")).encode(),
        }


def outcome_of(path: Path, truth: dict[str, bytes]) -> str:
    try:
        found = everything(path)
    except ResultError as error:
        assert "\n" not in str(error)
        return "refused"
    assert found == truth
    return "identical"


def test_a_complete_file_cut_anywhere_is_refused(tmp_path: Path):
    path = complete_run(tmp_path / "run")
    truth, whole, rng = everything(path), path.read_bytes(), random.Random(1)
    for size in [0, 1, len(whole) - 1, *rng.sample(range(len(whole)), 200)]:
        path.write_bytes(whole[:size])
        assert outcome_of(path, truth) == "refused"


def test_single_flipped_bits_in_a_complete_file_are_refused(tmp_path: Path):
    path = complete_run(tmp_path / "run")
    truth, whole, rng = everything(path), path.read_bytes(), random.Random(2)
    for bit in rng.sample(range(8 * len(whole)), 200):
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 1 << bit % 8
        path.write_bytes(damaged)
        assert outcome_of(path, truth) == "refused"


@pytest.mark.parametrize("name", ["run.nc.part", "run.nc.part.journal"])
def test_damage_to_an_unfinished_run_is_repaired_or_refused(tmp_path: Path, name):
    part = killed_run(tmp_path / "run")
    target = part.with_name(name)
    log = part.with_name("run.nc.part.journal")
    clean = {path: path.read_bytes() for path in (part, log)}
    truth, whole, rng = everything(part), target.read_bytes(), random.Random(3)
    seen = set()
    for trial in range(200):
        for path, content in clean.items():
            path.write_bytes(content)
        damaged = bytearray(whole)
        if trial % 2:
            del damaged[rng.randrange(len(whole)) :]
        else:
            damaged[rng.randrange(len(whole))] ^= 1 << rng.randrange(8)
        target.write_bytes(damaged)
        seen.add(outcome_of(part, truth))
    assert "refused" in seen


@pytest.mark.parametrize(
    "content",
    [b"", b"CDF\x01", b"\x89HDF\r\n\x1a\n" + bytes(500), b"a,b\n1,2\n" * 1000],
)
@pytest.mark.parametrize("name", ["run.nc", "run.nc.part", "other.h5"])
def test_foreign_files_are_refused(tmp_path: Path, content, name):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ResultError):
        open_run(tmp_path / name)


def test_missing_results_are_named(tmp_path: Path):
    with pytest.raises(ResultError, match="no such run folder"):
        open_run(tmp_path / "nothing")
    with pytest.raises(ResultError, match=r"holds no run\.nc"):
        open_run(tmp_path)
    (tmp_path / "run.lock").write_text("process 1")
    with pytest.raises(ResultError, match="its run ended before it wrote any"):
        open_run(tmp_path)
    with pytest.raises(ResultError):
        open_run("a\0b")


def test_someone_elses_netcdf_is_refused(tmp_path: Path):
    with h5py.File(tmp_path / "run.nc", "w") as file:
        file["x"] = np.arange(3)
    with pytest.raises(ResultError, match="not a complete catena result"):
        open_run(tmp_path)
    write_seal(tmp_path / "run.nc")
    with pytest.raises(ResultError, match="is not a catena result"):
        open_run(tmp_path)


def crafted(path: Path, change) -> Path:
    """A sealed file with a header that lies."""
    path = complete_run(path)
    with h5py.File(path, "r+") as file:
        change(file)
    write_seal(path)
    return path


def relabel(**changes):
    def change(file):
        catalogue = json.loads(file.attrs["layout"].decode())
        catalogue.update(changes)
        file.attrs["layout"] = np.bytes_(json.dumps(catalogue).encode())

    return change


def replaced(name, **options):
    def change(file):
        del file[name]
        file.create_dataset(name, **options)

    return change


def external(file):
    del file["ratio"]
    file["ratio"] = h5py.ExternalLink("/etc/passwd", "/x")


def raw_external(file):
    del file["chart"]
    file.create_dataset(
        "chart", (4, 3), "f8", external=[("/etc/hostname", 0, h5py.h5f.UNLIMITED)]
    )


def virtual(file):
    del file["force"]
    source = h5py.VirtualSource("other.nc", "force", (300, 3))
    target = h5py.VirtualLayout((300, 3), "f8")
    target[:] = source
    file.create_virtual_dataset("force", target)


def variable_text(file):
    file.attrs["title"] = "a text whose length a damaged file could invent"


def newer(file):
    file.attrs["catena_format"] = 99


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (variable_text, "variable length"),
        (newer, "format 99, written by a newer catena"),
        (replaced("force", shape=(2**40, 2**20), dtype="f8", chunks=(1, 8)), "claims"),
        (replaced("chart", shape=(2**62,), dtype="i1", chunks=(8,)), "claims"),
        (
            replaced(
                "chart",
                shape=(4, 3),
                maxshape=(None, None),
                dtype="f8",
                chunks=(2**14, 2**14),
            ),
            "claims",
        ),
        (replaced("force", data=np.zeros((7, 3))), "shape"),
        (replaced("ratio", data="text"), "type"),
        (external, "ratio is missing"),
        (raw_external, "points outside"),
        (virtual, "points outside"),
        (relabel(sizes={"time": -1}), "catalogue cannot be used"),
        (relabel(sizes=[]), "catalogue cannot be used"),
        (relabel(variables=[{"name": "../x"}]), "catalogue cannot be used"),
        (relabel(variables=None), "catalogue cannot be used"),
        (relabel(coordinates={"../../etc": {}}), "missing"),
    ],
)
def test_crafted_headers_are_refused(tmp_path: Path, change, message):
    path = crafted(tmp_path / "run", change)
    with pytest.raises(ResultError, match=message):
        open_run(path)


@pytest.mark.parametrize(("at", "value"), [(0, 2**31), (4, 2**48)])
def test_labels_cannot_claim_more_than_the_file(tmp_path: Path, at, value):
    path = complete_run(tmp_path / "run")
    with h5py.File(path, "r+") as file:
        offset = file["link"].id.get_offset() + at
    content = bytearray(path.read_bytes())
    content[offset : offset + 8] = (value | 2**31 if at else value).to_bytes(
        8, "little"
    )
    path.write_bytes(content)
    write_seal(path)
    with pytest.raises(ResultError, match=r"labels claim|cannot be read"):
        open_run(path)


@pytest.mark.parametrize("size", [0, 8, 2**63])
def test_a_text_heap_that_would_trap_hdf5_is_refused(tmp_path: Path, size):
    path = complete_run(tmp_path / "run")
    with h5py.File(path, "r+"):
        pass  # removes the old seal
    content = bytearray(path.read_bytes())
    first = content.index(b"GCOL") + 16
    content[first : first + 16] = bytes(8) + size.to_bytes(8, "little")
    path.write_bytes(content)
    write_seal(path)
    with pytest.raises(ResultError, match="texts are damaged"):
        open_run(path)
