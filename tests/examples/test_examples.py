"""Every example runs, draws its figures, and disagrees with print only where known."""

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
TABLE = ROOT / "docs" / "theory" / "khang_dien_table.md"
LONG = {"fig06_cam_full_equations", "fig07_cam_cost", "fig15_gear_cost"}
WITHOUT_FIGURES = {"identities"}
DISAGREE = {
    "fig03_cam_100_rpm": {"Fig. 4: strongest harmonics, case 2"},
    "fig05_cam_600_rpm": {"small vibration at 600 rpm, assumed for (61)-(63)"},
    "fig06_cam_full_equations": {"q3 at 300 rpm by linear and by full equations"},
    "fig07_cam_cost": {"linear acceleration with gamma = 1/4, 8000 steps"},
    "fig18_manipulator": {
        "|rho| max, case 2, Table 2 as printed",
        "Fig. 18-19: strongest harmonics, case 2",
        "Fig. 18-19: strongest harmonics, case 2, a5 < 0",
    },
}
"""Where print, or an assumption in it, does not hold: the theory page says why."""
BAD = ("DISAGREES", "FAILS")
SHARED = ("against_print", "pushbelt")
"""Beginnings of scripts that are not run here; the pushbelt's by its paper tests."""
NAMES = sorted(
    path.stem for path in EXAMPLES.glob("*.py") if not path.stem.startswith(SHARED)
)
TABULATED = [name for name in NAMES if not name.startswith("roller_")]
"""Examples whose rows stand in the table of the theory page."""


def _is_long(name: str) -> bool:
    return name in LONG or name not in TABULATED


def _parameter(name: str):
    return pytest.param(name, marks=pytest.mark.paper if _is_long(name) else ())


@pytest.mark.parametrize("name", [_parameter(name) for name in NAMES])
def test_example(name, monkeypatch, tmp_path, capsys):
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.setenv("CATENA_FIGURES", str(tmp_path))
    names = runpy.run_path(str(EXAMPLES / f"{name}.py"))
    rows = names["rows"] if name in TABULATED else []
    timeless = [row for row in rows if "this machine" not in row.computed]
    disagree = {row.quantity for row in timeless if row.verdict.startswith(BAD)}
    assert disagree == DISAGREE.get(name, set())
    assert "verdict" in capsys.readouterr().out
    drawn = list(tmp_path.glob("*.png"))
    assert all(picture.stat().st_size > 5000 for picture in drawn)
    assert drawn or name in WITHOUT_FIGURES
    documented = TABLE.read_text(encoding="utf-8")
    for row in rows:
        assert row.quantity.replace("|", "\\|") in documented


def test_every_example_has_a_place_in_the_table():
    text = (ROOT / "docs" / "make_table.py").read_text(encoding="utf-8")
    assert all(f'"{name}"' in text for name in TABULATED)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda p: p.stem)
def test_drive_files_are_fine(path):
    import catena as ct

    spec = ct.load(path)
    assert ct.loads(path.read_text(encoding="utf-8")) == spec
