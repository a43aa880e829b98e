"""What runs of belt drives tell: bending, orders, hub loads, strings, arms."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import catena as ct
from catena.drives.belt_drive.build import build
from catena.drives.belt_drive.layout import layout_of
from catena.drives.belt_drive.outputs import figures
from catena.drives.belt_drive.simulation import BeltSimulation
from catena.drives.belt_drive.theory import span_frequency
from catena.drives.belt_drive.verdict import depth_check, lost_wraps
from catena.drives.loading import spec_from
from catena.geometry.bend import bend_of
from catena.integrators.steps.belt_drive_tables import empty_samples

RADIUS, LINE_MASS, EA = 0.06, 0.1, 8e4


def _drive(**changes: Any) -> dict[str, Any]:
    """Two equal pulleys 0.4 m apart, the driven one heavy; keys by table."""
    data: dict[str, Any] = {
        "drive": "belt_drive",
        "belt": {"tension": 400.0, "axial_stiffness": EA, "bending_stiffness": 1e-3,
                 "mass_per_length": LINE_MASS},
        "pulley": [
            {"name": "a", "diameter": 2.0 * RADIUS, "centre": [0.0, 0.0],
             "boundary": {"kind": "speed", "speed": 157.0}},
            {"name": "b", "diameter": 2.0 * RADIUS, "centre": [0.4, 0.0],
             "inertia": 0.003, "boundary": {"kind": "load", "torque": 4.0}},
        ],
        "solve": {"duration": 0.4, "spans": 120},
    }  # fmt: skip
    for table, keys in changes.items():
        data[table] |= keys
    return data


def _numbers(run: Any) -> dict[str, float]:
    return {number.name: number.value for number in run.outcome.key_numbers}


def test_points_of_a_circle_bend_as_it_does() -> None:
    angle = np.linspace(0.0, 2.0 * np.pi, 50, endpoint=False) ** 1.0
    angle = angle + 0.02 * np.sin(3.0 * angle)
    x, y = 0.2 * np.cos(angle), 0.2 * np.sin(angle)
    assert bend_of(x, y) == pytest.approx(5.0, rel=1e-12)
    assert bend_of(x[::-1], y[::-1]) == pytest.approx(-5.0, rel=1e-12)


@pytest.fixture(scope="module")
def irregular() -> ct.Run:
    """Order 2 of the driver, 1 degree."""
    data = _drive()
    wave = {"order": 2, "amplitude": np.radians(1.0)}
    data["pulley"][0]["boundary"]["irregularity"] = [wave]
    return ct.simulate(spec_from(data))


def test_orders_of_speed_are_those_imposed(irregular: ct.Run) -> None:
    """A swing of 1 deg in order 2 is a speed of 2 times 1 deg times the mean."""
    found = {figure.name: figure for figure in figures(irregular)}
    leader = found["speed_orders"].traces[0]
    at = int(leader.y.argmax())
    assert leader.x[at] == pytest.approx(2.0, abs=1e-9)
    assert leader.y[at] == pytest.approx(2.0 * np.radians(1.0) * 157.0, rel=1e-3)
    pull = found["tension_orders"].traces[0]
    assert pull.x[int(pull.y.argmax())] == pytest.approx(2.0, abs=0.1)
    assert {"hub_orders", "tension_orders"} <= set(found)
    belt = found["speed_orders"].marks[0]
    length = 2.0 * (0.4 + np.pi * RADIUS)
    assert belt.value == pytest.approx(2.0 * np.pi * RADIUS / length, rel=1e-3)


def test_bending_is_that_of_the_pulleys(irregular: ct.Run) -> None:
    """1/R on the pulleys, none between; single knots overshoot where the belt lands."""
    found = {figure.name: figure for figure in figures(irregular)}
    along = found["curvature_along"]
    place, bend = along.traces[0].x, along.traces[0].y
    onto, off = along.marks[0].value, along.marks[1].value
    middle = (place > onto + 0.3 * (off - onto)) & (place < onto + 0.7 * (off - onto))
    assert bend[middle] == pytest.approx(1.0 / RADIUS, rel=0.01)
    span = (place > off + 0.1) & (place < off + 0.3)
    assert abs(bend[span]).max() < 0.01 / RADIUS
    numbers = _numbers(irregular)
    assert 1.0 < numbers["largest_curvature"] * RADIUS < 1.2
    assert numbers["bending_moment"] == pytest.approx(
        1e-3 * numbers["largest_curvature"]
    )


def test_hubs_carry_both_spans_less_the_momentum(irregular: ct.Run) -> None:
    """T_1 + T_2 - 2 rho A v^2: what turns the belt around does not press."""
    late = irregular.read("time") > 0.2
    speed = 157.0 * RADIUS
    pull = np.nanmean(irregular.read("span_tension")[late], axis=0).sum()
    known = pull - 2.0 * LINE_MASS * speed**2 / (1.0 + 400.0 / EA)
    hub = irregular.read("hub_force_x")[late].mean(axis=0)
    assert hub == pytest.approx([known, -known], rel=2e-3)
    across = irregular.read("hub_force_y")[late].mean(axis=0)
    assert abs(across).max() < 5e-3 * known
    largest = _numbers(irregular)["hub_load_2"]
    assert known < largest < 2.0 * known  # order 2 of the driver swings about the mean


def test_a_pulley_that_the_belt_leaves_is_named() -> None:
    arcs = np.array([[2.0, 3.0], [2.0, 0.0], [1.0, 0.0], [2.0, 3.0]])
    late = {"time": np.array([0.1, 0.2, 0.3, 0.4]), "contact_arc": arcs}
    (words,) = lost_wraps(spec_from(_drive()), late)
    assert "'b' at 0.2 s, for 0.5 of the time" in words


def test_the_pulley_that_the_belt_sinks_into_is_named() -> None:
    """Most pressed for its size when the depth last rose; later loads do not count."""
    spec = spec_from(_drive())
    late = {
        "time": np.array([0.1, 0.2, 0.3]),
        "penetration": np.array([1e-4, 2e-4, 2e-4]),
        "hub_force_x": np.array([[9.0, 1.0], [5.0, 3.0], [9.0, 1.0]]),
        "hub_force_y": np.array([[0.0, 0.0], [0.0, 4.0], [0.0, 0.0]]),
        "contact_arc": np.array([[3.0, 1.0], [3.0, 1.0], [3.0, 0.0]]),
    }
    placed = SimpleNamespace(
        wheels=[SimpleNamespace(radius=0.05), SimpleNamespace(radius=0.06)]
    )
    # equal forces; half a turn on a carries 50 N/m, 1 rad on b 87 N/m
    note = depth_check(spec, placed, late).note
    assert note.startswith("belt into 'b' near 0.2 s: 0.2 mm")


@pytest.mark.parametrize("speed", [0.0, 20.0, 40.0])
def test_a_span_of_a_running_belt_swings_as_a_travelling_string(speed: float) -> None:
    """c = 63 m/s: at 40 m/s its frequency is 0.6 of that at rest."""
    from catena.integrators.steps.belt_drive import advance

    data = _drive()
    data["pulley"][1]["boundary"] = {"kind": "free"}
    data["pulley"][0]["boundary"]["speed"] = max(speed, 1e-3) / RADIUS
    data["solve"] |= {"spans": 400, "load_ramp": 0.0}
    data["belt"]["bending_stiffness"] = 1e-5
    job: Any = build(spec_from(data))  # type: ignore[arg-type]
    belt, dt = BeltSimulation(job.recording, job.start, job.pace), job.pace.step
    bodies, knots = belt.system.bodies, belt.system.knots
    x, y = belt.state.q[3 * bodies :].reshape(2, knots)
    upper = (y > 0.5 * RADIUS) & (x > 0.0) & (x < 0.4)
    bulge = np.where(upper, 1e-4 * np.sin(np.pi * x / 0.4), 0.0)
    belt.state.q[3 * bodies + knots :] += bulge
    string = span_frequency(0.4, 400.0, speed, LINE_MASS, 0.0)
    every = max(1, round(1.0 / (64.0 * string * dt)))
    rows = 64 * 12
    samples = empty_samples(rows, belt.system, belt.state)
    assert advance(belt.system, belt.state, belt.work, dt, every, samples) == 0
    record = job.recording.records(samples, np.arange(0))
    k = int(np.argmax(np.ptp(record["span_displacement"], axis=0)))
    swing = record["span_displacement"][:, k]
    pull = float(np.nanmean(record["span_tension"][:, k]))
    stretched = LINE_MASS / (1.0 + pull / EA)
    known = span_frequency(0.4, pull, speed, stretched, 1e-5)
    c = np.sqrt(pull / stretched)
    assert known == pytest.approx((c**2 - speed**2) / (0.8 * c), rel=1e-5)
    lines = np.abs(np.fft.rfft((swing - swing.mean()) * np.hanning(rows), 64 * rows))
    found = np.fft.rfftfreq(64 * rows, every * dt)[lines.argmax()]
    assert found == pytest.approx(known, rel=5e-3)


def test_an_eccentric_pulley_pulls_by_the_way_it_asks() -> None:
    """Between a belt that stretches evenly and one that keeps its strain on pulleys."""
    data = _drive()
    data["pulley"][1] |= {"eccentricity": 2e-4, "boundary": {"kind": "free"}}
    data["pulley"][0]["boundary"]["speed"] = 60.0
    run = ct.simulate(spec_from(data))
    late = run.read("time") > 0.15
    pull = np.nanmean(run.read("span_tension")[late], axis=1)
    lengths = []
    for angle in np.linspace(0.0, 2.0 * np.pi, 16, endpoint=False):
        data["pulley"][1]["eccentricity_angle"] = float(angle)
        lengths.append(layout_of(spec_from(data)).path.length)  # type: ignore[arg-type]
    way = 0.5 * np.ptp(lengths)
    angle = run.read("pulley_angle")[late, 1]
    wave = np.column_stack([np.cos(angle), np.sin(angle), np.ones(angle.size)])
    found = np.linalg.lstsq(wave, pull, rcond=None)[0]
    swing = float(np.hypot(found[0], found[1]))
    assert EA * way / np.mean(lengths) < swing < EA * way / (2.0 * 0.4)


@pytest.mark.parametrize(("friction", "moves"), [(50.0, False), (0.0, True)])
def test_dry_friction_of_an_arm_holds_until_it_is_overcome(
    friction: float, moves: bool
) -> None:
    from catena.drives import DRIVES
    from catena.spec.loading import parse_toml

    data = parse_toml(DRIVES["belt_drive"].template())
    data["solve"] = {"duration": 0.1, "spans": 120}
    data["tensioner"][0] |= {"friction": friction, "damping": 0.0}
    run = ct.simulate(spec_from(data))
    swing = float(np.ptp(run.read("arm_angle")))
    lost = dict(zip(map(str, run.read("place")), run.read("loss")[-1], strict=True))
    assert (swing > 1e-4) == moves
    assert abs(lost["tensioner"].sum()) < 1e-9
