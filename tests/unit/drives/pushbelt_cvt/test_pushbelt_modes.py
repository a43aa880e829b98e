"""Modes of a standing pushbelt: its rest, its matrices, and runs that confirm them."""

from pathlib import Path

import numba
import numpy as np
import pytest
from typer.testing import CliRunner

import catena as ct
from catena.cli import modes as verb  # noqa: F401  (the verb)
from catena.cli.app import app
from catena.drives import DRIVES
from catena.drives.loading import loads
from catena.drives.pushbelt_cvt import small_motion as rest
from catena.drives.pushbelt_cvt.build import BeltJob, build_planar
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.dynamics.linearisation import linearised
from catena.dynamics.modes import motion_modes
from catena.errors import InputError, SolverError
from catena.integrators.steps.pushbelt_rest import settle
from catena.integrators.steps.pushbelt_tables import System, work_for
from catena.numerics.arrays import Floats
from catena.solvers.patches.belt_friction import Sweeps
from catena.tables.checkpoint import copied
from catena.tables.state import State

needs_kernels = pytest.mark.skipif(
    numba.config.DISABLE_JIT, reason="too long without compilation"
)
TEMPLATE = DRIVES["pushbelt_cvt"].template().replace("count = 220", "count = 60")
TORQUE = 74.58
REST, EXACT = Sweeps(1e-5, 60), Sweeps(1e-6, 5000)
"""Friction on the way to rest, and of runs: much finer than the motions."""


@pytest.fixture(scope="module")
def job() -> BeltJob:
    spec = loads(TEMPLATE)
    assert isinstance(spec, Spec)
    return build_planar(spec)


@pytest.fixture(scope="module")
def still(job: BeltJob) -> tuple[System, State]:
    """The variator at rest, shafts free as stated."""
    start = job.placed.start
    system = rest.held(job.system, start.radius_primary)
    system, state = system._replace(sweeps=REST), copied(job.start)
    state.u[:] = 0.0
    left = rest.come_to_rest(system, state, job.pace.step, start.force_primary)
    assert left < 1e-4
    return system, state


@needs_kernels
def test_friction_at_rest_keeps_its_bounds_and_carries_the_torque(
    job: BeltJob, still: tuple[System, State]
) -> None:
    system, state = still
    dt = job.pace.step
    _, work = rest.stepped(system, state, dt)
    rows = work.flanks[: work.row_count[0]]
    assert (np.hypot(rows.P_t, rows.P_g) <= rows.bound * (1.0 + 1e-12)).all()
    assert (abs(work.saddles.P) <= work.saddles.bound * (1.0 + 1e-12)).all()
    driven = rows[rows.b == 1]
    torque = 2.0 * (driven.P_t * driven.rho).sum() / dt
    assert abs(torque) == pytest.approx(TORQUE, rel=1e-6)


@needs_kernels
def test_stiffness_is_symmetric_and_harmonics_are_those_of_strings() -> None:
    motion = rest.small_motion(loads(TEMPLATE))  # type: ignore[arg-type]
    lin, modes = linearised(motion), motion_modes(motion, 12)
    # beyond what differences do, only friction that turns is not symmetric
    assert abs(lin.K - lin.K.T).max() < 1e-5 * abs(lin.K).max()
    assert not modes.unstable.any()
    ring = [i for i in range(12) if dict(modes.parts(i)).get("ring", 0.0) > 0.98]
    quotients = modes.frequencies[ring] / modes.frequencies[ring[0]]
    assert quotients.size > 2
    assert quotients == pytest.approx(np.round(quotients), rel=0.01)
    assert modes.rigid_shapes.shape[1] > 0  # elements of the slack strand


@needs_kernels
@pytest.mark.parametrize("number", [0, 2])
def test_a_small_push_swings_as_the_mode_says(
    job: BeltJob, still: tuple[System, State], number: int
) -> None:
    """Of the run's own steps, whose friction sticks and slides as it wants."""
    system, state = still[0]._replace(sweeps=EXACT), still[1]
    dt = job.pace.step
    modes = motion_modes(rest.small_motion(job.spec), 3)
    shape = modes_shape(job, modes.shapes[:, number].real)
    speed = 1e-7 * modes.angular_frequencies[number] / abs(shape).max()
    pushed = copied(state)
    pushed.u[:] = speed * shape
    period, every = 1.0 / modes.frequencies[number], 10
    found = swings(system, pushed, system.M * shape / speed, dt, every, 2.2 * period)
    up = np.flatnonzero((found[:-1] < 0.0) & (found[1:] >= 0.0))
    at = up - found[up] / (found[up + 1] - found[up])
    assert np.diff(at).mean() * dt * every == pytest.approx(period, rel=1e-3)
    assert abs(found).max() < 1.001


@needs_kernels
def test_loose_elements_of_an_example_are_no_modes() -> None:
    """Its 120 loose motions were slow modes, by the rounding of their zero."""
    found = ct.modes("examples/pushbelt_small_car.toml", 2)
    assert not found.unstable.any()
    assert found.rigid_shapes.shape[1] > 100
    assert found.frequencies == pytest.approx([121.6, 237.6], rel=1e-3)


@needs_kernels
def test_no_contact_is_as_near_as_a_difference_of_places(job: BeltJob) -> None:
    """Depths of neighbours' tops may be nearer to each other than a coarse one."""
    work, k = work_for(job.system), job.system.faces.top.k
    for apart, finer in ((3.1e-9, False), (3.1e-10, True)):
        depth = apart * np.arange(1, work.pairs.size + 1)
        work.pairs.top = k * depth
        clear, nudge = rest._clearance(job.system, work)
        assert (nudge < rest.NUDGES[0]) == finer
        assert not ((depth > clear - 2 * nudge) & (depth < clear + 2 * nudge)).any()
    work.pairs.top = k * np.linspace(4e-10, 4.2e-9, work.pairs.size)
    with pytest.raises(SolverError, match="so close to each other"):
        rest._clearance(job.system, work)


def modes_shape(job: BeltJob, shape: Floats) -> Floats:
    """A shape on all coordinates."""
    everywhere = np.zeros(job.system.M.size)
    everywhere[job.system.M_inv > 0.0] = shape
    return everywhere


def swings(
    system: System, state: State, way: Floats, dt: float, every: int, time: float
) -> Floats:
    """The velocity along a shape, every few steps."""
    work, found = work_for(system), []
    for _ in range(int(time / (dt * every))):
        assert settle(system, state, work, dt, every, 1.0) == 0
        found.append(float(way @ state.u))
    return np.array(found)


@needs_kernels
def test_the_verb_says_how_the_belt_rests(tmp_path: Path) -> None:
    file = tmp_path / "belt.toml"
    file.write_text(TEMPLATE)
    result = CliRunner().invoke(app, ["modes", str(file), "--count", "3"])
    assert result.exit_code == 0, result.output
    assert "pressed contacts stick" in result.output


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (TEMPLATE.replace('"planar"', '"spatial"'), 'fidelity = "planar"'),
        (DRIVES["roller_span"].template(), "number of bodies changes"),
        (DRIVES["gear_pair"].template(), "catena run"),
        (DRIVES["cam_mechanism"].template(), "catena run"),
        (DRIVES["transport_manipulator"].template(), "catena run"),
        (DRIVES["periodic"].template(), "catena run"),
    ],
)
def test_what_has_no_modes_says_why(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        ct.modes(loads(text))
