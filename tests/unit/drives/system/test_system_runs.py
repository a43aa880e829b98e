"""Systems from files: the template, known answers, and every part once."""

import math
import re
from pathlib import Path

import numpy as np
import pytest

import catena as ct
from catena.drives import DRIVES
from catena.errors import SpecError
from catena.reporting import figures_of, scene_of
from catena.results.run import Run

BALL = """
drive = "system"
gravity = [0.0, "-9.81 m/s^2"]
[[body]]
name = "ball"
position = ["0 m", "1 m"]
free = ["y"]
[[contour]]
name = "bottom"
body = "ball"
shape = "point"
[[contour]]
name = "floor"
body = "ground"
shape = "line"
normal = [0, 2]
[[contact]]
name = "bounce"
a = "bottom"
b = "floor"
normal = { law = "unilateral", restitution = 0.9 }
[solve]
step = "1 ms"
duration = "1 s"
"""

EVERYTHING = """
drive = "system"
gravity = [0.0, -9.81]
[[body]]
name = "rod"
mass = 2.0
inertia = 0.1
position = [0.5, 0.0]
[[body]]
name = "slider"
position = [1.0, 0.0]
free = ["x"]
[[wheel]]
name = "crank"
inertia = 0.02
spin = "60 rpm"
[[wheel]]
name = "disc"
inertia = 0.01
position = [3.0, 0.0]
[[body]]
name = "pebble"
position = [3.0, 0.4]
[[body]]
name = "pad"
position = [3.0, 1.0]
free = ["y"]
[[linear_body]]
name = "bar"
coordinates = ["left", "right"]
mass = [[1.0, 0.0], [0.0, 1.0]]
stiffness = [[100.0, -100.0], [-100.0, 100.0]]
velocity = [1.0, 1.0]
[[spring]]
name = "s"
a = "slider"
b = "ground"
point_b = [2.0, 0.0]
stiffness = "200 N/m"
damping = 1.0
rest_length = 1.0
[[journal]]
name = "j"
a = "rod"
b = "slider"
point_a = [0.5, 0.0]
stiffness = "1e5 N/m"
damping = "50 N s/m"
turn_damping = 1e-3
pin_radius = "5 mm"
friction = { law = "regularised", coefficient = 0.1, transition_speed = "1 mm/s" }
[[pin]]
name = "p"
a = "rod"
b = "crank"
point_a = [-0.5, 0.0]
[[torsion_bar]]
name = "t"
a = "crank"
b = "disc"
stiffness = 1.0
damping = 0.01
[[contour]]
name = "teeth"
body = "disc"
shape = "profile"
sectors = 12
pieces = [
  { piece = "arc", centre = [0.2, 0], radius = 0.02, start = "-90 deg", span = 3.14 },
  { piece = "segment", start = [0.2, 0.02], end = [0.18, 0.1] },
]
[[contour]]
name = "skin"
body = "pebble"
shape = "circle"
radius = 0.05
[[contour]]
name = "shell"
body = "ground"
shape = "hollow"
radius = 0.7
position = [3.0, 0.0]
[[contour]]
name = "hump"
body = "ground"
shape = "arc"
centre = [3.0, -1.0]
radius = 0.1
start = 0.0
span = 3.0
[[contour]]
name = "ball"
body = "pad"
shape = "circle"
radius = 0.1
[[contact]]
name = "on_teeth"
a = "skin"
b = "teeth"
normal = { law = "hertz", stiffness = 1e6, restitution = 0.6, damping = "flores" }
[contact.friction]
law = "stribeck"
static = 0.3
kinetic = 0.2
stribeck_speed = 0.1
transition_speed = 0.01
[[contact]]
name = "in_shell"
a = "skin"
b = "shell"
normal = { law = "spring_damper", stiffness = "1e5 N/m", damping = 10.0 }
[[contact]]
name = "over_hump"
a = "skin"
b = "hump"
normal = { law = "unilateral", form = "moreau" }
[[contact]]
name = "two_circles"
a = "skin"
b = "ball"
normal = { law = "unilateral", restitution = 0.5 }
friction = { law = "coulomb", coefficient = 0.2, static = 0.3, breakaway_force = 0.1 }
[[press]]
name = "brake"
a = "slider"
face = "ground"
force = "5 N"
friction = { law = "coulomb", coefficient = 0.2 }
[[gap]]
name = "wall"
body = "bar"
gap = 0.1
normal_direction = [0.0, -1.0]
normal = { law = "unilateral", restitution = 0.0 }
[[motor]]
body = "pad"
axis = "y"
fourier = { period = "0.1 s", harmonic = [{ order = 1, amplitude = "0.2 m/s" }] }
[[load]]
body = "crank"
axis = "angle"
[load.table]
angle = ["0 deg", "180 deg", "360 deg"]
torque = [0.0, 1.0, 0.0]
repeats = true
[[load]]
body = "crank"
axis = "angle"
ramp = "10 ms"
[load.fourier]
angle = "360 deg"
mean = 0.5
harmonic = [{ order = 2, amplitude = 0.2, phase = "90 deg" }]
[[load]]
body = "slider"
axis = "x"
table = { speed = [-1.0, 1.0], force = [1.0, -1.0] }
[solve]
step = "50 us"
duration = "0.15 s"
record_every = 50
force_tolerance = "1e-6 N"
"""


