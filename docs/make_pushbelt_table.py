"""Runs the pushbelt comparisons and writes the table of their theory page.

``python docs/make_pushbelt_table.py`` writes ``docs/theory/cebulla_table.md``; takes
some minutes.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "theory" / "cebulla_table.md"


def main() -> None:
    """Run everything and write the table."""
    sys.path[:0] = [str(ROOT / "examples"), str(ROOT / "docs")]
    from make_table import table_line
    from pushbelt_against_thesis import PARTS

    lines: list[str] = []
    for title, part in PARTS.items():
        lines += [f"### {title}", ""]
        lines += [table_line(("quantity", "printed or noted", "computed", "verdict"))]
        lines += [table_line(("---",) * 4)]
        lines += [table_line(tuple(row)) for row in part()] + [""]
        TARGET.write_text("\n".join(lines), encoding="utf-8")
        print(f"{title}: done", flush=True)


if __name__ == "__main__":
    main()
