"""Couplings along a line: forces are slopes of energies, ropes never push."""

import numpy as np
import pytest

from catena.balance import balance
from catena.bodies.rigid_planar import poses_of
from catena.couplings.lines.line_couplings import LINE_WORDS
from catena.couplings.lines.linear_spring import LinearSpring
from catena.couplings.lines.rope import Rope
from catena.couplings.spring_damper import spring_potential, spring_pulls
from catena.dynamics.stability import coupling_directions
from catena.errors import SpecError
from catena.model import Model
from catena.motion import run
from catena.planar import PlanarSystem

SAMPLES = {
    LinearSpring: LinearSpring(200.0, 3.0, 0.1),
    Rope: Rope(200.0, 0.1, 3.0),
}


def held(pull, at=(0.13, 0.0), speed=(0.0, 0.0), gravity=(0.0, 0.0)) -> Model:
    """A body on a coupling to the ground."""
    plan = PlanarSystem(gravity)
    ball = plan.body("ball", 1.0, 1e-3, at, velocity=speed)
    plan.couple("line", plan.ground.point((0.0, 0.0)), ball.point((0.0, 0.0)), pull)
    return plan.build()


def pull_at(pull, length: float, rate: float = 0.0) -> float:
    model = held(pull, (length, 0.0), (rate, 0.0))
    pose = poses_of(model.state.q, 2)
    return float(spring_pulls(model.system.springs, pose, model.state.u)[0])


def energy_at(pull, length: float) -> float:
    model = held(pull, (length, 0.0))
    return float(spring_potential(model.system.springs, poses_of(model.state.q, 2))[0])


def test_every_coupling_has_a_sample():
    assert set(SAMPLES) == set(LINE_WORDS)


@pytest.mark.parametrize("kind", SAMPLES)
@pytest.mark.parametrize("length", [0.05, 0.13])
def test_the_pull_at_rest_is_the_slope_of_the_energy(kind, length):
    pull, h = SAMPLES[kind], 1e-6
    slope = (energy_at(pull, length + h) - energy_at(pull, length - h)) / (2.0 * h)
    assert pull_at(pull, length) == pytest.approx(slope, abs=1e-6)


@pytest.mark.parametrize("kind", SAMPLES)
@pytest.mark.parametrize("rate", [-0.7, 0.7])
def test_damping_only_takes_energy(kind, rate):
    drag = pull_at(SAMPLES[kind], 0.13, rate) - pull_at(SAMPLES[kind], 0.13)
    assert drag * rate > 0.0


def test_a_rope_pulls_when_taut_and_never_pushes():
    rope = SAMPLES[Rope]
    assert pull_at(rope, 0.09) == 0.0
    assert pull_at(rope, 0.09, 5.0) == 0.0
    assert pull_at(rope, 0.13, 0.5) == pytest.approx(200.0 * 0.03 + 3.0 * 0.5)
    assert pull_at(rope, 0.13, -50.0) == 0.0


def test_a_slack_rope_limits_the_step_as_if_it_were_taut():
    model = held(Rope(4e6, 0.5), (0.3, 0.0))
    assert coupling_directions(model.system, model.state).stiffness.max() == 4e6


def test_a_falling_ball_is_caught_by_its_rope():
    """Taut after 0.1 m; the lowest point from m g (s + x) = k x^2 / 2."""
    model = held(Rope(2000.0, 0.1), (0.0, -1e-6), gravity=(0.0, -9.81))
    motion = run(model, 1e-4, 0.25)
    x = (9.81 + np.sqrt(9.81**2 + 2.0 * 2000.0 * 9.81 * 0.1)) / 2000.0
    assert -(0.1 + x) - 1e-4 <= motion.state.q[4] <= 0.0
    assert abs(balance(model, motion.state).residual) < 2e-3


def test_numbers_out_of_range_are_named():
    with pytest.raises(SpecError, match=r"coupling\[line\].pull.stiffness"):
        held(Rope(-1.0, 0.1))
    with pytest.raises(SpecError, match="a coupling along a line such as Rope"):
        held(3.0)
