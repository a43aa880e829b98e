"""C3, C22: equal bits with two threads, in other locales and bare environments."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from bits import CHILD
from counting import Count
from drives import SHORTER, short

from catena.drives import DRIVES
from catena.spec.writing import resolved_toml

THREADS = [f"{who}_NUM_THREADS" for who in ("NUMBA", "OMP", "OPENBLAS", "MKL")]
LOCALES = ("ar_EG", "ja_JP", "de_DE", "tr_TR", "hi_IN")
"""Other digits, other decimal signs, other capital letters."""


def computed(drive: str, folder: Path, env: dict[str, str]) -> str:
    """Digest of a short run in a process of its own, or what it said instead."""
    file = folder / f"{drive}.toml"
    file.write_text(resolved_toml(short(drive)), encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, "-c", CHILD, str(Path(__file__).parent), file.name],
        env=env, cwd=folder, capture_output=True, text=True,
    )  # fmt: skip
    return ended.stdout.strip() or ended.stderr


def threaded(share: float) -> Count:
    """C3: every kind with one thread and with two."""
    count = Count("C3", "equal bits with 1 and 2 threads", len(DRIVES))
    for drive in list(DRIVES)[: max(1, round(len(DRIVES) * share))]:
        with tempfile.TemporaryDirectory() as folder:
            one, two = (
                computed(drive, Path(folder), os.environ | dict.fromkeys(THREADS, n))
                for n in ("1", "2")
            )
            count.add(len(one) == 64 and one == two, f"{drive}: {one[-200:]}")
    return count


def bare(share: float) -> Count:
    """C22: kinds in locales made for the purpose, and without home or time zone."""
    kinds = ["periodic", *SHORTER]
    count = Count("C22", "equal bits in other environments", 0)
    with tempfile.TemporaryDirectory() as folder:
        places = environments(Path(folder))
        count.asked = len(places) * len(kinds)
        for drive in kinds[: max(1, round(len(kinds) * share))]:
            wanted = computed(drive, Path(folder), dict(os.environ))
            for name, env in places.items():
                got = computed(drive, Path(folder), env)
                count.add(len(got) == 64 and got == wanted, f"{drive}, {name}: {got}")
    return count


def environments(folder: Path) -> dict[str, dict[str, str]]:
    """Locales with their digits and decimal signs, as far as the machine has them."""
    usual = dict(os.environ)
    found = {"C": usual | {"LC_ALL": "C"}, "POSIX": usual | {"LC_ALL": "POSIX"}}
    found["no home"] = {k: v for k, v in usual.items() if k not in ("HOME", "TZ")}
    if (make := shutil.which("localedef")) is None:
        return found
    for name in LOCALES:
        made = folder / f"{name}.utf8"
        subprocess.run([make, "-i", name, "-f", "UTF-8", made], capture_output=True)
        if made.exists():
            env = {"LOCPATH": str(folder), "LC_ALL": f"{name}.utf8", "TZ": "Asia/Tokyo"}
            found[name] = usual | env
    return found
