"""The example files run, and reach the answers known for them."""

import math
from pathlib import Path

import numpy as np
import pytest

import catena as ct
from catena.drives import DRIVES

EXAMPLES = Path(__file__).parents[4] / "examples"


@pytest.mark.parametrize(
    "path", sorted(EXAMPLES.glob("system_*.toml")), ids=lambda p: p.stem
)
def test_every_example_runs_a_little(path: Path) -> None:
    spec = ct.load(path)
    DRIVES["system"].build(spec)
    step = spec.solve.step  # type: ignore[attr-defined]
    run = ct.simulate(spec.with_values({"solve.duration": 200 * step}))
    assert run.outcome.healthy, run.outcome


def test_the_woodpecker_of_the_file_is_the_published_one() -> None:
    spec = ct.load(EXAMPLES / "system_woodpecker.toml")
    run = ct.simulate(spec.with_values({"solve.duration": 0.1}))
    published = (-0.0070801, 0.021319, 0.0082699)
    assert np.allclose(run.read("linear_position")[-1], published, rtol=0, atol=1e-5)


def test_the_ladder_of_the_file_leaves_the_wall_where_it_must() -> None:
    spec = ct.load(EXAMPLES / "system_ladder.toml")
    run = ct.simulate(spec)
    wall = run.read("normal_force")[:, list(run.read("contact")).index("head_on_wall")]
    last = np.flatnonzero(wall)[-1]
    assert run.read("time")[last] == pytest.approx(0.325030701591, abs=1e-3)
    sine = math.sin(-run.read("angle")[last, 0])
    assert sine == pytest.approx(2.0 / 3.0 * math.sin(math.radians(60.0)), abs=5e-3)


def test_the_roller_of_the_valve_train_flies_until_the_spring_is_stiff() -> None:
    spec = ct.load(EXAMPLES / "system_valve_train.toml")
    lift = 26e-3 - 18e-3  # over the nose, less the clearance
    for stiffness, flies in ((25e3, True), (60e3, False)):
        run = ct.simulate(spec.with_values({"spring[0].stiffness": stiffness}))
        place = list(run.read("contact")).index("roller_on_cam")
        y = run.read("position_y")[:, 0] - 26e-3
        assert (y.max() > lift + 1e-3) == flies
        up = run.read("gap")[:, place][y > 0.5 * lift]
        assert (up.max() > 0.1e-3) == flies


def test_the_loose_gear_rattles_until_its_drag_is_large() -> None:
    """The mesh must bend the gear by 1.5 times 3 rad/s in 30 ms: up to 0.942 N m."""
    spec = ct.load(EXAMPLES / "system_gear_rattle.toml")
    for drag, rattles in ((0.3, True), (1.2, False)):
        run = ct.simulate(spec.with_values({"load[0].torque": drag}))
        late = run.read("time") > 0.15
        torque = run.read("torsion_torque")[late, 0]
        assert run.outcome.healthy
        assert (torque.min() < -1.0) == rattles  # the other flank is met
        assert (torque.min() > 0.0) != rattles
        assert torque.mean() == pytest.approx(drag, abs=0.05)
