"""Results of earlier commits still open: every file of the corpus is read as a whole.

``older/KIND_COMMIT.nc.xz`` was written by the commit of its name: 89b9652e of the days
before one engine, 4049cd16 and d5c15935 of those after; few links, few steps, without
the compiler. Where a version kept an end state, it stands beside as ``.npz.xz``.
"""

import lzma
from pathlib import Path

import numpy as np
import pytest

import catena as ct
from catena.errors import InputError, MissingVariable
from catena.exchange import export_run
from catena.reporting import figures_of, report_content
from catena.run.checkpoint import END_NAME
from catena.run.start import start_from

CORPUS = Path(__file__).parent / "older"
NAMES = sorted(path.name.removesuffix(".nc.xz") for path in CORPUS.glob("*.nc.xz"))
WITH_END = sorted(path.name.removesuffix(".npz.xz") for path in CORPUS.glob("*.npz.xz"))
NO_FIGURES = {"pushbelt_cvt_89b9652e": "running_radius"}
"""Files that lack a signal without which nothing can be drawn."""


def kind_of(name: str) -> str:
    return name.rpartition("_")[0]


def unpacked(name: str, folder: Path) -> Path:
    """A run folder as the older version left it."""
    packed = {"run.nc": f"{name}.nc.xz", END_NAME: f"{name}.npz.xz"}
    for target, source in packed.items():
        if (CORPUS / source).is_file():
            (folder / target).write_bytes(
                lzma.decompress((CORPUS / source).read_bytes())
            )
    return folder


def test_corpus_holds_the_kinds_of_drives() -> None:
    kinds = {"roller_chain", "pushbelt_cvt", "system", "roller_span", "periodic"}
    assert {kind_of(name) for name in NAMES} == kinds
    assert {kind_of(name) for name in WITH_END} == kinds - {"periodic"}


@pytest.mark.parametrize("name", NAMES)
def test_older_result_opens(name: str, tmp_path: Path) -> None:
    with ct.open_run(unpacked(name, tmp_path)) as run:
        assert run.status == "complete"
        assert run.attributes["drive"] == kind_of(name)
        assert run.outcome.key_numbers
        for signal in run.names:
            assert run.read(signal).shape == run.dataset[signal].shape
        assert ct.loads(run.spec_text).drive == kind_of(name)
        assert export_run(run, "csv", tmp_path / "export", False)


@pytest.mark.parametrize("name", NAMES)
def test_report_of_an_older_result(name: str, tmp_path: Path) -> None:
    with ct.open_run(unpacked(name, tmp_path)) as run:
        content = report_content(run)
        assert "</html>" in ct.report(run).read_text(encoding="utf-8")
        told = [text for text in content.outcome.warnings if "another version" in text]
        if signal := NO_FIGURES.get(name):
            assert not content.figures
            assert signal in told[0]
            with pytest.raises(
                MissingVariable, match=r"catena 0\.1\.0 .* run it again"
            ):
                figures_of(run)
        else:
            assert content.figures
            assert not told


@pytest.mark.parametrize("name", WITH_END)
def test_end_state_of_an_older_result_is_read(name: str, tmp_path: Path) -> None:
    start = start_from(str(unpacked(name, tmp_path)), kind_of(name))
    assert np.isfinite(start.arrays["state.q"]).all()
    assert "catena 0.1.0 of 2026" in start.other_version


def test_older_result_without_end_state_is_no_start(tmp_path: Path) -> None:
    folder = unpacked("system_89b9652e", tmp_path)
    with pytest.raises(InputError, match=r"no end state .*catena 0\.1\.0 of 2026"):
        start_from(str(folder), "system")
