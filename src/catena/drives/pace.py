"""Steps below the border of stability, and how they are cut into records and frames."""

from __future__ import annotations

from math import ceil
from typing import Any

from catena.dynamics.largest_step import SAFE_SHARE
from catena.errors import SpecError
from catena.run.pace import Pace


def stable_step(
    given: float | None, limit: float, share: float, what: str, decides: str
) -> float:
    """The given step, or a share of the largest stable one [s].

    Args:
        given: What the file says.
        limit: The largest stable step [s].
        share: Of it, where nothing is given.
        what: For which a step is too large, in words.
        decides: Which part sets the limit, in words; may be empty.

    Raises:
        SpecError: the given one is too large.
    """
    step = share * limit if given is None else given
    if step > SAFE_SHARE * limit:
        raise SpecError.at(
            "solve.step",
            step,
            f"is too large for {what}: at most {SAFE_SHARE * limit:.3g} s",
            "; ".join(filter(None, (decides, "leave it out to have it chosen"))),
        )
    return step


def even_pace(
    solve: Any, step: float, interval: float, shown: float, block: int
) -> Pace:
    """Whole records of whole steps, with frames of the end.

    Args:
        solve: The table ``solve`` of a file.
        step: Of a stable size [s]; shortened to fit the interval if it was chosen.
        interval: From record to record [s].
        shown: Time before the end that the picture shows [s].
        block: Records between two reports of progress.
    """
    if solve.step is None:
        step = interval / max(1, ceil(interval / step))
    every = max(1, round(interval / step))
    rows = max(2, round(solve.duration / (every * step)))
    frames = min(rows, max(2, round(shown / (every * step))))
    return Pace(
        step=step,
        steps=rows * every,
        every=every,
        frame_every=max(1, round(frames / solve.frame_count)),
        frame_from=rows - frames,
        block=block * every,
    )
