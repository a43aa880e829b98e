"""Rods in space through time, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

import catena as ct
from catena.errors import SpecError

WIRE: dict[str, Any] = {
    "points": [(0.0, 0.0, 0.0), (0.5, 0.0, 0.0)],
    "section": {"shape": "stiffness", "axial": 2e3, "bending": (1.0, 1.0),
                "torsion": 0.8, "mass_per_length": 0.2},
}  # fmt: skip


def test_a_cantilever_let_go_swings_about_its_static_deflection() -> None:
    plan = ct.SpatialSystem()
    plan.rod("wire", **WIRE, elements=6, start="clamped")
    run = ct.simulate(plan.drive(duration=0.25))
    assert run.outcome.healthy, run.outcome
    tip = run.read("position")[:, -1, 2]
    static = 0.2 * 9.81 * 0.5**4 / 8.0
    assert tip.min() == pytest.approx(-2.0 * static, rel=0.06)
    assert abs(tip.max()) < 0.06 * static


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"start": "clamped", "start_on": "hub"}, "hub"),
        ({"start_on": "ground"}, 'start_on: .*"pinned" .*"clamped"'),
        ({"start": "free", "start_on": "hub"}, "start_on: found 'hub'"),
        ({"end_on": "ground"}, "end_on: .* the last point"),
        ({"elements": 1, "start": "clamped"}, "at least 2"),
        ({"normal": (1.0, 0.0, 0.0)}, "never takes"),
        ({"points": [(0, 0, 0), (0, 0, 0)], "elements": 3}, "no two alike"),
    ],
)
def test_refusals(values: dict[str, Any], words: str) -> None:
    plan = ct.SpatialSystem()
    plan.rod("wire", **{**WIRE, **values})
    with pytest.raises(SpecError, match=words):
        ct.simulate(plan.drive(duration=1e-3))


def test_what_may_be_a_number_or_a_list_is_refused_once() -> None:
    round_one = {"shape": "round", "diameter": 0.0, "modulus": 2e11, "density": 7850.0}
    plan = ct.SpatialSystem()
    with pytest.raises(SpecError) as refused:
        plan.rod("wire", **{**WIRE, "section": round_one})
        plan.drive(duration=1e-3).checked()
    (problem,) = refused.value.problems
    assert problem.path.endswith("section.diameter")
    assert "more than 0" in problem.expected


def test_a_step_above_the_limit_is_refused_with_the_limit() -> None:
    plan = ct.SpatialSystem()
    plan.rod("wire", **WIRE)
    with pytest.raises(SpecError, match="at most"):
        ct.simulate(plan.drive(duration=0.1, step=1e-3))
