"""A sprocket on an arm in the plane: it closes the chain, balances it, keeps energy."""

import numpy as np
import pytest

import catena as ct
from catena.drives.loading import load
from catena.drives.roller_chain.build import build_planar
from catena.drives.roller_chain.layout.placement import layout_of
from catena.drives.roller_chain.outputs import figures
from catena.drives.roller_chain.plan_rotors import wheel_of
from catena.drives.roller_chain.start.equilibrium import equilibrium_of
from catena.errors import CatenaError
from catena.integrators.planar_chain.assembly import rotor_view

EXAMPLE = "examples/roller_chain_tensioner_arm.toml"
IDLER, ARM = 1, 3
"""Rotors: driver, idler, driven, arm."""


def unloaded():
    return load(EXAMPLE).with_values(
        {"sprocket[2].boundary.torque": 0.0, "sprocket[0].boundary.speed": 1e-3,
         "solve.gravity": [0.0, 0.0]}
    )  # fmt: skip


def test_arm_closes_the_chain():
    spec = load(EXAMPLE)
    placed = layout_of(spec)
    (turn,) = placed.arms_turned
    assert turn != 0.0
    assert abs(placed.slack) < 1e-7
    pivot = np.array(spec.arm[0].pivot)
    before = np.array(spec.sprocket[IDLER].centre) - pivot
    after = np.array(wheel_of(placed, "idler").centre) - pivot
    turned = np.arctan2(*after[::-1]) - np.arctan2(*before[::-1])
    assert turned == pytest.approx(turn)
    assert np.hypot(*after) == pytest.approx(np.hypot(*before))


def test_spring_of_the_arm_is_balanced_by_the_spans():
    """At rest and unloaded one tension runs all around and pulls on the idler."""
    spec = unloaded()
    job = build_planar(spec)
    found = equilibrium_of(spec, job.placed, job.system)
    place = rotor_view(job.system, found.state.q)
    arm = place[:2, IDLER] - place[:2, ARM]
    turn = job.placed.arms_turned[0] + place[2, ARM]
    moment = spec.arm[0].preload - spec.arm[0].stiffness * turn
    ends = []
    for i, span in enumerate(job.placed.path.spans):
        piece = job.placed.path.curve.pieces()[span.piece]
        along = np.array([np.cos(piece.heading), np.sin(piece.heading)])
        ends.append(-along if i == 0 else along)
    pull = ends[0] + ends[1]  # away from the idler, into both of its spans
    expected = moment / -(arm[0] * pull[1] - arm[1] * pull[0])
    assert found.largest == pytest.approx(expected, rel=0.05)


def test_run_keeps_its_books_and_names_the_arm(tmp_path):
    spec = load(EXAMPLE).with_values({"solve.duration": 0.03, "solve.settle": 0.01})
    run = ct.simulate(spec)
    checks = {check.name: check for check in run.outcome.checks}
    assert checks["energy"].ok
    assert list(run.catalogue.coordinates["guide"].values) == ["tensioner"]
    angle = run.read("guide_angle")[:, 0]
    assert np.ptp(angle) > 1e-6
    axis = np.hypot(run.read("axis_x")[:, IDLER], run.read("axis_y")[:, IDLER])
    assert 0.0 < axis.max() < 1e-3  # seen from its seat on the arm
    drawn = {figure.name: figure for figure in figures(run)}
    assert drawn["tensioner_1"].y.units == "N m"
    assert drawn["tensioner_1"].traces[0].y == pytest.approx(
        run.read("tensioner_force")[:, 0]
    )


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"arm[0].inertia": 1e-5}, "masses of its sprockets"),
        ({"arm[0].sprockets": ["nobody"]}, "is not there"),
        ({"arm[0].name": "driver"}, "two parts are called"),
        ({"chain.link_count": 80}, "turn of arm 'tensioner'"),
        ({"sprocket[2].adjust": 0.0, "chain.slack": 0.0}, "takes up the"),
    ],
)
def test_arms_that_do_not_fit_are_refused(values, words):
    with pytest.raises(CatenaError, match=words):
        build_planar(load(EXAMPLE).with_values(values))


def test_earlier_files_state_the_arm_in_space():
    """``spatial.arm`` of earlier files is ``arm``."""
    spec = load("examples/roller_chain_bicycle_in_space.toml")
    data = spec.model_dump()
    data["spatial"]["arm"] = data.pop("arm")
    assert type(spec).model_validate(data).arm == spec.arm


CLOSE = """
drive = "roller_chain"
chain = { standard = "ISO 606 06B-1", variation = { wear = 0.012 } }
[[sprocket]]
name = "crank"
tooth_count = 21
centre = [0, 0]
boundary = { kind = "speed", speed = "900 rpm" }
[[sprocket]]
name = "roll"
tooth_count = 14
centre = ["60 mm", "-42 mm"]
side = "outside"
inertia = "1.5e-5 kg m^2"
[[sprocket]]
name = "cam"
tooth_count = 42
centre = ["210 mm", "0 mm"]
inertia = "1.8e-3 kg m^2"
boundary = { kind = "load", torque = "5 N m" }
[[arm]]
name = "tensioner"
pivot = ["20 mm", "-75 mm"]
sprockets = ["roll"]
inertia = "2.5e-4 kg m^2"
preload = "3.5 N m"
"""


def test_a_chain_of_no_stated_length_has_links_that_some_turn_takes_up():
    """78 go around the path as drawn, but are 10.6 mm too long for any turn."""
    spec = ct.loads(CLOSE)  # worn by 1.2 %
    placed = layout_of(spec)
    assert len(placed.pitches) == 76
    assert abs(placed.slack) < 1e-7
    with pytest.raises(CatenaError, match="76 would fit"):
        layout_of(spec.with_values({"chain.link_count": 78}))
