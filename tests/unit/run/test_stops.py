"""What cannot go on stops with time, body and quantity, and keeps what it has."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from timed_runs import samples_of, short_template

import catena as ct
from catena.balance import Balance
from catena.drives import DRIVES
from catena.drives.loading import spec_from
from catena.drives.system.build import model_of
from catena.errors import CatenaError, SolverError, SpecError
from catena.integrators import rescue
from catena.motion import Motion, check_energy
from catena.run.loop import run_through
from catena.run.model.job import TimeJob
from catena.run.model.simulation import ModelSimulation
from catena.run.protocols import RunContext


class Kept:
    """A sink in memory."""

    def __init__(self) -> None:
        self.blocks: list[dict[str, np.ndarray]] = []

    def append(self, block: dict[str, np.ndarray]) -> None:
        self.blocks.append(block)

    def read(self, name: str) -> np.ndarray:
        return np.concatenate([block[name] for block in self.blocks])

    def put(self, name: str, values: object) -> None:
        assert name == "event_count"


def job_of(**values: object) -> TimeJob:
    job = DRIVES["system"].build(short_template(**values))
    assert isinstance(job, TimeJob)
    return job


@pytest.fixture
def no_rescue(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only sweeps: what they leave unsolved stops the run."""
    monkeypatch.setattr(rescue, "MOST_ROWS", 0)


@pytest.mark.usefixtures("no_rescue")
def test_an_iteration_cap_stops_the_run_and_keeps_it(tmp_path: Path) -> None:
    spec = short_template(**{"solve.iteration_cap": 1, "solve.tolerance": 1e-14})
    words = r"t = .* contact .*foot.* did not converge.*smaller steps"
    with pytest.raises(SolverError, match=words):
        ct.simulate(spec, tmp_path / "run")
    with ct.open_run(tmp_path / "run") as failed:
        assert failed.status == "failed"
        assert "did not converge" in failed.outcome.verdict
    assert samples_of(tmp_path / "run") >= 1


def run_broken(index: str, value: float) -> Kept:
    """Run a state that turns bad on the way."""
    plan = job_of(**{"solve.record_every": 1}).plan
    sink, model = Kept(), ModelSimulation(plan)
    steps, state = model.steps, model.motion.state

    def sabotaged(state_, work, n):  # type: ignore[no-untyped-def]
        if state.memory.watch.steps[0] == 10 and n:
            state.u[plan.model.velocity_index(*index.split("."))] = value
        return steps(state_, work, n)

    model.steps = sabotaged
    try:
        run_through(model, TimeJob(plan).catalogue(), RunContext(sink))
    finally:
        for block in sink.blocks:
            assert all(np.isfinite(values).all() for values in block.values())
    return sink


def test_a_nan_names_time_and_body() -> None:
    with pytest.raises(SolverError, match=r"t = 0\.005\d* s, ball\.y.*not a number"):
        run_broken("ball.y", np.nan)


def test_runaway_energy_names_time_and_body() -> None:
    with pytest.raises(SolverError, match=r"fastest: ball\.y.*energy grows"):
        run_broken("ball.y", 1e4)


HARD_FLOOR = """
drive = "system"
gravity = [0.0, -9.81]
[[body]]
name = "ball"
mass = 1.0
position = [0.0, 0.02]
[[contour]]
name = "bottom"
body = "ball"
shape = "point"
[[contour]]
name = "floor"
body = "ground"
shape = "line"
normal = [0, 1]
[[contact]]
name = "bounce"
a = "bottom"
b = "floor"
normal = { law = "spring_damper", stiffness = 1e6 }
[solve]
step = 1e-3
duration = 0.3
"""


@pytest.mark.parametrize(
    ("step", "damping"), [(1.9e-3, 50.0), (1.9e-3, 0.0), (1.3e-3, 0.0)]
)
def test_energy_a_rough_bounce_wins_or_loses_is_no_loss(step, damping) -> None:
    """Two steps per impact: the bounce without damping wins, or loses, a good half."""
    values = {"solve.step": step, "contact[0].normal.damping": damping}
    outcome = ct.simulate(ct.loads(HARD_FLOOR).with_values(values)).outcome
    check = {check.name: check for check in outcome.checks}["energy"]
    assert check.value > 0.3
    assert outcome.headline.startswith("not trustworthy (energy")


def test_a_contact_that_gives_energy_without_end_stops_the_run() -> None:
    job = DRIVES["system"].build(ct.loads(HARD_FLOOR))
    assert isinstance(job, TimeJob)
    plan = replace(job.plan, dt=20e-3, steps=1000)
    with pytest.raises(SolverError, match=r"fastest: ball\.y.*energy grows"):
        TimeJob(plan).march(RunContext(Kept()))


