import pytest

from catena.errors import SpecError
from catena.study.keys import key_problems, unit_at
from catena.study.plan import checked_specs, make_plan, spec_hash


def test_grid_combines_everything_last_key_fastest(toy):
    plan = make_plan(["speed=1,2", "teeth=5:7"])
    assert plan.shape == (2, 3)
    assert list(plan)[:4] == [
        {"speed": 1, "teeth": 5},
        {"speed": 1, "teeth": 6},
        {"speed": 1, "teeth": 7},
        {"speed": 2, "teeth": 5},
    ]


def test_zip_goes_side_by_side():
    plan = make_plan(["a=1,2", "b=x,y"], "zip")
    assert list(plan) == [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]
    with pytest.raises(SpecError, match="a: 2, b: 3"):
        make_plan(["a=1,2", "b=1:3"], "zip")


@pytest.mark.parametrize("design", ["latin", "sobol"])
def test_samples_fill_the_ranges(design):
    vary = ["a=10 N:20 N:2", "b=1:4", "c=x,y", "d=1e-4:1:2:log"]
    plan = make_plan(vary, design, samples=16, seed=1)
    a, b, c, d = (v.values for v in plan.variations)
    assert plan.shape == (16,)
    halves = [float(v.split()[0]) < 15.0 for v in a]
    assert sum(halves) == 8, "a space-filling design puts half below the middle"
    assert {b.count(i) for i in range(1, 5)} == {4}
    assert c.count("x") == c.count("y") == 8
    assert sum(value < 1e-2 for value in d) == 8
    assert make_plan(vary, design, samples=16, seed=1) == plan
    assert make_plan(vary, design, samples=16, seed=2) != plan


def test_points_are_checked_all_at_once(toy):
    plan = make_plan(["speed=-1,5,2000", "load.law=linear,cubic"])
    with pytest.raises(SpecError) as caught:
        list(checked_specs(toy, plan))
    found = {(p.path, p.value) for p in caught.value.problems}
    assert found == {("speed", -1), ("speed", 2000), ("load.law", "cubic")}


def test_specs_carry_the_values_and_units(toy):
    plan = make_plan(["speed=60 rpm,120 rpm", "load.force=1 kN"])
    first, second = checked_specs(toy, plan)
    assert second.speed == pytest.approx(2 * first.speed)
    assert first.load.force == 1000.0
    assert toy.speed == 100.0 and toy.load.force == 1.0


def test_hash_depends_on_the_content_alone(toy):
    same = toy.with_values({"speed": "0.1 krad/s"})
    assert spec_hash(same) == spec_hash(toy)
    assert spec_hash(toy.with_values({"teeth": 21})) != spec_hash(toy)


def test_unknown_keys_get_a_hint(toy):
    keys = ["sped", "load.forse", "levels[7]", "teeth.count", "damper.force", "load"]
    problems = {p.path: str(p) for p in key_problems(toy, keys)}
    assert "did you mean 'speed'" in problems["sped"]
    assert "did you mean 'force'" in problems["load.forse"]
    assert "0 to 1" in problems["levels[7]"]
    assert "nothing below 'teeth'" in problems["teeth.count"]
    assert "state it first" in problems["damper.force"]
    assert "several values" in problems["load"]
    assert not key_problems(toy, ["speed", "load.law", "levels[1]"])


def test_units_of_keys(toy):
    assert unit_at(toy, "speed") == "rad/s"
    assert unit_at(toy, "load.force") == "N"
    assert unit_at(toy, "levels[0]") == "N"
    assert unit_at(toy, "load.law") == ""


@pytest.mark.parametrize(
    ("vary", "options", "words"),
    [
        (["a=1:2000:2000", "b=1:2000:2000"], {}, "4000000 runs; at most 1000000"),
        ([], {}, "1 to 8 varied keys"),
        (["a=1", "a=2"], {}, "varied twice"),
        (["a=1"], {"design": "random"}, "one of"),
        (["a=1"], {"design": "latin"}, "samples"),
        (["a=1"], {"samples": 5}, "latin and sobol"),
        (["a=1"], {"design": "sobol", "samples": 0}, "expected 1 to"),
    ],
)
def test_impossible_plans_are_refused(vary, options, words):
    with pytest.raises(SpecError, match=words):
        make_plan(vary, **options)
