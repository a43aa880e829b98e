"""Times of a run that must fit each other."""

from __future__ import annotations

MOST_SAMPLES = 2_000_000


def check_sampling(
    duration: float, settle: float | None, interval: float | None
) -> None:
    """Refuse a start that outlasts the run, and more samples than a file should hold.

    Raises:
        ValueError: with what does not fit.
    """
    if settle is not None and settle >= duration:
        raise ValueError("settle must be before the end of the duration")
    if interval is not None and duration / interval > MOST_SAMPLES:
        raise ValueError(
            f"{duration / interval:.3g} samples; at most {MOST_SAMPLES:.0e}: "
            "raise sample_interval"
        )