def booked(**accounts: float) -> Balance:
    """Accounts of one group, and the dampers of springs."""
    names = "impact_loss", "contact_loss", "friction_loss"
    groups = {name: np.array([accounts.get(name, 0.0)]) for name in names}
    couplings = np.array([accounts.get("spring", 0.0), 0.0, 0.0, 0.0])
    return Balance(1.0, 0.0, 0.0, couplings, start=1.0, **groups)


def test_energy_may_pass_from_normal_to_tangent_but_come_from_nowhere() -> None:
    """An oblique impact gives along the tangent part of what its normal takes."""
    assert booked(impact_loss=0.4, friction_loss=-0.1).gain == 0.0
    assert booked(impact_loss=0.1, friction_loss=-0.4).gain == pytest.approx(0.3)
    assert booked(impact_loss=0.4, contact_loss=-0.1).gain == pytest.approx(0.1)
    assert booked(friction_loss=0.4, spring=-0.1).gain == pytest.approx(0.1)


def test_a_contact_that_starts_inside_is_told() -> None:
    data = short_template(**{"body[2].position": [0.3, 0.0], "solve.duration": 0.01})
    outcome = ct.simulate(data).outcome
    assert outcome.warnings[0] == "contact ball_on_belt starts 0.03 m off"


ODD = (float("nan"), float("inf"), 1e308, 1e29, -1.0, 0.0, 1e-29)


def numbers(node: object, path: str = "") -> list[str]:
    """Key paths of every number in plain data."""
    if isinstance(node, dict):
        parts = [(f"{path}.{k}".lstrip("."), v) for k, v in node.items()]
    elif isinstance(node, list):
        parts = [(f"{path}[{i}]", v) for i, v in enumerate(node)]
    else:
        return [path] if isinstance(node, float) else []
    return [found for key, value in parts for found in numbers(value, key)]


@pytest.mark.usefixtures("no_rescue")
def test_no_value_of_any_field_brings_a_nan() -> None:
    """Refused, stopped with a reason, or run to the end with finite numbers."""
    spec = short_template(**{"solve.duration": 0.005, "solve.record_every": 1})
    paths = numbers(spec.model_dump(mode="json", exclude_none=True))
    assert len(paths) > 40
    ends = set()
    for path in paths:
        for odd in ODD:
            sink = Kept()
            try:
                job = DRIVES["system"].build(spec.with_values({path: odd}))
                assert isinstance(job, TimeJob)
                if job.plan.steps < 1000:
                    job.march(RunContext(sink))
                    ends.add("ran")
            except CatenaError as error:
                ends.add(type(error).__name__)
            for block in sink.blocks:
                assert all(np.isfinite(x).all() for x in block.values()), (path, odd)
    assert ends == {"ran", "SpecError", "SolverError"}


def test_a_held_body_at_rest_loses_no_energy() -> None:
    """Its energies are rounding, and rounding is no part of anything."""
    data = {
        "drive": "system",
        "gravity": [0.0, -9.81],
        "body": [{"name": "bar", "position": [0.5, 0.0]}],
        "pin": [
            {"name": "left", "a": "bar", "point_a": [-0.5, 0.0], "b": "ground"},
            {"name": "right", "a": "bar", "point_a": [0.5, 0.0], "b": "ground"},
        ],
        "solve": {"step": 1e-3, "duration": 0.3},
    }
    data["pin"][1]["point_b"] = [1.0, 0.0]
    outcome = ct.simulate(spec_from(data)).outcome
    assert all(check.ok for check in outcome.checks), outcome.verdict


BEARING = """
drive = "system"
gravity = [0.0, -9.81]
[[body]]
name = "pin"
mass = 1.0
inertia = 1e-3
[[contour]]
name = "skin"
body = "pin"
shape = "circle"
radius = 0.02
[[contour]]
name = "hole"
body = "ground"
shape = "hollow"
radius = 0.021
[[contour]]
name = "floor"
body = "ground"
shape = "line"
normal = [0, 1]
position = [0, -1]
[[contact]]
name = "floor"
a = "skin"
b = "floor"
normal = { law = "unilateral" }
[[contact]]
name = "bush"
a = "skin"
b = "hole"
normal = { law = "johnson", contact_modulus = 1e7, clearance = 1e-3, length = 0.02 }
[solve]
step = 1e-6
duration = 0.01
record_every = 1
"""


def test_beyond_the_limit_of_its_law_a_contact_is_named_and_records_are_kept(
    tmp_path: Path,
) -> None:
    spec = ct.loads(BEARING).with_values({"body[0].velocity": [3.0, 0.0]})
    words = r"t = .* contact bush is 0\.\d+ m deep, but its law holds up to 0\.000541 m"
    with pytest.raises(SolverError, match=words):
        ct.simulate(spec, tmp_path / "run")
    assert samples_of(tmp_path / "run") > 100


