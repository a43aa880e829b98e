"""Counts how often promises are kept, and writes the table of all of them.

``python deep/run.py`` (``make deep``) tries everything as often as asked, which takes
hours; ``--share 0.05`` tries a twentieth, ``--minutes 5`` as much as fits into that
time for each, ``--only C1 C5`` those alone. Ends with 1 where a promise was broken.
Figures go into the table ``docs/guide/reliability.md``.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "deep"))

from absurd import not_numbers  # noqa: E402
from bits import continued, repeated  # noqa: E402
from counting import Count, EnoughError  # noqa: E402
from files import cut, flipped, forged, full  # noqa: E402
from inputs import fuzzed, led_away  # noqa: E402
from payloads import not_run  # noqa: E402
from places import bare, threaded  # noqa: E402
from processes import killed, raced, stopped  # noqa: E402
from scale import scaled, soaked  # noqa: E402
from suites import properties, trapped  # noqa: E402

COUNTS: dict[str, Callable[[float], Count]] = {
    "C1": repeated,
    "C2": continued,
    "C3": threaded,
    "C4": not_numbers,
    "C5": fuzzed,
    "C6": properties,
    "C11": killed,
    "C12": cut,
    "C13": full,
    "C14": flipped,
    "C15": forged,
    "C16": not_run,
    "C18": led_away,
    "C22": bare,
    "C23": scaled,
    "C25": soaked,
    "C26": stopped,
    "C27": raced,
    "C33": trapped,
}
TABLE = ROOT / "docs" / "guide" / "reliability.md"
"""What is promised and what was reached."""
KEPT = ROOT / "deep" / "reached.json"
"""Figures reached, by promise."""


def note(reached: dict[str, str]) -> None:
    """Write the figures into the table of promises, behind what tests reach."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    for k, line in enumerate(lines):
        name = line.split("|")[1].strip() if line.startswith("| C") else ""
        if name in reached:
            said = re.sub(r"; `make deep`: .*", "", line.removesuffix(" |"))
            lines[k] = f"{said}; `make deep`: {reached[name]} |"
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def counted(name: str, share: float, seconds: float) -> Count:
    """The count of one promise, in so much time at most."""
    Count.until = time.monotonic() + seconds
    try:
        return COUNTS[name](share)
    except EnoughError as end:
        return end.count


def main() -> None:
    """Count, print, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--minutes", type=float, default=math.inf)
    parser.add_argument("--only", nargs="*", default=list(COUNTS))
    given = parser.parse_args()
    os.chdir(ROOT)
    reached = json.loads(KEPT.read_text(encoding="utf-8"))
    broken = []
    for name in given.only:
        count = counted(name, given.share, 60.0 * given.minutes)
        reached[name] = count.line() + ("" if count.fine else ", **broken**")
        print(f"{name:4} {count.promise}: {count.line()}", flush=True)
        for words in count.failures:
            print(f"     BROKEN {words}", flush=True)
        broken += [] if count.fine else [name]
        KEPT.write_text(json.dumps(reached, indent=1) + "\n", encoding="utf-8")
    note(reached)
    print(f"broken: {', '.join(broken) or 'none'}")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
