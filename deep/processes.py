"""C11, C26, C27: runs that are killed, stopped, or race for one folder."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
from counting import Count
from drives import digest, short

import catena as ct
from catena.results.files.writer import PART_NAME, RUN_NAME
from catena.spec.writing import resolved_toml

STOPS_WITHIN = 2.0
"""Time of the processor in which a signal must end a run, however busy it is [s]."""
RACERS = 4
"""Processes that want the same folder."""


def begun(folder: Path, drive: str, *options: str) -> subprocess.Popen[str]:
    """A run on the command line in a process of its own."""
    file = folder / "x.toml"
    file.write_text(resolved_toml(short(drive)), encoding="utf-8")
    return subprocess.Popen(
        [sys.executable, "-m", "catena", "run", str(file), "--out", "run", *options],
        cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def time_of(drive: str) -> float:
    """How long such a run takes, kernels compiled [s]."""
    with tempfile.TemporaryDirectory() as folder:
        begun(Path(folder), drive).wait()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        begun(Path(folder), drive).wait()
    return time.monotonic() - start


def killed(share: float) -> Count:
    """C11: killed at random moments, then continued to the same bits."""
    count, dice = (
        Count("C11", "killed: readable, resumed to the same bits", 100),
        random.Random(11),
    )
    drive = "roller_chain"
    wanted, usual = digest(ct.simulate(short(drive))), time_of(drive)
    for _ in range(max(1, round(100 * share))):
        with tempfile.TemporaryDirectory() as folder:
            child, moment = begun(Path(folder), drive), dice.uniform(0.0, usual)
            time.sleep(moment)
            child.kill()
            child.communicate()
            out = Path(folder) / "run"
            count.add(*recovered(out, wanted, f"killed after {moment:.2f} s"))
    return count


def recovered(out: Path, wanted: str, words: str) -> tuple[bool, str]:
    """Whether what a killed run left can be read, and continued to the same bits.

    A folder without results, but for a lock or a journal, takes the run once more.
    """
    try:
        if not any((out / name).exists() for name in (RUN_NAME, PART_NAME)):
            return digest(ct.simulate(short("roller_chain"), out)) == wanted, words
        with ct.open_run(out) as left:
            complete = left.status == "complete"
        if not complete:
            ct.resume(out)
        return digest(out) == wanted, f"{words}: other bits"
    except Exception as error:
        return False, f"{words}: {type(error).__name__}: {error}"


def stopped(share: float) -> Count:
    """C26: Ctrl-C and SIGTERM end a run soon, with code 4 or complete, and readable."""
    count, dice = (
        Count("C26", "signals end runs within 2 s of the processor, files valid", 50),
        random.Random(26),
    )
    usual = time_of("roller_chain")
    for k in range(max(1, round(50 * share))):
        with tempfile.TemporaryDirectory() as folder:
            child, moment = (
                begun(Path(folder), "roller_chain"),
                dice.uniform(0.2, 1.0) * usual,
            )
            time.sleep(moment)
            used = signalled(child, signal.SIGINT if k % 2 else signal.SIGTERM)
            told = child.communicate()[1]
            taken = spent_by_children() - used
            out, words = (
                Path(folder) / "run",
                f"code {child.returncode} after {taken:.1f} s",
            )
            try:
                if (out / "run.nc").exists():
                    digest(out)
            except Exception as error:
                count.add(False, f"{words}: {type(error).__name__}: {error}")
                continue
            unborn = child.returncode < 0 and not out.exists()  # Python was not ready
            fine = child.returncode in (0, 4) or unborn
            fine = fine and taken < STOPS_WITHIN
            count.add(fine and "Traceback" not in told, f"{words}: {told}")
    return count


def signalled(child: subprocess.Popen[str], number: signal.Signals) -> float:
    """Send a signal; time of the processor that all children have used by then [s]."""
    ended = spent_by_children()
    if child.poll() is not None:
        return spent_by_children()
    times = psutil.Process(child.pid).cpu_times()
    child.send_signal(number)
    return ended + times.user + times.system


def spent_by_children() -> float:
    """Time of the processor of all processes that have ended [s]."""
    times = os.times()
    return times.children_user + times.children_system


def raced(share: float) -> Count:
    """C27: several runs into one folder: one wins, the others refuse."""
    count = Count("C27", "races for one folder have one winner", 100)
    wanted = digest(ct.simulate(short("periodic")))
    for _ in range(max(1, round(100 * share))):
        with tempfile.TemporaryDirectory() as folder:
            racers = [begun(Path(folder), "periodic") for _ in range(RACERS)]
            told = [racer.communicate()[1] for racer in racers]
            codes = sorted(racer.returncode for racer in racers)
            fine = codes == [0] + [2] * (RACERS - 1)
            fine = fine and not any("Traceback" in text for text in told)
            same = fine and digest(Path(folder) / "run") == wanted
            count.add(same, f"codes {codes} {' | '.join(told)}")
    return count