@pytest.fixture(scope="module")
def template() -> Run:
    return ct.simulate(
        ct.loads(DRIVES["system"].template()).with_values(
            {"solve.duration": 2.0, "solve.record_every": 16}
        )
    )


def test_the_template_sticks_slips_bounces_and_balances(template: Run) -> None:
    assert template.outcome.healthy, template.outcome
    names = list(template.read("body"))
    speed = template.read("velocity_x")[:, names.index("block")]
    assert np.isclose(speed, 0.3, atol=1e-9).sum() > 5  # rides on the belt
    assert speed.min() < -0.3  # and breaks loose
    assert "accounted for" in template.outcome.verdict
    residual = template.outcome.key_number("energy_residual")
    assert residual is not None and abs(residual.value) < 1e-6
    book = {n.name: n.value for n in template.outcome.key_numbers}
    held = book["kinetic_energy"] + book["potential_energy"] - book["energy_start"]
    assert held == pytest.approx(book["work_in"] - book["loss"], abs=1e-6)


def test_losses_go_by_cause_and_means_carry_their_spread(template: Run) -> None:
    numbers = {n.name: n for n in template.outcome.key_numbers}
    causes = ("friction", "viscous", "contact", "impact")
    parts = [numbers[f"energy_{cause}_loss"].value for cause in causes]
    error = float(template.read("contact_error")[-1].sum())
    assert sum(parts) + error == pytest.approx(numbers["loss"].value, rel=1e-12)
    assert np.allclose(template.read("loss")[-1], parts)
    numerical = error - numbers["energy_residual"].value
    assert numbers["energy_numerical_loss"].value == pytest.approx(numerical)
    work, time = template.read("input_work"), template.read("time")
    half = int(np.searchsorted(time, 0.5 * time[-1]))
    mean = (work[-1] - work[half]) / (time[-1] - time[half])
    assert numbers["power"].value == pytest.approx(mean[mean > 0.0].sum(), rel=0.02)
    assert numbers["power"].spread > 0.0
    force = numbers["mean_drive_force_belt.x"]
    drawn = template.read("drive_force")[half:, 0].mean()
    assert force.value == pytest.approx(drawn, rel=0.02)
    remarks = [w for w in template.outcome.warnings if w.startswith("not settled")]
    assert len(remarks) <= 1  # stick and slip: the block never stands still


def test_forces_of_rigid_contacts_are_called_what_they_are(template: Run) -> None:
    """Twice as large at half the step in an impact."""
    labels = {n.name: n.label for n in template.outcome.key_numbers}
    label = labels["largest_force_ball_on_belt"]
    assert label == "largest normal force of ball_on_belt, mean of a step"


