"""Runs every example and writes the table of the theory page.

``python docs/make_table.py`` writes ``docs/theory/khang_dien_table.md``; the numbers in
the documentation are never typed by hand.
"""

import os
import runpy
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
TARGET = ROOT / "docs" / "theory" / "khang_dien_table.md"
PARTS = {
    "Cam mechanism, section 4.1": (
        "fig03_cam_100_rpm",
        "fig05_cam_600_rpm",
        "fig06_cam_full_equations",
        "fig07_cam_cost",
    ),
    "Gear pair, section 4.2": (
        "fig09_gear_pair",
        "fig13_sidebands",
        "fig15_gear_cost",
        "gear_speed_sweep",
    ),
    "Transport manipulator, section 4.3": ("fig18_manipulator", "fig20_driving_moment"),
    "Exact identities": ("identities",),
    "Mathieu, Meissner, and a system of one's own": ("mathieu_chart", "own_system"),
}


def rows_of(name: str) -> list[tuple[str, str, str, str]]:
    """The rows an example prints."""
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))["rows"]


def table_line(cells: tuple[str, ...]) -> str:
    """One line of a Markdown table."""
    return "| " + " | ".join(cell.strip().replace("|", "\\|") for cell in cells) + " |"


def section(title: str, names: tuple[str, ...]) -> list[str]:
    """A heading and the rows of some examples, each under its example."""
    lines = [f"### {title}", ""]
    for name in names:
        lines += [f"By [{name}.py](../gallery/{name}.rst):", ""]
        lines += [table_line(("quantity", "printed", "computed", "verdict"))]
        lines += [table_line(("---",) * 4)]
        lines += [table_line(row) for row in rows_of(name)] + [""]
        print(f"{name}: done", flush=True)
    return lines


def main() -> None:
    """Run everything and write the table."""
    sys.path.insert(0, str(EXAMPLES))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CATENA_FIGURES"] = folder
        lines = [line for part in PARTS.items() for line in section(*part)]
    TARGET.write_text("\n".join(lines), encoding="utf-8")
    print(f"wrote {TARGET.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
