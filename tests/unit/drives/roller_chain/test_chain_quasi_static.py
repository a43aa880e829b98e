"""Equilibria in a row: the exact polygon, the seats, resuming, refusing."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest
from chain_drives import changed, job_of

from catena.drives.loading import spec_from
from catena.drives.roller_chain.figures.finished_run import drive_of
from catena.drives.roller_chain.layout.polygon_lead import polygon_lead
from catena.drives.running import simulate
from catena.geometry.polygon import PolygonPair
from catena.reporting import figures_of
from catena.results.run import Run

pytestmark = pytest.mark.skipif(
    numba.config.DISABLE_JIT, reason="too long without compilation"
)
PITCH = 0.0127
TOOTH = 60.0 / 20.0 / 24.0
"""Time of a tooth at 20 rpm [s]."""


def creeping(tangent: float, teeth: float, **told: Any) -> Run:
    """Stiff links, ideal seats, 16 equilibria per tooth; 0.02 pitches hang loose."""
    data = changed(
        chain__stiffness=1.2e8,
        contact__tooth={"stiffness": 1.2e8, "damping": 100.0, "friction": 0.0},
        chain__link_count=63,
        chain__offset_link=True,
        sprocket__1__centre=[tangent * PITCH, 0.0],
        sprocket__1__boundary={"kind": "load", "torque": 3.0},
        solve__motion="quasi-static",
        solve__duration=teeth * TOOTH,
        solve__sample_interval=TOOTH / 16,
        **told,
    )
    del data["solve"]["step"]
    data["sprocket"][0]["boundary"]["speed"] = "20 rpm"
    for wheel in data["sprocket"]:
        wheel["tooth_form"] = {"kind": "ideal"}
    return simulate(spec_from(data))


@pytest.fixture(scope="module")
def run() -> Run:
    return creeping(19.48, 1.25)


def test_pins_on_the_pitch_circle_give_the_exact_four_bar(run: Run) -> None:
    """Speed ratio to 1e-4 over one tooth, transmission error to 1e-5 rad (A5)."""
    pair = PolygonPair.from_tangent(24, 24, PITCH, 19.48)
    angle, speed = run.read("sprocket_angle"), run.read("sprocket_speed")
    ratio, exact = speed[:, 1] / speed[:, 0], pair.at(angle[:, 0]).speed_ratio
    assert np.ptp(exact) > 0.015
    assert np.abs(ratio - exact).max() < 1e-4
    travel, lead = pair.transmission_error(2000)
    place = np.mod(angle[:, 0] - pair.period[0], pair.driver_pitch_angle)
    error = angle[:, 1] - angle[:, 0] - np.interp(place, travel, lead)
    assert np.abs(error - error.mean()).max() < 1e-5
    steps = np.diff(angle[:, 1]) / np.diff(angle[:, 0])
    wanted = 1.0 + np.diff(np.interp(place, travel, lead)) / np.diff(angle[:, 0])
    assert np.abs(steps - wanted).max() < 2e-4


def test_one_tooth_later_everything_is_the_same(run: Run) -> None:
    """One tooth per tooth, to what the relaxation leaves of the shape of the spans."""
    angle = run.read("sprocket_angle")
    advance = angle[16:] - angle[:-16]
    assert np.abs(advance - 2.0 * np.pi / 24).max() < 1.5e-5


def test_peaks_are_those_of_the_equilibria(run: Run) -> None:
    """Not those on the way there: 3 N m at the pitch radius, and little more."""
    pull = 3.0 / (0.5 * PITCH / np.sin(np.pi / 24))
    assert 0.95 * pull < run.read("peak_joint_force").max() < 1.2 * pull
    assert run.read("penetration")[-1] < 2e-6
    assert not run.outcome.warnings


def test_no_energy_is_judged_where_none_is_booked(run: Run) -> None:
    """No work and no losses: neither a ledger nor a drag torque of 0 N m."""
    assert {check.name for check in run.outcome.checks} == {"tooth_jump", "penetration"}
    assert run.outcome.trust.ok
    assert run.outcome.key_number("drag_torque") is None
    assert run.outcome.key_number("power") is None
    assert run.outcome.key_number("friction_loss") is None
    assert "efficiency" not in run.outcome.verdict


def test_the_figure_lays_the_exact_polygon_over_the_run(run: Run) -> None:
    """The overlay is found from the drive alone, phase included."""
    spec, placed = drive_of(run)
    angle = run.read("sprocket_angle")
    found = polygon_lead(spec, placed, angle[:, 0])
    assert found is not None
    number, exact = found
    lead = angle[:, 1] - angle[:, 0]
    assert number == 1
    assert np.abs(lead - lead.mean() - exact).max() < 1e-5
    shown = {figure.name: figure for figure in figures_of(run)}
    assert "exact polygon, driven" in [
        trace.label for trace in shown["transmission_error"].traces
    ]
    assert {"bearing_forces", "roller_climb"} <= set(shown)


def test_an_irregular_driver_creeps_along_its_own_angle() -> None:
    """Angle theta + a sin(2 theta) at the samples, to the error of the middle rule."""
    data = changed(
        sprocket__1__centre=[0.2535, 0.0],
        solve__motion="quasi-static",
        solve__duration=0.02,
        solve__sample_interval=1e-3,
    )
    orders = [{"order": 2.0, "amplitude": 0.02}]
    data["sprocket"][0]["boundary"] |= {"irregularity": orders}
    run = simulate(spec_from(data))
    angle, theta = run.read("sprocket_angle")[:, 0], 10.0 * np.pi * run.read("time")
    wanted = theta + 0.02 * np.sin(2.0 * theta)
    assert angle - angle[0] == pytest.approx(wanted - wanted[0], abs=2e-5)
    speed = run.read("sprocket_speed")[:, 0]
    exact = 10.0 * np.pi * (1.0 + 0.04 * np.cos(2.0 * theta))
    assert speed == pytest.approx(exact, rel=1e-9)


@pytest.mark.parametrize("turn", [0.7, 2.5])
def test_the_overlay_turns_with_the_drive(turn: float) -> None:
    """The same drive, turned in the plane: the same exact lead over a tooth."""
    leads = []
    for angle in (0.0, turn):
        centre = [19.48 * PITCH * np.cos(angle), 19.48 * PITCH * np.sin(angle)]
        data = changed(
            chain__link_count=63,
            chain__offset_link=True,
            sprocket__1__centre=centre,
        )
        job = job_of(data)
        grid = np.linspace(0.0, 2.0 * np.pi / 24, 64)
        found = polygon_lead(job.spec, job.placed, angle + grid)
        assert found is not None
        leads.append(found[1])
    assert np.allclose(*leads, atol=1e-12)
