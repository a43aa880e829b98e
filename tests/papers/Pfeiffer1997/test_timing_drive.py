"""The timing drive: 120 links, crank, two cams, guide, hydraulic tension guide."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from chain_cases import REFERENCE

from catena.drives.loading import load
from catena.drives.roller_chain.link_figures import (
    link_places,
    travelled,
    wrap_means,
)
from catena.drives.roller_chain.reading import drive_of
from catena.drives.running import simulate
from catena.geometry.path import Wheel
from catena.results.run import Run

pytestmark = pytest.mark.paper
EXAMPLE = Path(__file__).parents[3] / "examples" / "roller_chain_timing.toml"


SETTLED = 0.12
"""Three cycles of the engine are left from here on [s]."""


WIDE_OPEN = 0.05
"""Bore of a check valve that opens without loss [m]."""


def between_speeds(rpm: float, table: str) -> np.ndarray:
    """A row of the engine's data, straight between two speeds."""
    engine = REFERENCE["timing"]["engine"]
    rows = np.array(engine[table], dtype=float)
    if table == "torque":
        rows = rows * np.exp(1j * np.radians(engine["torque_phase"]))
    share = (rpm - engine["rpm"][0]) / (engine["rpm"][1] - engine["rpm"][0])
    return rows[0] + share * (rows[1] - rows[0])


def like_the_reference(rpm: float = 2000.0, mean_torque: float = 1.6) -> Run:
    """The example with two choices that fit the reference, which states neither.

    The check valve opens without loss, the torque of the cams is straight between the
    speeds of the table.
    """
    engine = REFERENCE["timing"]["engine"]
    values: dict[str, object] = {
        "guide[0].tensioner.valve_diameter": WIDE_OPEN,
        "sprocket[0].boundary.speed": f"{rpm} rpm",
        "sprocket[0].boundary.irregularity": [
            {"order": k, "amplitude": f"{angle} deg"}
            for k, angle in zip(
                engine["crank_orders"], between_speeds(rpm, "irregularity"), strict=True
            )
        ],
    }
    torque = between_speeds(rpm, "torque")
    for cam, lead in ((1, 0.0), (2, np.radians(engine["cam_lead"]))):
        values[f"sprocket[{cam}].boundary.torque"] = mean_torque
        values[f"sprocket[{cam}].boundary.orders"] = [
            {"order": k, "amplitude": abs(t), "phase": np.angle(t) + k * lead}
            for k, t in zip(engine["cam_orders"], torque, strict=True)
        ]
    return simulate(load(EXAMPLE).with_values(values))


@pytest.fixture(scope="module")
def run() -> Run:
    return like_the_reference()


def orders(run: Run, values: np.ndarray) -> dict[float, float]:
    """Amplitudes by order of the crank over whole cycles of two turns."""
    time, turned = run.read("time"), run.read("sprocket_angle")[:, 0]
    cycle = 4.0 * np.pi
    count = int((turned[-1] - np.interp(SETTLED, time, turned)) / cycle)
    even = np.linspace(turned[-1] - count * cycle, turned[-1], 4096 * count, False)
    lines = 2.0 * np.abs(np.fft.rfft(np.interp(even, turned, values))) / even.size
    return {k / 2: float(lines[k * count]) for k in range(1, 60)}


def test_tensioner_swings_with_even_orders(run: Run) -> None:
    """Trend and numbers: orders 2, 4, 6, 8 stand out, odd ones vanish."""
    found = orders(run, run.read("tensioner_force")[:, 0])
    wanted = REFERENCE["timing"]
    for order, force in zip(wanted["orders"], wanted["forces"], strict=True):
        assert found[order] == pytest.approx(force, rel=0.1)
    assert max(found[k] for k in (1, 3, 5, 7)) < 0.05 * found[2]


def test_peaks_at_both_ends_of_a_wrap_and_low_guide_forces(run: Run) -> None:
    """Curve: [Pfeiffer1997] Fig. 12, contact force of a link over the crank."""
    spec, placed = drive_of(run)
    late = run.read("time") > SETTLED
    pins = (link_places(placed, travelled(run, spec, placed)[late]) - 0.5) % 120
    force, guide = run.read("roller_force")[late], run.read("rail_force")[late]
    crank = placed.items[0]
    assert isinstance(crank, Wheel)
    mean = wrap_means(placed, crank, pins, force, 120, per_pitch=2)
    middle = len(mean) // 2
    inner = mean[middle - 2 : middle + 2].min()
    assert inner < 0.3 * mean[:middle].max()
    assert inner < 0.3 * mean[middle:].max()
    median = np.median(guide[guide > 0.0])
    assert median < 0.1 * force.max()
    wanted = REFERENCE["timing"]
    assert median == pytest.approx(wanted["guide_median"], rel=0.1)
    assert guide.max() == pytest.approx(wanted["guide_largest"], rel=0.2)


def largest_force(run: Run) -> float:
    return float(run.read("peak_joint_force")[run.read("time") > SETTLED].max())


def tensions(run: Run) -> tuple[float, float]:
    """Mean slack and tight tension [N]."""
    late = run.read("span_tension")[run.read("time") > SETTLED]
    mean = np.nanmean(late, axis=0)
    return float(mean[0]), float(mean[-1])


def test_link_forces_reach_a_kilonewton(run: Run) -> None:
    """Number: largest link force, mean tensions and their ratio."""
    wanted = REFERENCE["timing"]
    assert largest_force(run) == pytest.approx(wanted["largest_force"], rel=0.05)
    slack, tight = tensions(run)
    assert slack == pytest.approx(wanted["slack"], rel=0.03)
    assert tight == pytest.approx(wanted["tight"], rel=0.03)
    assert tight / slack == pytest.approx(wanted["ratio"], abs=0.03)


def test_tight_is_twice_slack_with_the_torque_of_a_pump() -> None:
    """Number: 12 N m per cam."""
    wanted = REFERENCE["timing"]
    slack, tight = tensions(like_the_reference(mean_torque=12.0))
    assert slack == pytest.approx(wanted["slack_12"], rel=0.03)
    assert tight == pytest.approx(wanted["tight_12"], rel=0.03)
    assert tight / slack == pytest.approx(wanted["ratio_12"], abs=0.1)


def test_a_faster_engine() -> None:
    """Number: 2500 rpm, where order 6 comes near its resonance."""
    wanted = REFERENCE["timing"]["faster"]
    run = like_the_reference(wanted["rpm"])
    found = orders(run, run.read("tensioner_force")[:, 0])
    for order, force in zip(
        REFERENCE["timing"]["orders"], wanted["forces"], strict=True
    ):
        assert found[order] == pytest.approx(force, rel=0.1)
    slack, tight = tensions(run)
    assert slack == pytest.approx(wanted["slack"], rel=0.03)
    assert tight == pytest.approx(wanted["tight"], rel=0.03)
    assert largest_force(run) == pytest.approx(wanted["largest_force"], rel=0.1)


def test_energy_is_accounted_for(run: Run) -> None:
    assert all(check.ok for check in run.outcome.checks)
