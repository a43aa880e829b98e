"""The run that records even running."""

from __future__ import annotations

from math import ceil, lcm

from catena.drives.roller_chain.pace import SAMPLES_PER_TOOTH
from catena.drives.roller_chain.spec.drive import Spec


def rows_per_tooth(spec: Spec, tooth: float) -> int:
    """Samples while a tooth passes."""
    interval = spec.solve.sample_interval
    return SAMPLES_PER_TOOTH if interval is None else max(1, round(tooth / interval))


def recording(
    spec: Spec, pitches: int, tooth: float, steps: tuple[float, int], links: int
) -> Spec:
    """The run over whole turns of the driver and whole periods, once around the chain.

    Means are taken between samples, so there is one more than the turns hold.
    """
    step, each = steps
    whole = lcm(pitches, spec.leading.tooth_count)
    times = max(1, ceil(links / whole))
    interval = step * each
    duration = times * whole * tooth + interval
    values = {"duration": duration, "settle": 0.0, "step": step,
              "sample_interval": interval}  # fmt: skip
    return spec.with_values({f"solve.{name}": value for name, value in values.items()})
