"""C4: every number of every template by values that are absurd.

Each kind has a process of its own, which loads its compiled kernels once and then
answers case after case; it is ended, and begun again, when a case takes too long.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

import numpy as np
import psutil
from counting import Count
from drives import short
from inputs import paths_in, put

import catena as ct
from catena.drives import DRIVES
from catena.errors import CatenaError
from catena.spec.writing import resolved_data, toml_text

NUMBERS = [float("nan"), float("inf"), float("-inf"), 1e308, -1.0, 0.0]
LONGEST = 60.0
"""Time of the processor in which a case must end [s]; compiling is part of it."""
LOOK = 0.5
"""Time between two looks at a process that has not answered [s]."""
Case = tuple[tuple[Any, ...], float]
"""Place in the file, and what is put there."""


def places_of(drive: str) -> Iterator[tuple[Any, ...]]:
    """Every number in the template of a kind; truth values are none."""
    data = resolved_data(short(drive))
    for path in paths_in(data):
        place: Any = data
        for key in path:
            place = place[key]
        if isinstance(place, (int, float)) and not isinstance(place, bool):
            yield path


def trouble(drive: str, path: tuple[Any, ...], number: float) -> str:
    """What goes wrong with this number; empty where it is refused or does no harm."""
    data = resolved_data(short(drive))
    put(data, path, number)
    try:
        with ct.simulate(ct.loads(toml_text(data))) as run:
            return infinities(run)
    except CatenaError as error:
        return "" if str(error).strip() else "refused without words"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def infinities(run: ct.Run) -> str:
    """Signals and key numbers that are infinite; NaN stands for a missing value."""
    bad = [one.name for one in run.outcome.key_numbers if np.isinf(one.value)]
    for name in run.names:
        values = np.asarray(run.read(name))
        if values.dtype.kind == "f" and np.isinf(values).any():
            bad.append(name)
    return f"infinite: {', '.join(bad)}" if bad else ""


def answer(drive: str, pipe: Connection) -> None:
    """Answer cases of one kind until there are no more."""
    ct.simulate(short(drive)).close()  # loads or compiles what all of them need
    pipe.send("ready")
    while (case := pipe.recv()) is not None:
        pipe.send(trouble(drive, *case))


@dataclass
class Worker:
    """The process of a kind."""

    drive: str
    process: BaseProcess | None = None
    pipe: Connection | None = field(default=None, repr=False)

    def begin(self) -> Connection:
        """Start the process unless it runs; wait until its kernels are there."""
        if self.process is not None and self.process.is_alive() and self.pipe:
            return self.pipe
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(
            target=answer, args=(self.drive, theirs), daemon=True
        )
        self.process.start()
        theirs.close()
        assert self.pipe.recv() == "ready"
        return self.pipe

    def ask(self, case: Case) -> str:
        """The answer to a case; ends the process if it does not come."""
        pipe = self.begin()
        assert self.process is not None
        begun = self.spent()
        pipe.send(case)
        while not pipe.poll(LOOK):
            if not self.process.is_alive():
                return f"the process ended with {self.process.exitcode}"
            if self.spent() - begun > LONGEST:
                self.end()
                return f"took longer than {LONGEST:g} s"
        try:
            return str(pipe.recv())
        except EOFError:
            self.process.join()
            return f"the process ended with {self.process.exitcode}"

    def spent(self) -> float:
        """Time of the processor so far [s]."""
        assert self.process is not None
        try:
            return float(sum(psutil.Process(self.process.pid).cpu_times()[:2]))
        except psutil.Error:
            return 0.0

    def end(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.join()


def not_numbers(share: float) -> Count:
    """C4: every number of every template, by values that are absurd."""
    cases = {d: [(p, n) for p in places_of(d) for n in NUMBERS] for d in DRIVES}
    asked = sum(len(each) for each in cases.values())
    count = Count("C4", "absurd numbers: refused, or nothing that is no number", asked)
    dice = random.Random(4)
    for drive, each in cases.items():
        worker, begun = Worker(drive), time.monotonic()
        for case in dice.sample(each, max(1, round(len(each) * share))):
            told = worker.ask(case)
            where = ".".join(str(key) for key in case[0])
            count.add(not told, f"{drive} {where} = {case[1]}: {told}")
        worker.end()
        spent = time.monotonic() - begun
        print(f"     C4 {drive}: {count.kept} of {count.tried} kept, {spent:.0f} s",
              flush=True)  # fmt: skip
    return count
