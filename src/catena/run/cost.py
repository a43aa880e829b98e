"""What a run would cost, known before it starts: steps, seconds, bytes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from catena.errors import InputError
from catena.results.catalogue import Catalogue
from catena.rounding import rounded
from catena.run.pace import Pace

SECONDS_PER_BODY_STEP = 8e-8
"""Of one body over one step, on chains and belts; up to 4 times either way."""
MOST_BODY_STEPS = 1e11
"""Bodies times steps above which a run needs ``--large``: some hours."""
MOST_BYTES = 2e10
"""Results of such a run."""
NO_BODIES = (
    "axis", "quaternion", "pose", "mechanism", "cause", "coupling", "boundary",
    "event_between", "event_word",
)  # fmt: skip
"""Dimensions of a result file along which no bodies stand."""
ROWS = ("contact", "contact_group")
"""Dimensions along which rows of contacts and joints stand, or kinds of them."""
KEPT_BYTES = {"float64": 6.0, "float32": 2.0}
"""Bytes of a number in a compressed file, as found in files of all drives."""
KEPT_BYTES_OF_COUNTS = 1.0
"""The same of a whole number."""


@dataclass(frozen=True)
class Cost:
    """An estimate."""

    bodies: int
    steps: int
    bytes: float
    body_step: float = SECONDS_PER_BODY_STEP
    """Computing time of one body over one step [s]."""
    counted: str = "bodies"
    """What is counted: the most numerous parts of the model."""

    @property
    def seconds(self) -> float:
        """Computing time, roughly [s]."""
        return self.body_step * self.bodies * self.steps

    @property
    def large(self) -> bool:
        """Whether the run has to be asked for twice."""
        return self.bodies * self.steps > MOST_BODY_STEPS or self.bytes > MOST_BYTES

    def __str__(self) -> str:
        size = self.bytes / 1e6
        results = f"{size:.2g} MB" if size < 1000.0 else f"{size / 1000.0:.3g} GB"
        return (
            f"{self.bodies} {self.counted} x {rounded(self.steps)} steps, about "
            f"{in_words(self.seconds)}, results {results}"
        )


def cost_of(job: Any) -> Cost | None:
    """The cost of a job that advances in time; None for any other.

    A job whose bodies cost more than usual has ``body_step_seconds``.
    """
    pace: Pace | None = getattr(job, "pace", None)
    if pace is None:
        return None
    catalogue: Catalogue = job.catalogue()
    rows = {
        "time": pace.rows + 1, "frame": pace.frames, "snapshot": pace.snapshots,
    }  # fmt: skip
    total = 0.0
    sizes = {d: n for d, n in catalogue.sizes.items() if n and d not in NO_BODIES}
    bodies = max(sizes.values(), default=1)
    most = {dim for dim, n in sizes.items() if n == bodies}
    counted = "rows of contacts and joints" if most and most <= {*ROWS} else "bodies"
    for variable in catalogue.variables:
        growing = catalogue.growing_dim(variable)
        count = rows.get(growing, 0) if growing else 1
        size = KEPT_BYTES.get(variable.dtype, KEPT_BYTES_OF_COUNTS)
        total += size * count * math.prod(catalogue.sample_shape(variable))
    body_step = getattr(job, "body_step_seconds", SECONDS_PER_BODY_STEP)
    return Cost(bodies, pace.steps, total, body_step, counted)


def refuse_large(job: Any) -> None:
    """Refuse a run that looks like a slip of the pen.

    A job that knows which part sets its step has ``decides``, in words.

    Raises:
        InputError: it would take hours or fill a disk.
    """
    cost = cost_of(job)
    if cost is not None and cost.large:
        decides = getattr(job, "decides", "")
        small = f" The step is {job.pace.step:.3g} s; {decides}." if decides else ""
        raise InputError(
            f"this run is large: {cost}; is solve.step, solve.duration or a length "
            f"without its unit?{small} If it is meant, say --large (in Python "
            "large=True)"
        )


def in_words(seconds: float) -> str:
    """A time in rounded words."""
    for limit, unit, size in ((90.0, "s", 1.0), (5400.0, "min", 60.0)):
        if seconds < limit:
            return f"{seconds / size:.2g} {unit}"
    return f"{seconds / 3600.0:.3g} h"
