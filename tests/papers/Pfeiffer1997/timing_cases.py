"""The timing drive as the reference has it, and what is read from its runs.

The reference states neither how the check valve opens nor the torque of the cams
between the speeds of its table: here without loss, and straight between them.
``docs/make_timing_table.py`` tries other choices.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from chain_cases import REFERENCE

from catena.drives.loading import load
from catena.drives.running import simulate
from catena.results.run import Run

EXAMPLE = Path(__file__).parents[3] / "examples" / "roller_chain_timing.toml"
ENGINE = REFERENCE["timing"]["engine"]
LEADS = (0.0, ENGINE["cam_lead"])
"""By which the cams are ahead of their torque table [deg]."""
SETTLED = 0.12
"""Three cycles of the engine are left from here on [s]."""
WIDE_OPEN = 0.05
"""Bore of a check valve that opens without loss [m]."""


def between_speeds(rpm: float, rows: np.ndarray) -> np.ndarray:
    """A row of the engine's data, straight between two speeds."""
    share = (rpm - ENGINE["rpm"][0]) / (ENGINE["rpm"][1] - ENGINE["rpm"][0])
    return rows[0] + share * (rows[1] - rows[0])


def cam_torque(rpm: float) -> np.ndarray:
    """Orders of the torque of a cam [N m], as complex amplitudes."""
    phase = np.exp(1j * np.radians(ENGINE["torque_phase"]))
    return between_speeds(rpm, np.array(ENGINE["torque"]) * phase)


def values_like_the_reference(
    rpm: float = 2000.0,
    mean_torque: float = 1.6,
    *,
    leads: tuple[float, float] = LEADS,
    torque_of: Callable[[float], np.ndarray] = cam_torque,
) -> dict[str, object]:
    """What differs from the example."""
    shaking = between_speeds(rpm, np.array(ENGINE["irregularity"]))
    values: dict[str, object] = {
        "guide[0].tensioner.valve_diameter": WIDE_OPEN,
        "sprocket[0].boundary.speed": f"{rpm} rpm",
        "sprocket[0].boundary.irregularity": [
            {"order": k, "amplitude": f"{angle} deg"}
            for k, angle in zip(ENGINE["crank_orders"], shaking, strict=True)
        ],
    }
    for cam, lead in enumerate(np.radians(leads), start=1):
        values[f"sprocket[{cam}].boundary.torque"] = mean_torque
        values[f"sprocket[{cam}].boundary.orders"] = [
            {"order": k, "amplitude": abs(t), "phase": np.angle(t) + k * lead}
            for k, t in zip(ENGINE["cam_orders"], torque_of(rpm), strict=True)
        ]
    return values


def run_with(values: dict[str, object]) -> Run:
    """A run of the example with these values."""
    return simulate(load(EXAMPLE).with_values(values))


def like_the_reference(rpm: float = 2000.0, mean_torque: float = 1.6) -> Run:
    return run_with(values_like_the_reference(rpm, mean_torque))


def orders(run: Run, values: np.ndarray) -> dict[float, float]:
    """Amplitudes by order of the crank over whole cycles of two turns."""
    time, turned = run.read("time"), run.read("sprocket_angle")[:, 0]
    cycle = 4.0 * np.pi
    count = int((turned[-1] - np.interp(SETTLED, time, turned)) / cycle)
    even = np.linspace(turned[-1] - count * cycle, turned[-1], 4096 * count, False)
    lines = 2.0 * np.abs(np.fft.rfft(np.interp(even, turned, values))) / even.size
    return {k / 2: float(lines[k * count]) for k in range(1, 60)}


def largest_force(run: Run) -> float:
    """Of all joints [N]."""
    return float(run.read("peak_joint_force")[run.read("time") > SETTLED].max())


def tensions(run: Run) -> tuple[float, float]:
    """Mean slack and tight tension [N]."""
    late = run.read("span_tension")[run.read("time") > SETTLED]
    mean = np.nanmean(late, axis=0)
    return float(mean[0]), float(mean[-1])
