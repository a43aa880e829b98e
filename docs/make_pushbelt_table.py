"""Runs the pushbelt comparisons and writes the tables of their theory page.

``python docs/make_pushbelt_table.py`` writes ``docs/theory/cebulla_table.md`` and the
pictures it shows; takes a quarter of an hour.
"""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "theory" / "cebulla_table.md"
IMAGES = ROOT / "docs" / "images"
HEADS = ("quantity", "printed or noted", "computed", "verdict")


def main() -> None:
    """Run everything, write tables and pictures."""
    sys.path[:0] = [str(ROOT / "examples"), str(ROOT / "docs")]
    os.environ["CATENA_FIGURES"] = str(IMAGES)
    from make_table import table_line
    from pushbelt_against_thesis import FIGURES, other_program

    lines: list[str] = []

    def add(title: str, rows: list[tuple[str, ...]], pictures: list[Path]) -> None:
        lines.extend([f"### {title}", ""])
        lines.append(table_line(HEADS))
        lines.append(table_line(("---",) * len(HEADS)))
        lines.extend([table_line(tuple(row)) for row in rows] + [""])
        for picture in pictures:
            numbers = picture.stem.split("_")[3:]
            figures = ", ".join(f"7.{int(number)}" for number in numbers)
            lines.extend(
                [f"![Fig. {figures} made again](../images/{picture.name})", ""]
            )
        TARGET.write_text("\n".join(lines), encoding="utf-8")
        print(f"{title}: done", flush=True)

    add("Another program, same variator", other_program(), [])
    for title, figure in FIGURES.items():
        add(title, figure.rows(), list(figure.pictures()))


if __name__ == "__main__":
    main()
