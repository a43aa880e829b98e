from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import catena
from catena.results.provenance import (
    library_versions,
    other_program,
    program_identity,
    provenance,
    spec_hash,
)
from catena.results.source import checked_out_commit, source_digest

MODULE = "catena.results.provenance"


def test_the_hash_ignores_key_order_and_sees_every_value():
    assert spec_hash({"a": 1.0, "b": [1, 2]}) == spec_hash({"b": [1, 2], "a": 1.0})
    assert spec_hash({"a": 1.0}) != spec_hash({"a": 1.0000000000000002})


def test_provenance_names_what_the_numbers_depend_on():
    origin = provenance({"a": 1})
    assert origin["catena_version"] == catena.__version__
    assert set(json.loads(origin["versions"])) >= {"numpy", "numba", "h5py"}
    assert origin["cpu"] and origin["platform"] and len(origin["spec_hash"]) == 64
    assert origin["source_digest"] == source_digest()


def _git(place: Path, *words: str) -> str:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    ended = subprocess.run(
        ["git", *who, *words], cwd=place, check=True, capture_output=True, text=True
    )
    return ended.stdout.strip()


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_the_commit_of_a_checkout_is_read_without_git(tmp_path: Path) -> None:
    main, tree = tmp_path / "main", tmp_path / "tree"
    package = main / "src" / "catena"
    package.mkdir(parents=True)
    (package / "a.py").write_text("a = 1")
    assert checked_out_commit.__wrapped__(package) == ""
    _git(main, "init", "-q")
    assert checked_out_commit.__wrapped__(package) == ""  # nothing committed yet
    _git(main, "add", "src")
    _git(main, "commit", "-qm", "first")
    commit = _git(main, "rev-parse", "HEAD")
    _git(main, "worktree", "add", "-q", str(tree))
    places = [package, tree / "src" / "catena"]
    assert [checked_out_commit.__wrapped__(p) for p in places] == [commit] * 2
    _git(main, "pack-refs", "--all")
    assert [checked_out_commit.__wrapped__(p) for p in places] == [commit] * 2
    _git(tree, "checkout", "-q", "--detach")
    assert checked_out_commit.__wrapped__(places[1]) == commit


def test_the_digest_sees_every_change_of_the_source(tmp_path: Path) -> None:
    digests = set()
    for name, text in (("a.py", "a = 1"), ("a.py", "a = 2"), ("b.py", "")):
        (tmp_path / name).write_text(text)
        digests.add(source_digest.__wrapped__(tmp_path))
    assert len(digests) == 3


@pytest.mark.parametrize("library", ["numpy", "numba"])
def test_other_libraries_make_another_program(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, here = program_identity.__wrapped__(), library_versions()
    assert own == program_identity()
    assert other_program(provenance({})) == ""
    there = {**here, library: "0.0"}
    monkeypatch.setattr(f"{MODULE}.library_versions", lambda: there)
    assert program_identity.__wrapped__() != own
    made_there = provenance({})
    monkeypatch.undo()
    assert other_program(made_there) == f"{library} 0.0, here {here[library]}"


def test_other_source_makes_another_program(monkeypatch: pytest.MonkeyPatch) -> None:
    own, made = program_identity.__wrapped__(), provenance({})
    monkeypatch.setattr(f"{MODULE}.source_digest", lambda: "edited")
    assert program_identity.__wrapped__() != own
    assert other_program(made).endswith("here edited")
    assert other_program({}) == "source unknown, here edited"
