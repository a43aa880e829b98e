"""Belts are laid, closed and refused with numbers."""

import re
from typing import Any

import numpy as np
import pytest

import catena as ct
from catena.drives import DRIVES
from catena.drives.belt_drive.build import build
from catena.drives.belt_drive.expectations import overstretched
from catena.drives.belt_drive.layout import layout_of
from catena.drives.loading import spec_from
from catena.errors import GeometryError, SpecError, shown
from catena.spec.loading import parse_toml

TWO = {
    "drive": "belt_drive",
    "belt": {"axial_stiffness": 8e4, "mass_per_length": 0.1, "tension": 500.0},
    "pulley": [
        {"name": "a", "diameter": 0.2, "centre": [0.0, 0.0],
         "boundary": {"kind": "speed", "speed": 100.0}},
        {"name": "b", "diameter": 0.4, "centre": [0.7, 0.0], "inertia": 0.01},
    ],
}  # fmt: skip


def _two(**belt: Any) -> Any:
    data = {**TWO, "belt": {**TWO["belt"], **belt}}  # type: ignore[dict-item]
    if "length" in belt:
        del data["belt"]["tension"]
    return spec_from(data)


def _template() -> dict[str, Any]:
    return parse_toml(DRIVES["belt_drive"].template())


def test_path_of_an_open_belt() -> None:
    placed = layout_of(_two())
    assert placed.path.length == pytest.approx(2.356787955913, rel=1e-11)
    assert placed.length == pytest.approx(2.356787955913 / (1.0 + 500.0 / 8e4))


def test_tension_follows_from_the_length() -> None:
    placed = layout_of(_two(length=2.356787955913 / 1.01))
    assert placed.tension == pytest.approx(0.01 * 8e4, rel=1e-9)


def test_an_eccentric_rim_is_laid_where_it_stands() -> None:
    """Equal pulleys: a rim 5 mm nearer to the other one shortens the path by 10 mm."""
    data: dict[str, Any] = {**TWO, "pulley": [dict(part) for part in TWO["pulley"]]}  # type: ignore[call-overload]
    data["pulley"][1]["diameter"] = 0.2
    plain = layout_of(spec_from(data))
    data["pulley"][1] |= {"eccentricity": 5e-3, "eccentricity_angle": np.pi}
    placed = layout_of(spec_from(data))
    assert placed.path.length == pytest.approx(plain.path.length - 0.01, rel=1e-12)
    assert placed.length == pytest.approx(plain.length - 0.01 / (1.0 + 500.0 / 8e4))
    assert placed.wheels[1].centre == (0.7, 0.0)


def test_cord_and_back_add_to_the_radius() -> None:
    data = _template()
    placed = layout_of(spec_from(data))
    radius = {wheel.name: wheel.radius for wheel in placed.wheels}
    assert radius["driver"] == pytest.approx(0.081)
    assert radius["tensioner"] == pytest.approx(0.031)


def test_a_cord_may_lie_within_the_groove_of_a_v_belt() -> None:
    placed = layout_of(_two(kind="v", cord_height=-2e-3))
    assert [w.radius for w in placed.wheels] == pytest.approx(
        [w.radius - 2e-3 for w in layout_of(_two()).wheels]
    )
    with pytest.raises(SpecError, match="flat belt lies above the rim"):
        _two(cord_height=-2e-3)
    data = _template()
    data["belt"] |= {"kind": "v", "cord_height": -0.06}
    with pytest.raises(SpecError, match=r"'driven'.* leave the cord no radius"):
        spec_from(data)


def test_arm_balances_the_belt() -> None:
    """Spring moment = force of two spans on the pulley times its lever."""
    spec: Any = spec_from(_template())
    placed = layout_of(spec)
    wheel = next(w for w in placed.wheels if w.name == "tensioner")
    j = [w.name for w in placed.wheels].index("tensioner")
    before, after = placed.path.spans[j - 1].heading, placed.path.spans[j].heading
    # the belt pulls with its tension away along both spans
    pull = placed.tension * np.array(
        [np.cos(after) - np.cos(before), np.sin(after) - np.sin(before)]
    )
    arm = np.subtract(wheel.centre, spec.tensioner[0].pivot)
    moment = arm[0] * pull[1] - arm[1] * pull[0]
    assert placed.arms[0].torque == pytest.approx(-moment, rel=1e-6)


def test_length_turns_the_arm_until_it_fits() -> None:
    data = _template()
    natural = layout_of(spec_from(data))
    data["belt"].pop("tension")
    data["belt"]["length"] = natural.length - 1e-3
    data["tensioner"][0]["torque"] = abs(natural.arms[0].torque)
    spec: Any = spec_from(data)
    placed = layout_of(spec)
    strain = placed.path.length / placed.length - 1.0
    assert strain * 8e4 == pytest.approx(placed.tension, rel=1e-6)
    assert abs(placed.arms[0].turned) > 1e-3


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"length": 2.40}, r"hangs loose.* belts from 2142\.\d+ to 2356\.79 mm fit"),
        ({"length": 2.0}, r"stretched by.* belts from 2142\.\d+ to 2356\.79 mm fit"),
    ],
)
def test_belts_that_do_not_fit_are_refused(change: Any, words: str) -> None:
    with pytest.raises(GeometryError, match=words):
        layout_of(_two(**change))


