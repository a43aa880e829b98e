"""No call of an engine lasts long, whatever its steps cost; pauses change no bit."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from catena.codes import Status
from catena.integrators import half_explicit, rescue, runge_kutta, semi_implicit
from catena.integrators.effort import MOST_EFFORT
from catena.model import Model
from catena.motion import linearly_implicit_advance, run_with, stepper
from catena.planar import Coulomb, PlanarSystem, SpringDamper, Unilateral
from catena.tables.checkpoint import arrays_of
from catena.tables.contacts import PercussionOptions
from catena.tables.system import State, Work

OPTIONS = PercussionOptions()
DT = 1e-4


def pile(law: SpringDamper | Unilateral, friction: Coulomb | None = None) -> Model:
    """Some discs on a floor."""
    plan = PlanarSystem(gravity=(0.0, -9.81))
    floor = plan.ground.line((0.0, 1.0))
    for k in range(20):
        disc = plan.body(f"disc{k}", 1.0, 0.01, (0.3 * k, 0.1), velocity=(0.1, 0.0))
        plan.contact(f"c{k}", disc.circle(0.1), floor, law, friction)
    return plan.build()


def moreau(model: Model, state: State, work: Work, n: int) -> int:
    return int(half_explicit.advance(model.system, state, work, DT, n, OPTIONS))


def four_stages(model: Model, state: State, work: Work, n: int) -> int:
    return int(runge_kutta.advance(model.system, state, work, DT, n))


def euler(model: Model, state: State, work: Work, n: int) -> int:
    return int(semi_implicit.advance(model.system, state, work, DT, n))


def implicit(model: Model, state: State, work: Work, n: int) -> int:
    return int(linearly_implicit_advance(model)(model.system, state, work, DT, n))


@pytest.mark.parametrize(
    ("advance", "law", "visits", "solving"),
    [(moreau, Unilateral(), 1, 0), (four_stages, SpringDamper(1e4), 4, 0),
     (euler, SpringDamper(1e4), 1, 0), (implicit, SpringDamper(1e4), 1, 10)],
)  # fmt: skip
def test_a_call_returns_after_bounded_work(
    advance: Callable[[Model, State, Work, int], int],
    law: SpringDamper | Unilateral,
    visits: int,
    solving: int,
) -> None:
    """However many steps are asked for; the count is of rows, not of seconds."""
    model = pile(law)
    state, work = model.start(), model.work()
    assert advance(model, state, work, 10**9) == Status.PAUSED
    taken = int(state.memory.watch.steps[0])
    sweeps = int(state.memory.report.total_sweeps[0])
    least = (visits * state.u.size + solving) * taken + 20 * sweeps
    assert least <= MOST_EFFORT + 10_000
    most = (visits * (state.u.size + 40) + solving) * taken + 20 * sweeps
    log_fills = 2 * state.memory.events.logged[0] > work.log.size
    assert most > MOST_EFFORT or log_fills
    whole = model.start()
    while (left := taken - int(whole.memory.watch.steps[0])) > 0:
        advance(model, whole, model.work(), min(left, 777))
    for name, array in arrays_of(state).items():
        np.testing.assert_array_equal(array, arrays_of(whole)[name], err_msg=name)


def test_every_rescued_step_pauses() -> None:
    """Direct solutions are slow, so the loop is asked after each.

    A tower of discs needs more sweeps than are made before direct methods take over,
    whatever the cap.
    """
    plan = PlanarSystem(gravity=(0.0, -9.81))
    below = plan.ground.line((0.0, 1.0))
    for k in range(40):
        disc = plan.body(f"disc{k}", 1.0, 0.01, (0.0, 0.1 - 1e-6 + (0.2 - 1e-6) * k))
        skin = disc.circle(0.1)
        plan.contact(f"on{k}", skin, below, Unilateral(), Coulomb(0.4))
        below = skin
    model = plan.build()
    poor = PercussionOptions(1e-13, 0.0, 1)
    state, work = model.start(), model.work()
    status = rescue.advance(model.system, state, work, DT, 20, poor)
    assert status == Status.PAUSED
    assert state.memory.watch.steps[0] == 1
    assert state.memory.report.rescued[0] == 1
    assert half_explicit.advance(
        model.system, model.start(), model.work(), DT, 1, poor
    ) == int(Status.NOT_CONVERGED)
    assert rescue.advance(model.system, model.start(), work, DT, 1, poor) == Status.OK


def test_a_run_in_memory_goes_on_after_pauses() -> None:
    model = pile(Unilateral())
    steps = stepper(model, DT, "moreau", OPTIONS)
    asked = []

    def hasty(state: State, work: Work, n: int) -> tuple[int, int]:
        asked.append(n)
        status, taken = steps(state, work, math.ceil(n / 2))
        return (status if taken == n else int(Status.PAUSED)), taken

    motion = run_with(hasty, model, model.start(), 100, 50)
    assert asked[:3] == [50, 25, 12]
    plain = run_with(steps, model, model.start(), 100, 50)
    assert motion.time == plain.time
    np.testing.assert_array_equal(motion.q[-1], plain.q[-1])