def test_the_recorded_ledger_closes_at_every_sample(template: Run) -> None:
    losses = [n for n in template.names if n.endswith(("_loss", "contact_error"))]
    lost = sum(template.read(name).sum(axis=1) for name in losses)
    held = template.read("kinetic_energy") + template.read("potential_energy")
    book = held - held[0] - template.read("work_in") + lost
    assert np.allclose(book, template.read("energy_residual"), atol=1e-12)


def test_figures_show_motion_forces_energy_and_health(template: Run) -> None:
    sections = {figure.section for figure in figures_of(template)}
    assert sections == {"Motion", "Forces", "Energy", "Numerical health"}


def test_the_picture_shows_every_body_where_it_was(template: Run) -> None:
    scene = scene_of(template)
    assert scene is not None
    families = {family.name: family for family in scene.families}
    springs = {"spring tie", "spring tie rod"}
    assert set(families) == {"belt", "block", "ball", *springs}
    assert np.ptp(families["belt"].poses, axis=0).max() == 0.0  # an endless face
    ball = families["ball"].poses[:, 0]
    assert ball[0] == pytest.approx([0.3, 0.43, 0.0])
    assert ball[:, 1].min() > 0.028
    radius = np.hypot(*families["ball"].shapes[0].outline.T)
    assert np.allclose(radius, 0.03)
    corners = families["block"].shapes[0].outline
    assert np.abs(corners[:, 1]).max() < 0.1


def test_a_ball_from_a_file_bounces_as_computed_by_hand() -> None:
    run = ct.simulate(ct.loads(BALL))
    fall = math.sqrt(2.0 / 9.81)
    since, start = 1.0 - fall, 0.9 * 9.81 * fall
    y, v = run.read("position_y")[-1, 0], run.read("velocity_y")[-1, 0]
    assert y == pytest.approx(
        start * since - 0.5 * 9.81 * since**2, abs=2 * 1.9e-3 * start
    )
    assert v == pytest.approx(start - 9.81 * since, abs=2 * 1.9e-3 * 9.81)
    force = run.read("normal_force")[:, 0]
    first = run.read("time")[np.flatnonzero(force)[0]]
    assert first == pytest.approx(fall, abs=2e-3)
    assert run.outcome.key_number("loss_impacts_of_bounce").value > 0.0


def test_every_part_can_be_stated() -> None:
    run = ct.simulate(ct.loads(EVERYTHING))
    assert run.status == "complete"
    assert {"drive_force", "journal_force", "linear_position"} <= set(run.names)
    wall = list(run.read("contact")).index("wall")
    assert run.read("gap")[:, wall].min() > -1e-3
    pin = [i for i, n in enumerate(run.read("contact")) if n.startswith("p.")]
    assert np.abs(run.read("gap")[:, pin]).max() < 1e-3
    scene = scene_of(run)
    assert scene is not None
    drawn = {f.name for f in scene.families}
    assert drawn == {"ground", *run.read("body"), "spring s", "spring s rod"}


def test_what_is_left_out_is_not_recorded() -> None:
    spec = ct.loads(BALL).with_values({"output.record": [], "solve.duration": 0.01})
    names = set(ct.simulate(spec).names)
    assert "position_y" not in names and "gap" not in names
    assert {"kinetic_energy", "energy_residual", "penetration"} <= names


def test_a_resolved_file_says_the_same(tmp_path: Path) -> None:
    from catena.spec.writing import resolved_toml

    for text in (BALL, EVERYTHING, DRIVES["system"].template()):
        spec = ct.loads(text)
        assert ct.loads(resolved_toml(spec)) == spec


def test_the_series_of_a_load_is_what_it_says() -> None:
    from catena.drives.system.assembly import planar_system

    plan = planar_system(ct.loads(EVERYTHING))  # type: ignore[arg-type]
    curve = plan.loads[1].curve
    x = np.linspace(0.0, 2.0 * math.pi, 1001)
    exact = 0.5 + 0.2 * np.cos(2.0 * x + 0.5 * math.pi)
    assert np.abs(np.interp(x, curve.x, curve.y) - exact).max() < 0.2 * 3.1e-4