def test_length_beyond_the_arm_names_what_fits() -> None:
    data = _template()
    data["belt"].pop("tension")
    data["belt"]["length"] = 2.0
    data["tensioner"][0]["torque"] = 6.0
    with pytest.raises(GeometryError, match=r"lengths from \d+") as told:
        layout_of(spec_from(data))
    found = re.search(r"lengths from ([\d.]+) to ([\d.]+) mm", str(told.value))
    assert found is not None
    for length in map(float, found.groups()):
        inside = 1e-3 * length + (1e-3 if length < 1100.0 else -1e-3)
        data["belt"]["length"] = inside
        assert layout_of(spec_from(data)).length == pytest.approx(inside)


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("belt.axial_stiffness", 0.0, "more than 0"),
        ("belt.length", 1.1, "not both"),
        ("pulley[1].name", "driver", "two pulleys are called"),
        ("pulley[2].inertia", 0.0, "inertia is 0 or missing"),
        ("tensioner[0].pulley", "nobody", "which is no pulley"),
        ("tensioner[0].torque", 5.0, "not both"),
        ("pulley[0].boundary.kind", "free", "speed"),
        ("contact.friction.curve", [[0.1, 0.3]], "must begin with 0"),
        ("solve.settle", 5.0, "before the end"),
    ],
)
def test_contradictions_are_refused(path: str, value: Any, words: str) -> None:
    spec = spec_from(_template())
    with pytest.raises(SpecError, match=words):
        spec.with_values({path: value})


def test_pieces_longer_than_an_arc_are_refused() -> None:
    data = _template()
    data["solve"]["spans"] = 24
    with pytest.raises(
        SpecError, match=r"solve.spans: found 24; .*'tensioner' measures"
    ):
        layout_of(spec_from(data))


def test_a_leading_pulley_that_the_loads_ask_too_much_of_is_named() -> None:
    """Its wrap counts, not only those of the pulleys with a torque of their own.

    500 N and friction 0.5 on 163 deg of 0.1 m: 61 N m; 150 N m on the large one ask 75.
    """
    data: Any = {**TWO, "pulley": [dict(part) for part in TWO["pulley"]]}  # type: ignore[call-overload]
    data["pulley"][1]["boundary"] = {"kind": "load", "torque": 150.0}
    facts = build(spec_from(data)).forecast()
    told = [words for key, words in facts.items() if key.startswith("warning")]
    assert len(told) == 2
    assert told[0].startswith("pulley 'a' slips: its torque is 75 N m")


def test_a_pulley_that_the_belt_does_not_reach_is_refused() -> None:
    data = _template()
    data["pulley"][1]["centre"] = ["190 mm", "-150 mm"]
    with pytest.raises(
        GeometryError, match=r"'tensioner' without touching it: .* \d+\.\d\d mm"
    ):
        layout_of(spec_from(data))


def test_overlapping_pulleys_are_refused() -> None:
    data = _template()
    data["pulley"][2]["centre"] = [0.1, 0.0]
    with pytest.raises(GeometryError):
        layout_of(spec_from(data))


def test_a_step_is_quoted_without_the_rounding_of_its_unit() -> None:
    """20 us are 1.9999999999999998e-05 s in binary."""
    data = {**TWO, "solve": {"step": "200 us", "duration": 0.01}}
    with pytest.raises(SpecError) as caught:
        build(spec_from(data).with_values({}))
    (problem,) = caught.value.problems
    assert problem.as_dict()["value"] == "0.0002"
    assert shown(20 * 9.999999999999999e-07) == "2e-05"
    assert shown(0.1 + 0.2) == "0.3" and shown(float("nan")) == "nan"


@pytest.mark.parametrize("table", ["belt", "contact"])
def test_a_misplaced_key_is_told_where_it_belongs(table: str) -> None:
    data = {**TWO, table: {**TWO.get(table, {}), "groove_angle": "38 deg"}}  # type: ignore[dict-item]
    with pytest.raises(SpecError) as caught:
        spec_from(data)
    (problem,) = caught.value.problems
    assert problem.path == f"{table}.groove_angle"
    assert problem.hint.endswith("; 'groove_angle' is a key of contact.friction")


def test_a_belt_that_is_much_too_short_is_told_by_check_and_run() -> None:
    """4 % short: its tension is 3.2 kN by its stiffness of 80 kN."""
    short = _two(length=2.356787955913 / 1.04)
    facts = build(short).forecast()
    assert "3200.0 N at rest (stretched by 4.00%)" in facts["belt"]
    assert "stretched by 4.0% at rest, to 3200 N" in facts["warning 1"]
    assert "check belt.length" in facts["warning 1"]
    assert overstretched(short, layout_of(short)) == [facts["warning 1"]]
    run = ct.simulate(short.with_values({"solve.duration": 0.002}))
    assert facts["warning 1"] in run.outcome.warnings
    usual = _two(length=2.356787955913 / 1.01)
    assert overstretched(usual, layout_of(usual)) == []
    assert "(stretched by 1.00%)" in build(usual).forecast()["belt"]
