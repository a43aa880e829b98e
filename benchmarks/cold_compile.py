"""How long the first run of each drive waits for the compiler.

    python benchmarks/cold_compile.py [drive ...] [--kernels N]

runs the template of every drive for a moment, each in a process of its own with an
empty cache, then once more with what the first left, and prints the CPU time of both
[s] and the number of kernels compiled. ``--kernels N`` also lists the N that took the
longest, each without the kernels it calls.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from numba.core import event

SHORT = {
    "roller_chain": {"solve.duration": 2e-3, "solve.settle": 1e-3},
    "roller_chain_bicycle_in_space": {"solve.duration": 2e-3, "solve.settle": 1e-3},
    "pushbelt_cvt": {"solve.duration": 1e-3, "solve.revolutions": None,
                     "solve.discard": 0.0},
    "pushbelt_cvt spatial": {"fidelity": "spatial", "spatial.start": "cold",
                             "solve.step": 1e-6,
                             "solve.duration": 1e-3, "solve.revolutions": None,
                             "solve.discard": 0.0},
    "belt_drive": {"solve.duration": 2e-3, "solve.settle": 1e-3,
                   "solve.load_ramp": 1e-3},
    "chain_cvt": {"solve.duration": 1e-3, "solve.revolutions": None,
                  "solve.discard": 0.0},
    "roller_span": {"run.duration": 0.1},
    "system": {},
    "spatial_system": {"solve.duration": 0.1},
    "periodic": {},
    "gear_pair": {},
    "cam_mechanism": {},
    "transport_manipulator": {},
}  # fmt: skip
"""Templates by the names of their drives, or examples; and what makes them short."""
EXAMPLES = Path(__file__).parents[1] / "examples"


class Watch(event.Listener):
    """Adds up the time numba spends on each kernel, without those it calls."""

    def __init__(self) -> None:
        self.open: list[list[float]] = []
        self.spent: dict[str, list[float]] = {}

    def on_start(self, _: event.Event) -> None:
        self.open.append([time.process_time(), 0.0])

    def on_end(self, ended: event.Event) -> None:
        begun, inner = self.open.pop()
        whole = time.process_time() - begun
        if self.open:
            self.open[-1][1] += whole
        function = ended.data["dispatcher"].py_func
        name = f"{function.__module__}.{function.__qualname__}"
        self.spent.setdefault(name, []).append(whole - inner)


def run_once(name: str, listed: int) -> None:
    """One short run in this process; prints kernels, CPU time and the slowest."""
    import catena as ct
    from catena.drives import DRIVES
    from catena.errors import CatenaError

    watch = Watch()
    event.register("numba:compile", watch)
    try:
        kind = name.split()[0]
        if kind in DRIVES:
            spec = ct.loads(DRIVES[kind].template())
        else:
            spec = ct.load(EXAMPLES / f"{kind}.toml")
        ct.simulate(spec.with_values(SHORT[name]))
    except CatenaError as error:  # too short to be judged, or no steady state
        print(f"  {name}: {error}", file=sys.stderr)
    used = resource.getrusage(resource.RUSAGE_SELF)
    count = sum(map(len, watch.spent.values()))
    print(count, used.ru_utime + used.ru_stime)
    slowest = sorted(watch.spent.items(), key=lambda item: -sum(item[1]))
    for kernel, each in slowest[:listed]:
        print(f"    {sum(each):6.2f} s in {len(each)} of {kernel}")


def in_process(name: str, cache: str, listed: int) -> tuple[int, float, str]:
    """Kernels compiled, CPU time of a process of its own, and what it lists."""
    command = [sys.executable, __file__, "--one", name, "--kernels", str(listed)]
    env = os.environ | {"NUMBA_CACHE_DIR": cache}
    done = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE)
    head, _, rest = done.stdout.decode().partition("\n")
    count, seconds = head.split()
    return int(count), float(seconds), rest


def main() -> None:
    """Every drive asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("drives", nargs="*", default=list(SHORT))
    parser.add_argument("--kernels", type=int, default=0)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        run_once(asked.one, asked.kernels)
        return
    print(f"{'CPU time [s]':30}{'kernels':>9}{'cold':>8}{'warm':>8}")
    total = 0.0
    for name in asked.drives:
        with tempfile.TemporaryDirectory() as cache:
            count, cold, rest = in_process(name, cache, asked.kernels)
            _, warm, _ = in_process(name, cache, 0)
        total += cold
        print(f"{name:30}{count:9}{cold:8.1f}{warm:8.2f}", rest, sep="\n", end="")
    print(f"{'sum':30}{'':9}{total:8.1f}")


if __name__ == "__main__":
    main()
