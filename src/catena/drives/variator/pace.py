"""How the time of a variator's run is cut into steps, samples and snapshots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from catena.errors import SpecError
from catena.run.pace import Pace
from catena.spec.step_control import check_control


@dataclass(frozen=True)
class Rounds:
    """Revolutions of a belt or chain, by which a run is measured."""

    usual: float
    """If a file names neither their number nor a duration."""
    creep: float
    """By how much a loaded belt is slower than the primary pulley; a run takes so much
    longer, so that its last revolution is a whole one."""
    block: int
    """Snapshots between two reports of progress; gross slip is judged over a block."""


def check_times(solve: Any) -> None:
    """Refuse two ends, intervals out of order, and a start that outlasts the run.

    Args:
        solve: The table ``solve`` of a variator.

    Raises:
        ValueError: with the values that do not fit.
    """
    if solve.duration is not None and solve.revolutions is not None:
        raise ValueError("found both of duration and revolutions; expected one")
    if solve.snapshot_interval < solve.sample_interval:
        raise ValueError(
            f"snapshot_interval {solve.snapshot_interval:g} s is shorter than the "
            f"sample_interval of {solve.sample_interval:g} s"
        )
    if solve.sample_interval < solve.time_step:
        raise ValueError(
            f"sample_interval {solve.sample_interval:g} s is shorter than the step "
            f"of {solve.time_step:g} s"
        )
    check_control(solve.control, solve.time_step)
    if solve.revolutions is not None and solve.discard >= solve.revolutions:
        raise ValueError(
            f"discards {solve.discard:g} of {solve.revolutions:g} revolutions; "
            "nothing would be left"
        )


def check_step(step: float, largest: float, advice: str) -> None:
    """Refuse a step above the limit of stability.

    Raises:
        SpecError: with the largest step and what would help.
    """
    if step > largest:
        raise SpecError.at(
            "solve.step",
            f"{1e6 * step:.4g} us",
            f"is too large for these masses and stiffnesses: at most "
            f"{1e6 * largest:.3g} us",
            advice,
        )


def variator_pace(solve: Any, rounds: Rounds, revolution: float | None) -> Pace:
    """Whole snapshots of whole samples of whole steps.

    Args:
        solve: The table ``solve`` of the file.
        rounds: What is usual for this kind of variator.
        revolution: Time of one at the start [s]; None from rest.

    Raises:
        SpecError: revolutions are to be counted from rest.
    """
    every = max(1, round(solve.sample_interval / solve.time_step))
    apart = max(1, round(solve.snapshot_interval / (every * solve.time_step)))
    duration = solve.duration
    if duration is None:
        if revolution is None:
            raise SpecError.at(
                "solve.duration",
                None,
                "is needed when the primary pulley starts from rest: revolutions are "
                "not known before",
            )
        count = solve.revolutions or rounds.usual
        duration = (1.0 + rounds.creep) * count * revolution
    snapshots = max(2, round(duration / (apart * every * solve.time_step)))
    return Pace(
        step=solve.time_step,
        steps=snapshots * apart * every,
        every=every,
        frame_every=apart,
        frame_from=apart - 1,
        block=rounds.block * apart * every,
        whole=apart * every,
    )
