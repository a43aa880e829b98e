"""Sec. 4.1: the engagement is a series of collisions and rebounds."""

import tomllib
from pathlib import Path

import numpy as np
import pytest
from kim_johnson_strands import no_40, no_80, no_80_bars, run

from catena.drives.roller_span.signals import phase_history

KNOWN = tomllib.loads((Path(__file__).parent / "reference.toml").read_text())


def last_series(record):
    """Rows of the collisions of the last whole engagement."""
    number = record.engagements["engagement"][-1]
    return np.flatnonzero(record.collisions["engagement"] == number)


def close(pair):
    value, tolerance = pair
    return pytest.approx(value, abs=tolerance)


@pytest.mark.paper
def test_engagement_at_384_rpm_is_a_series_of_collisions():
    """Number: 8 collisions at a cut-off of 5 % of the driver speed."""
    known = KNOWN["engagement_384"]
    record = run(no_80(13.5, 384), 384, known["settle"], 1e-3)
    rows, table = last_series(record), record.collisions
    assert rows.size == known["collisions"]
    approach = -table["approach_speed"][rows]
    assert approach == pytest.approx(known["approach"], rel=0.01)
    assert approach[0] / table["driver_speed"][rows[0]] == close(known["first_ratio"])
    engagement = {name: v[-1] for name, v in record.engagements.items()}
    duration = engagement["end_time"] - engagement["first_time"]
    assert duration == close(known["duration"])
    assert engagement["moment_impulse"] == close(known["moment_impulse"])
    phase = phase_history(record.engagements["first_time"], record.releases["time"])
    assert phase.phase[-1] == close(known["phase"])


@pytest.mark.paper
@pytest.mark.parametrize("tangent", ["19.9", "20.4"])
def test_impulses_of_the_number_40_chain(tangent):
    """Number: the stiff case, in which the whole series lasts 0.1 ms."""
    record = run(no_40(float(tangent), 83), 83, 2.0, 1e-3)
    rows = last_series(record)
    known = KNOWN["impulse_83"]
    first = record.collisions["moment_impulse"][rows[0]]
    assert first == pytest.approx(known["first"][tangent], rel=0.005)
    total = record.engagements["moment_impulse"][-1]
    assert total == pytest.approx(known["sum"][tangent], rel=0.02)


@pytest.fixture(scope="module")
def at_750():
    """Elastic and inelastic engagement at 750 rpm, Coulomb friction, torsion bars."""
    elastic = run(no_80_bars(13.5, 750), 750, 0.45, 1e-3)
    inelastic = run(no_80_bars(13.5, 750, restitution=0.0), 750, 0.45, 1e-3)
    return elastic, inelastic


@pytest.mark.paper
def test_inelastic_model_has_about_half_the_first_impulse(at_750):
    """Number: "approximately half" in the change of the driver speed."""
    elastic, _ = at_750
    known = KNOWN["coulomb_750"]
    rows = [last_series(record)[0] for record in at_750]
    assert last_series(elastic).size == known["collisions"]
    jumps = [record.jumps[row, 0] for record, row in zip(at_750, rows, strict=True)]
    assert jumps[1] / jumps[0] == close(known["drive_jump_ratio"])
    normal = [
        record.collisions["normal_impulse"][row]
        for record, row in zip(at_750, rows, strict=True)
    ]
    assert normal[1] / normal[0] == close(known["impulse_ratio"])


@pytest.mark.paper
def test_jumps_are_confined_to_the_first_two_and_last_two_links(at_750):
    """Trend with numbers: Fig. 4.3."""
    elastic, _ = at_750
    known = KNOWN["coulomb_750"]
    rows = last_series(elastic)
    n = int(elastic.collisions["link_count"][rows[0]])
    jump = elastic.jumps[rows[0], 1 : n + 1]
    assert -jump[1] / jump[0] == close(known["driver_end_ratio"])
    assert -jump[-2] / jump[-1] == close(known["driven_end_ratio"])
    assert np.abs(jump[3:-3]).max() < known["middle"] * abs(jump[0])
    assert abs(jump[0]) > 5.0 * abs(jump[-1])


@pytest.mark.paper
def test_release_falls_between_second_and_third_collision(at_750):
    elastic, _ = at_750
    times = elastic.collisions["time"][last_series(elastic)]
    release = elastic.releases["time"]
    assert np.any((release > times[1]) & (release < times[2]))
