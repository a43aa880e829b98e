"""The event list: from recorded forces, from kernels, bounded, through the files."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import catena as ct
from catena.exchange import export_run
from catena.planar import Coulomb, Unilateral
from catena.results.catalogue import Coordinate
from catena.run import events as run_events
from catena.run.channels import Channel, catalogue_of
from catena.run.events import EventWatch, events_of
from catena.tables.events import EventKind

CATALOGUE = catalogue_of(
    (
        Channel("time", "s", "time"),
        Channel("force", "N", "force", ("time", "link"), contact="roller {} on teeth"),
    ),
    {"time": None, "link": Coordinate(["a", "b"])},
    ("chain on crank",),
)


def records(times: Any, forces: Any) -> dict[str, Any]:
    return {"time": np.array(times, float), "force": np.array(forces, float)}


def listed(found: Any) -> list[tuple[float, int, str, float]]:
    if "event_time" not in found:
        return []
    words = [EventKind(k).name for k in found["event_kind"]]
    columns = found["event_time"], found["event_pair"], words, found["event_impulse"]
    return [
        (float(t), int(p), k, float(i)) for t, p, k, i in zip(*columns, strict=True)
    ]


def test_recorded_forces_tell_who_closes_and_opens_with_its_impulse():
    watch = EventWatch(CATALOGUE)
    first = watch.taken(records([1, 2, 3], [[0, 5], [2, 5], [3, 0]]), None)
    assert listed(first) == [(2.0, 0, "CLOSING", 0.0), (3.0, 1, "OPENING", 5.0)]
    second = watch.taken(records([5, 6], [[4, 0], [0, 0]]), None)  # across blocks
    assert listed(second) == [(6.0, 0, "OPENING", 2.0 + 3.0 + 2 * 4.0)]
    assert watch.counts.tolist() == [1, 2, 0, 0, 0, 0]


def test_blocks_do_not_change_the_list():
    rng = np.random.default_rng(3)
    forces = np.maximum(rng.standard_normal((40, 2)), 0.0)
    times = np.cumsum(rng.random(40))
    whole = listed(EventWatch(CATALOGUE).taken(records(times, forces), None))
    watch, parts = EventWatch(CATALOGUE), []
    for cut in np.split(np.arange(40), [7, 8, 25]):
        parts += listed(watch.taken(records(times[cut], forces[cut]), None))
    assert len(whole) > 20
    assert [p[:3] for p in parts] == [w[:3] for w in whole]
    assert [p[3] for p in parts] == pytest.approx([w[3] for w in whole])


def test_logged_pairs_stand_behind_those_of_forces():
    watch = EventWatch(CATALOGUE)
    found = watch.taken({}, events_of([(1.0, 0, EventKind.SLIP, 0.0)]))
    assert listed(found) == [(1.0, 2, "SLIP", 0.0)]
    assert CATALOGUE.coordinates["event_between"].values[2] == "chain on crank"


def test_beyond_the_cap_events_are_counted_only(monkeypatch):
    monkeypatch.setattr(run_events, "MOST_EVENTS", 3)
    watch = EventWatch(CATALOGUE)
    forces = [[k % 2, 0] for k in range(9)]
    found = watch.taken(records(range(9), forces), None)
    assert len(listed(found)) == 3
    assert watch.counts.sum() == 8
    assert listed(watch.taken(records([9], [[1, 0]]), None)) == []
    assert watch.counts.sum() == 9


def bouncing() -> ct.PlanarSystem:
    plan = ct.PlanarSystem(gravity=(0.0, -9.81))
    ball = plan.body("ball", 1.0, 1.0, (0.0, 1.1), free=("y",))
    plan.contact("floor", ball.circle(0.1), plan.ground.line((0, 1)), Unilateral(0.5))
    return plan


@pytest.mark.parametrize("engine", ["moreau", "event_driven"])
def test_a_bouncing_ball_lists_its_impacts(engine, tmp_path: Path):
    spec = ct.as_drive(bouncing(), step=1e-3, duration=1.0, record_every=100,
                       engine=engine)  # fmt: skip
    with ct.simulate(spec, tmp_path / "run") as run:
        impacts = run.events.of("impact")[:2]
        files = export_run(run, "csv", tmp_path)
    speed = np.sqrt(2 * 9.81)
    times = [speed / 9.81, 2 * speed / 9.81]
    assert [e.time for e in impacts] == pytest.approx(times, abs=3e-3)
    # the weight acts through the step of the impact too
    impulses = [1.5 * speed, 0.75 * speed]
    assert [e.impulse for e in impacts] == pytest.approx(impulses, abs=0.03)
    assert {e.pair for e in impacts} == {"floor"}
    (table,) = [file for file in files if file.name == "by_event.csv"]
    assert ",floor,impact," in table.read_text()


def test_a_pushed_block_slips_then_sticks():
    plan = ct.PlanarSystem(gravity=(0.0, -9.81))
    block = plan.body("block", 1.0, 1.0, velocity=(0.5, 0.0), free=("x", "y"))
    floor = plan.ground.line((0, 1))
    plan.contact("floor", block.point(), floor, Unilateral(), Coulomb(0.5))
    spec = ct.as_drive(plan, step=1e-3, duration=0.2, record_every=50)
    with ct.simulate(spec) as run:
        (event,) = run.events
    assert (event.kind, event.pair) == ("stick", "floor")
    assert event.time == pytest.approx(0.5 / (0.5 * 9.81), abs=2e-3)