def test_a_contact_that_starts_beyond_the_limit_of_its_law_is_named() -> None:
    spec = ct.loads(BEARING).with_values({"body[0].position": [0.01, 0.0]})
    with pytest.raises(SolverError, match=r"t = 0 s, contact bush is 0\.009 m deep"):
        ct.simulate(spec)


def test_a_run_in_memory_does_not_end_with_energy_that_is_no_number() -> None:
    model = model_of(ct.loads(BEARING).with_values({"body[0].velocity": [3.0, 0.0]}))  # type: ignore[arg-type]
    motion = Motion(model, model.start(), model.work())
    check_energy(motion)
    motion.state.q[model.velocity_index("pin", "x")] = 0.01
    with pytest.raises(SolverError, match="contact bush is"):
        check_energy(motion)


def test_energy_beyond_every_number_names_what_and_who() -> None:
    model = job_of().plan.model
    motion = Motion(model, model.start(), model.work())
    motion.state.u[model.velocity_index("ball", "y")] = 1e200
    with pytest.raises(SolverError, match=r"fastest: ball\.y: kinetic energy became"):
        check_energy(motion)


JAWS = """
drive = "system"
[[body]]
name = "left"
position = [-1.0, 0.0]
free = ["x"]
[[body]]
name = "right"
position = [1.0, 0.0]
free = ["x"]
[[body]]
name = "ball"
[[motor]]
body = "left"
axis = "x"
speed = 1.0
[[motor]]
body = "right"
axis = "x"
speed = -1.0
[[contour]]
name = "skin"
body = "ball"
shape = "circle"
radius = 0.9
[[contour]]
name = "left_face"
body = "left"
shape = "line"
normal = [1, 0]
[[contour]]
name = "right_face"
body = "right"
shape = "line"
normal = [-1, 0]
[[contact]]
name = "on_left"
a = "skin"
b = "left_face"
normal = { law = "unilateral" }
[[contact]]
name = "on_right"
a = "skin"
b = "right_face"
normal = { law = "unilateral" }
[solve]
step = 1e-3
duration = 0.2
"""


@pytest.mark.parametrize(
    ("solve", "words"),
    [
        ({}, r"contact on_\w+, residual .* clamp others: then there is no solution"),
        ({"control": {"tolerance": 1e-4}}, r"contact on_\w+, residual .* no solution"),
        ({"engine": "event_driven"}, "contacts on_left, on_right: impact: .* no sol"),
    ],
)
def test_jaws_that_clamp_a_ball_stop_the_run(solve: dict, words: str) -> None:
    """Percussions without bounds made every natural map small beside them."""
    values = {f"solve.{key}": value for key, value in solve.items()}
    with pytest.raises(SolverError, match=rf"t = 0\.1\d* s, {words}"):
        ct.simulate(ct.loads(JAWS).with_values(values))


@pytest.mark.parametrize(
    ("gap", "words"),
    [
        (0.0, r"pin\[knee\]: .* more joints than it needs and they do not fit"),
        (1.0, r"pin\[right\]: found 1\.0; m is how far the joint is open at the start"),
    ],
)
def test_bars_locked_in_line_are_refused_by_their_joint(gap: float, words: str) -> None:
    """Two bars in line between two fixed pins: forces would grow beyond every bound."""
    pins = [
        {"name": "left", "a": "one", "point_a": [-0.5, 0.0], "b": "ground"},
        {"name": "knee", "a": "two", "point_a": [-0.5, 0.0], "b": "one"},
        {"name": "right", "a": "two", "point_a": [0.5, 0.0], "b": "ground"},
    ]
    pins[1]["point_b"], pins[2]["point_b"] = [0.5, 0.0], [2.0 + gap, 0.0]
    data = {
        "drive": "system",
        "gravity": [0.0, -9.81],
        "body": [
            {"name": "one", "inertia": 0.08, "position": [0.5, 0.0]},
            {"name": "two", "inertia": 0.08, "position": [1.5, 0.0]},
        ],
        "pin": pins,
        "solve": {"engine": "event_driven", "step": 1e-3, "duration": 0.3},
    }
    with pytest.raises(SpecError, match=words):
        ct.simulate(spec_from(data))


def test_motion_between_events_that_cannot_be_followed_stops_the_run() -> None:
    """A spring so stiff that no sensible step follows it."""
    spring = {"name": "s", "a": "one", "b": "ground", "stiffness": 1e30}
    data = {
        "drive": "system",
        "body": [{"name": "one", "position": [0.5, 0.0]}],
        "spring": [spring | {"rest_length": 0.1}],
        "solve": {"engine": "event_driven", "step": 1e-3, "duration": 0.3},
    }
    with pytest.raises(SolverError, match=r"t = .* s: the motion takes steps of \S+ s"):
        ct.simulate(spec_from(data))
