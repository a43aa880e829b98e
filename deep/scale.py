"""C23, C25: chains of many links, and thousands of runs in one process."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import psutil
from counting import Count
from drives import short

import catena as ct
from catena.drives.loading import spec_from

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "benchmarks"))

from roller_chain import drive, time_catena  # noqa: E402

LINKS = (100, 300, 1000, 3000, 10_000)
POWER = 1.2
"""The cost of a step grows at most with this power of the number of links."""
LARGE = {1000: (100_000, 600.0, 2e9), 10_000: (10_000, 900.0, 8e9)}
"""Steps, the most time of the processor [s], the most memory [B], by links."""
JOBS = 5000
SMALL = {
    "roller_chain": {"solve.duration": 4e-3, "solve.settle": 1e-3},
    "belt_drive": {"solve.duration": 2e-3, "solve.settle": 1e-3},
    "roller_span": {"run.duration": 0.01},
    "system": {"solve.duration": 0.02},
    "spatial_system": {"solve.duration": 0.02},
    "periodic": {},
}
"""Short runs, taken in turn."""
BEGUN = 60
"""Jobs after which memory and files are looked at."""
GROWTH = 1.05
"""Most memory, over that after these jobs."""


def scaled(share: float) -> Count:
    """C23: cost of steps over the number of links; two whole runs within limits."""
    count = Count("C23", "chains of up to 10 000 links", 1 + len(LARGE))
    few = LINKS[: max(3, round(len(LINKS) * share))]
    costs = [time_catena(drive(links=n), 500)[0] for n in few]
    power = float(np.polyfit(np.log(few), np.log(costs), 1)[0])
    words = f"a step of {few[-1]} links {costs[-1]:.0f} us, cost as power {power:.2f}"
    count.add(power <= POWER, words)
    for links, (steps, most_time, most_memory) in LARGE.items():
        if links not in few:
            continue
        spent, memory = whole_run(links, round(steps * share))
        words += f"; {links} links {spent:.0f} s, {memory / 1e6:.0f} MB"
        count.add(spent <= most_time and memory <= most_memory, words)
    count.remark = words
    return count


def whole_run(links: int, steps: int) -> tuple[float, float]:
    """Time of the processor [s] and memory [B] of one run, in a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, str(links), str(steps)],
        check=True, capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    spent, memory = json.loads(done.stdout.splitlines()[-1])
    return spent, memory


def run_large(links: int, steps: int) -> None:
    """Run a chain of so many links, from its taut path, and print what it took."""
    data = drive(links=links)
    data["solve"] |= {"duration": steps * data["solve"]["step"], "frame_count": 100}
    with tempfile.TemporaryDirectory() as folder:
        ct.simulate(spec_from(data), Path(folder) / "run", large=True)
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps([used.ru_utime + used.ru_stime, 1024.0 * used.ru_maxrss]))


def soaked(share: float) -> Count:
    """C25: short runs of every kind, one after the other in one process."""
    jobs = max(2 * BEGUN, round(JOBS * share))
    count, early = Count("C25", "short jobs in one process", jobs), (1.0, 0)
    names, here = list(SMALL), psutil.Process()
    specs = {name: short(name).with_values(SMALL[name]) for name in names}
    with tempfile.TemporaryDirectory() as folder:
        for k in range(jobs):
            name = names[k % len(names)]
            try:
                with ct.simulate(specs[name], Path(folder) / "run", overwrite=True):
                    pass
            except Exception as error:
                count.add(False, f"{name}, job {k}: {type(error).__name__}: {error}")
                continue
            memory, files = float(here.memory_info().rss), here.num_fds()
            if k == BEGUN:
                early = memory, files
            fine = k < BEGUN or (memory <= GROWTH * early[0] and files <= early[1])
            count.remark = f"memory {memory / early[0]:.3f} of that after "
            count.remark += f"{BEGUN} jobs, {files} open files"
            count.add(fine, count.remark)
    return count


if __name__ == "__main__":
    run_large(*map(int, sys.argv[1:]))
