"""The timing drive: 120 links, crank, two cams, guide, hydraulic tension guide."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from chain_cases import REFERENCE

from catena.drives.loading import load
from catena.drives.running import simulate
from catena.results.run import Run

pytestmark = pytest.mark.paper
EXAMPLE = Path(__file__).parents[3] / "examples" / "roller_chain_timing.toml"


@pytest.fixture(scope="module")
def run() -> Run:
    return simulate(load(EXAMPLE))


def orders(run: Run, values: np.ndarray) -> dict[float, float]:
    """Amplitudes by order of the crank over whole cycles of two turns."""
    time, turned = run.read("time"), run.read("sprocket_angle")[:, 0]
    cycle = 4.0 * np.pi
    count = int((turned[-1] - np.interp(0.12, time, turned)) / cycle)
    even = np.linspace(turned[-1] - count * cycle, turned[-1], 4096 * count, False)
    lines = 2.0 * np.abs(np.fft.rfft(np.interp(even, turned, values))) / even.size
    return {k / 2: float(lines[k * count]) for k in range(1, 60)}


def test_tensioner_swings_with_even_orders(run: Run) -> None:
    """Trend and numbers: orders 2, 4, 6, 8 stand out, odd ones vanish."""
    found = orders(run, run.read("tensioner_force")[:, 0])
    wanted = REFERENCE["timing"]
    for order, force in zip(wanted["orders"], wanted["forces"], strict=True):
        assert force / wanted["factor"] < found[order] < force * wanted["factor"]
    assert max(found[k] for k in (1, 3, 5, 7)) < 0.05 * found[2]


def test_peaks_at_both_ends_of_a_wrap_and_low_guide_forces(run: Run) -> None:
    """Curve: [Pfeiffer1997] Fig. 12, contact force of one link over the crank."""
    late = run.read("time") > 0.12
    force = run.read("roller_force")[late]
    guide = run.read("rail_force")[late]
    assert np.median(guide[guide > 0.0]) < 0.1 * np.percentile(force, 99.9)


def test_tight_span_carries_more_than_slack(run: Run) -> None:
    """Trend: the difference is the cam torque and guide friction, about 80 N."""
    tension = np.nanmean(run.read("span_tension")[run.read("time") > 0.12], axis=0)
    assert 50.0 < tension[-1] - tension[0] < 120.0
    assert 1.1 < tension[-1] / tension[0] < 1.3


def test_energy_is_accounted_for(run: Run) -> None:
    assert all(check.ok for check in run.outcome.checks)