def test_the_template_names_what_exists() -> None:
    text = DRIVES["system"].template()
    for word in re.findall(r"# \[\[(\w+)\]\]", text):
        assert word in DRIVES["system"].spec_model().model_fields


@pytest.mark.parametrize("every", [1, 7, 200])
def test_no_impulse_is_lost_between_records(tmp_path: Path, every: int) -> None:
    """Mean force times interval is the change of momentum, impacts included."""
    spec = ct.loads(BALL).with_values({"solve.record_every": every})
    run = ct.simulate(spec, tmp_path / "run")
    force, time = run.read("normal_force")[:, 0], run.read("time")
    speed = run.read("velocity_y")[:, 0]
    impulse = float(np.sum(force[1:] * np.diff(time)))
    assert impulse == pytest.approx(speed[-1] - speed[0] + 9.81 * time[-1], abs=1e-9)
    assert force[0] == 0.0
    peak = run.read("peak_normal_force")[:, 0]
    assert np.all(peak >= force - 1e-9)
    hardest = (1.0 + 0.9) * math.sqrt(2.0 * 9.81) / 1e-3
    assert peak.max() == pytest.approx(hardest, rel=0.01)


@pytest.mark.parametrize("engine", ["moreau", "runge_kutta", "linearly_implicit"])
def test_every_engine_keeps_the_impulse_of_elastic_contacts(
    tmp_path: Path, engine: str
) -> None:
    soft = BALL.replace(
        'law = "unilateral", restitution = 0.9',
        'law = "spring_damper", stiffness = 1e4',
    )
    values = {"solve.engine": engine, "solve.record_every": 9, "solve.step": 1e-4}
    run = ct.simulate(ct.loads(soft).with_values(values), tmp_path / "run")
    force, time = run.read("normal_force")[:, 0], run.read("time")
    speed = run.read("velocity_y")[:, 0]
    impulse = float(np.sum(force[1:] * np.diff(time)))
    found = speed[-1] - speed[0] + 9.81 * time[-1]
    near = 0.02 if engine == "linearly_implicit" else 1e-9
    assert impulse == pytest.approx(found, abs=near)


CONTROL = 'step = "1 ms"\ncontrol = { tolerance = 1e-4, penetration = "10 um" }'


def test_step_control_from_a_file(tmp_path: Path) -> None:
    """Deep penetrations are avoided, and a run continues bit for bit."""
    fixed = ct.simulate(ct.loads(BALL), tmp_path / "fixed")
    spec = ct.loads(BALL.replace('step = "1 ms"', CONTROL))
    run = ct.simulate(spec, tmp_path / "run")
    assert run.read("penetration")[-1] <= 1e-5 < fixed.read("penetration")[-1]
    assert "controlled steps" in run.outcome.verdict
    assert run.read("time") == pytest.approx(fixed.read("time"), abs=1e-12)
    t_1 = math.sqrt(2.0 / 9.81)
    since = 1.0 - t_1
    exact = 0.9 * 9.81 * t_1 * since - 0.5 * 9.81 * since**2
    assert run.read("position_y")[-1, 0] == pytest.approx(exact, abs=1e-4)


@pytest.mark.parametrize(
    ("control", "words"),
    [
        ("{ tolerance = 0 }", "tolerance"),
        ('{ smallest = "2 ms" }', "smallest"),
        ("{ penetration = -1 }", "penetration"),
    ],
)
def test_wrong_step_control_is_refused(control: str, words: str) -> None:
    text = BALL.replace('step = "1 ms"', f'step = "1 ms"\ncontrol = {control}')
    with pytest.raises(SpecError, match=words):
        ct.loads(text)
    text = BALL.replace('step = "1 ms"', f'{CONTROL}\nengine = "runge_kutta"')
    with pytest.raises(SpecError, match="moreau"):
        ct.loads(text)
