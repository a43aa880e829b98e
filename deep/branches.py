"""Branch coverage of the core, room by room, without the compiler.

``python deep/branches.py`` runs every test file of kernels under `coverage`, combines
what they reach and prints the share of each room; ``--missing`` lists what no test
reaches. Ends with 1 below the share asked of the core, or where a test fails.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

from coverage import Coverage

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "deep"))

from reach import PACKAGE, Reach, reaches, test_files  # noqa: E402

ASKED = 0.9
"""Share of the branches of the core."""
CORE = (
    "laws", "rows", "pairs", "contact", "couplings", "bodies", "numerics", "geometry",
    "solvers", "results",
)  # fmt: skip
"""What a step is made of, and files of results. Steps themselves (`integrators`) and
what is asked of whole models (`dynamics`) are shown beside it: compiled drives test
them, which is not seen here."""


def rooms(data: list[Reach]) -> dict[str, dict[str, Any]]:
    """What `coverage` says of every file of the core, all test files together."""
    with tempfile.TemporaryDirectory() as folder:
        whole = Coverage(
            data_file=str(Path(folder) / "all"),
            config_file=str(ROOT / "pyproject.toml"),
        )
        whole.combine([str(one.data) for one in data], keep=True)
        whole.save()
        out = Path(folder) / "all.json"
        whole.json_report(outfile=str(out))
        files = json.loads(out.read_text("utf-8"))["files"]
    return {Path(name).resolve().relative_to(PACKAGE).as_posix(): told
            for name, told in files.items()}  # fmt: skip


def shares(files: dict[str, dict[str, Any]]) -> dict[str, tuple[float, float]]:
    """Lines and branches reached, by room and of the core."""
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for name, told in files.items():
        s = told["summary"]
        found = (
            s["covered_lines"], s["num_statements"],
            s["covered_branches"], s["num_branches"],
        )  # fmt: skip
        room = name.split("/")[0]
        for key in (room, *(["core"] if room in CORE else [])):
            sums[key] = [a + b for a, b in zip(sums[key], found, strict=True)]
    return {
        key: (lines / max(1, n), ways / max(1, m))
        for key, (lines, n, ways, m) in sums.items()
    }


def main() -> None:
    """Run, combine, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--missing", action="store_true")
    given = parser.parse_args()
    os.chdir(ROOT)
    data = []
    for one in reaches(test_files()):
        data.append(one)
        name = one.file.relative_to(ROOT / "tests")
        if not one.fine or one.cut:
            what = (
                f"{len(one.cut)} tests too long" if one.fine else f"FAILED\n{one.said}"
            )
            print(f"{name}: {what}", flush=True)
    files = rooms([one for one in data if one.data.is_file()])
    found = shares(files)
    for room in sorted(found, key=lambda r: (r == "core", r in CORE, r)):
        lines, ways = found[room]
        print(f"{room:12} lines {lines:6.1%}  branches {ways:6.1%}")
    if given.missing:
        for name, told in files.items():
            s = told["summary"]
            if s["missing_branches"] or s["missing_lines"]:
                lines, ways = told["missing_lines"], told["missing_branches"]
                print(f"{name}: {s['percent_covered']:.0f} %, {lines}, {ways}")
    fine = all(one.fine for one in data) and found["core"][1] >= ASKED
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
