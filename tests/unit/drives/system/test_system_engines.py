"""One smooth system under every engine that can run it."""

import math

import numpy as np
import pytest

import catena as ct
from catena.drives import DRIVES
from catena.drives.running import resume
from catena.errors import Interrupted, SpecError
from catena.run import clock

PENDULUM = """
drive = "system"
gravity = [0.0, "-9.81 m/s^2"]
[[body]]
name = "bob"
mass = "2 kg"
position = ["0.3 m", "-0.4 m"]
free = ["x", "y"]
[[spring]]
name = "rubber"
a = "bob"
b = "ground"
stiffness = "400 N/m"
rest_length = "0.45 m"
[[contour]]
name = "skin"
body = "bob"
shape = "circle"
radius = "50 mm"
[[contour]]
name = "floor"
body = "ground"
shape = "line"
normal = [0, 1]
position = [0, "-0.6 m"]
[[contact]]
name = "soft_floor"
a = "skin"
b = "floor"
normal = { law = "spring_damper", stiffness = "2 kN/m", damping = "5 N s/m" }
[solve]
engine = "moreau"
step = "0.5 ms"
duration = "0.5 s"
record_every = 50
"""

END = {"moreau": 2e-4, "runge_kutta": 1e-5, "linearly_implicit": 4e-2}
"""Distance allowed at the end [m]: orders 2, 4 (1 at the kink of the contact), 1."""


def run_under(engine: str, step: float = 5e-4) -> ct.Run:
    every = round(0.025 / step)
    values = {"engine": engine, "step": step, "record_every": every}
    return ct.simulate(
        ct.loads(PENDULUM).with_values({f"solve.{k}": v for k, v in values.items()})
    )


def end_of(run: ct.Run) -> np.ndarray:
    return np.array([run.read("position_x")[-1, 0], run.read("position_y")[-1, 0]])


@pytest.fixture(scope="module")
def exact() -> np.ndarray:
    return end_of(run_under("runge_kutta", 2e-5))


@pytest.mark.parametrize("engine", END)
def test_every_engine_reaches_the_same_end(engine: str, exact: np.ndarray) -> None:
    run = run_under(engine)
    assert math.dist(end_of(run), exact) < END[engine]
    if engine != "linearly_implicit":
        assert run.outcome.healthy, run.outcome.checks


@pytest.mark.parametrize("engine", ["runge_kutta", "linearly_implicit"])
def test_every_engine_resumes_bit_for_bit(
    engine: str, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "LOOK_SECONDS", 0.0)
    monkeypatch.setattr(clock, "CHUNK_SECONDS", 1e-9)
    spec = ct.loads(PENDULUM).with_values(
        {"solve.engine": engine, "solve.duration": 0.2, "solve.record_every": 7}
    )
    calls = [0]

    def stop(fraction: float, note: str = "") -> None:
        calls[0] += 1
        if calls[0] == 150:
            raise Interrupted("stop")

    whole = ct.simulate(spec)
    with pytest.raises(Interrupted):
        ct.simulate(spec, f"{tmp_path}/run", progress=stop)
    again = resume(f"{tmp_path}/run")
    for name in whole.names:
        assert list(whole.read(name).ravel()) == list(again.read(name).ravel()), name


def test_what_an_engine_cannot_do_is_refused() -> None:
    spec = ct.loads(DRIVES["system"].template())
    impacts = r"solve.engine: found 'linearly_implicit'.*has a restitution"
    with pytest.raises(SpecError, match=impacts):
        DRIVES["system"].build(spec.with_values({"solve.engine": "linearly_implicit"}))
    with pytest.raises(SpecError, match=r"solve.engine: found 'runge_kutta'.*law"):
        DRIVES["system"].build(spec.with_values({"solve.engine": "runge_kutta"}))
