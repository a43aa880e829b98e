"""Guides of a chain in space: pressed surface, side walls, tensioner, refusals."""

import tomllib
from pathlib import Path

import numba
import numpy as np
import pytest

import catena as ct
from catena.drives.loading import spec_from
from catena.drives.roller_chain.spatial.build import build_spatial
from catena.drives.roller_chain.spatial.layout import layout_of
from catena.drives.roller_chain.spatial.simulation import SpatialSimulation
from catena.errors import CatenaError
from catena.results.trust import Trust

RAIL = {
    "name": "rail",
    "after": "driver",
    "rail": {"kind": "arc", "centre": [0.195, -0.3389], "radius": 0.3,
             "towards": "90 deg", "opening": "30 deg"},
}  # fmt: skip
TENSIONER = {
    "pivot": [0.07, -0.06],
    "inertia": 1e-3,
    "tensioner": {"kind": "spring", "lever": 0.12, "preload": 60.0,
                  "damping_in": 500.0, "damping_out": 50.0},
}  # fmt: skip


def guided(offset=0.0, guide=None, **sprocket):
    """Two sprockets and a guide below the slack span, run up from rest."""
    data = tomllib.loads(Path("examples/roller_chain_out_of_line.toml").read_text())
    data["sprocket"][1] |= {"offset": offset, **sprocket}
    data["sprocket"][0]["boundary"]["ramp"] = 1.0
    data["guide"] = [{**RAIL, **(guide or {})}]
    if "tensioner" in data["guide"][0]:
        del data["sprocket"][1]["adjust"], data["chain"]["slack"]
    return spec_from(data)


def simulated(spec, time):
    """The run after a while, and its last record."""
    job = build_spatial(spec)
    run = SpatialSimulation(spec, job.placed, job.system, job.pace, job.recording)
    step = job.pace.step
    assert run.scheme.advance(run.state, run.work, step, round(time / step)) == 0
    return run, run.recording.records(run._instant(None))


def test_pins_on_a_guide_are_laid_without_force():
    placed = layout_of(guided(0.008, {"offset": 0.004}))
    ends = np.roll(placed.pins, -1, axis=0) - placed.pins
    assert np.linalg.norm(ends, axis=1) == pytest.approx(0.0127, abs=1e-12)
    from_middle = np.hypot(placed.pins[:, 0] - 0.195, placed.pins[:, 1] + 0.3389)
    on = np.abs(from_middle - 0.3 - 0.5 * placed.data.chain.plate_height) < 1e-9
    assert on.sum() >= 2
    assert placed.pins[on, 2] == pytest.approx(0.004)


def test_guide_presses_as_the_bend_of_the_chain_asks_for():
    """In line, slow, weightless: forces sum up to T times the change of heading."""
    spec = guided().with_values({"solve.gravity": [0.0, 0.0]})
    run, record = simulated(spec, 0.06)
    pieces = run.placed.path.path.curve.pieces()
    spans = run.placed.path.path.spans
    headings = [pieces[span.piece].heading for span in spans]
    bend = 2.0 * np.sin(0.5 * abs(headings[1] - headings[0]))
    tension = record["span_tension"][0, :2].mean()
    assert tension > 0.1
    assert record["rail_force"].sum() == pytest.approx(tension * bend, rel=0.05)
    assert np.abs(run.state.link_q[:, 2]).max() == 0.0


def test_walls_hold_the_chain_and_mirror():
    """A guide beside the line of the sprockets pulls the chain to its play."""
    found = {}
    for side in (1.0, -1.0):
        spec = guided(0.0, {"offset": side * 0.003, "walls": 0.0165})
        found[side], record = simulated(spec, 0.004)
        assert abs(unexplained(found[side], record)) < 1e-5
    one, other = (run.state.link_q for run in found.values())
    assert np.abs(one[:, 2] + other[:, 2]).max() < 1e-9
    assert np.abs(one[:, :2] - other[:, :2]).max() < 1e-9
    system = found[1.0].system
    play = system.rail.half[0] - system.link.width_rear.max() - system.link.plate[0]
    middle = np.abs(one[:, 0] - 0.195) < 0.03
    lower = one[middle & (one[:, 1] < 0.0)]
    assert np.all(lower[:, 2] > 0.003 - play - 5e-5)
    assert lower[:, 2].max() > 1e-4


def unexplained(run, record):
    """Energy that no cause explains, over all that moves."""
    work = record["sprocket_work"][0]
    gained = record["stored_energy"][0] - run.start.sum()
    size = np.abs(work).max() + np.abs(record["loss"][0]).sum()
    return (work.sum() - record["loss"][0].sum() - gained) / size


def test_guide_with_a_tensioner_closes_and_tightens_the_chain():
    """Its push about the pivot is balanced by the forces of the chain on it."""
    spec = guided(0.0, TENSIONER).with_values({"solve.gravity": [0.0, 0.0]})
    job = build_spatial(spec)
    run = SpatialSimulation(spec, job.placed, job.system, job.pace, job.recording)
    closing = job.placed.closing  # rollers then give 0.1 mm of clearance each
    assert closing < run.state.border_q[2] < closing + 0.01
    run.scheme.advance(run.state, run.work, 2e-5, 1)
    moment = 0.0
    for k in range(int(run.work.found[0])):
        row, J = run.work.contact[k], run.work.J[k]
        if row.arm == 8:
            moment += (row.P * J[0, 10] + row.P_1 * J[1, 10]) / 2e-5
    arm = run.system.arm[0]
    spring = arm.preload - arm.stiffness * run.state.border_q[2]
    assert moment == pytest.approx(-spring, rel=0.05)
    assert abs(spring) == pytest.approx(0.12 * 60.0, rel=0.05)


@pytest.mark.parametrize(
    ("guide", "words"),
    [
        ({"walls": 0.009}, "width over the plates of pin links"),
        ({"wall_height": 0.009}, "wall_height needs walls"),
    ],
)  # fmt: skip
def test_guides_that_do_not_fit_are_refused(guide, words):
    with pytest.raises(CatenaError, match=words):
        build_spatial(guided(0.0, guide))


def test_walls_need_space():
    with pytest.raises(CatenaError, match='walls needs fidelity = "spatial"'):
        guided(0.0, {"walls": 0.0165}).with_values({"fidelity": "planar"})


OIL = {"kind": "hydraulic", "lever": 0.12, "preload": 10.0, "piston_radius": 6e-3,
       "supply_pressure": 3e5, "chamber_volume": 1e-6, "gap_length": 0.02,
       "gap_height": 3e-5}  # fmt: skip


def test_oil_presses_with_the_pressure_before_its_valve():
    """At rest the valve is open: spring and supply pressure balance the chain."""
    spec = guided(0.0, TENSIONER | {"tensioner": OIL})
    spec = spec.with_values({"solve.gravity": [0.0, 0.0]})
    job = build_spatial(spec)
    run = SpatialSimulation(spec, job.placed, job.system, job.pace, job.recording)
    run.scheme.advance(run.state, run.work, 2e-5, 1)
    moment = 0.0
    for k in range(int(run.work.found[0])):
        row, J = run.work.contact[k], run.work.J[k]
        if row.arm == 8:
            moment += (row.P * J[0, 10] + row.P_1 * J[1, 10]) / 2e-5
    push = 10.0 + np.pi * 6e-3**2 * 3e5
    assert abs(moment) == pytest.approx(0.12 * push, rel=0.05)


@pytest.mark.parametrize("scheme", ["implicit", "explicit"])
def test_books_close_with_oil_and_ratchet(scheme):
    """In motion: what oil and ratchet take is a loss."""
    spec = guided(0.0, TENSIONER | {"tensioner": OIL | {"ratchet": 1e-3, "stop": 2e-3}})
    spec = spec.with_values({"spatial.scheme": scheme})
    run, record = simulated(spec, 0.004)
    assert abs(unexplained(run, record)) < 1e-5
    assert record["tensioner_pressure"][0] == pytest.approx(run.state.pressure)
    assert run.state.pressure[0] > 0.0


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="too long without compilation")
def test_the_conveyor_is_trusted():
    """The example, shortened: the chain stays between the planes of its sprockets."""
    spec = ct.load("examples/roller_chain_conveyor_in_space.toml")
    run = ct.simulate(spec.with_values({"solve.duration": 0.03, "solve.settle": 0.01}))
    assert run.outcome.trust is Trust.TRUSTED
    assert run.outcome.key_number("rail_friction").value > 0.0
    across = run.read("lateral_position")
    play = 1e-3  # of pin links beside teeth, less than that
    assert -play < across.min() < 0.5e-3
    assert 5.5e-3 < across.max() < 6e-3 + play
