"""Slack and preload: a sprocket is moved until the chain has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numba
import numpy as np
import pytest
from chain_drives import changed, job_of

from catena.drives.loading import loads, spec_from
from catena.drives.roller_chain.build import ChainJob
from catena.drives.roller_chain.start import preload
from catena.drives.roller_chain.start.equilibrium import relax_in, still_system
from catena.drives.roller_chain.start.state import driving_rotor, path_state, pins_of
from catena.errors import GeometryError, SpecError
from catena.integrators.planar_chain.assembly import turn_dof, work_for

UNLOADED: dict[str, Any] = {
    "chain__stiffness": 1.2e8,
    "contact__tooth": {"stiffness": 1e8},
    "sprocket__1__boundary": {"kind": "load", "torque": 0.0},
    "sprocket__1__adjust": "0 deg",
    "solve__step": 2e-6,
    "solve__motion": "quasi-static",
}
compiled = pytest.mark.skipif(
    numba.config.DISABLE_JIT, reason="too long without compilation"
)


def test_slack_is_what_was_asked() -> None:
    job = job_of(changed(chain__slack="2 mm", **UNLOADED))
    assert job.placed.slack == pytest.approx(2e-3, abs=1e-9)
    assert job.placed.moved == pytest.approx(-1e-3, rel=1e-3)
    assert job.system.rotors[1].x == pytest.approx(0.254 + job.placed.moved)


def test_the_drawn_place_chooses_the_links() -> None:
    data = changed(chain__slack="0 mm", sprocket__1__centre=[0.27, 0.0], **UNLOADED)
    del data["chain"]["link_count"]
    placed = job_of(data).placed
    assert placed.placement.link_count == 68
    assert placed.slack == pytest.approx(0.0, abs=1e-9)


@compiled
@pytest.mark.parametrize("kind", ["ISO 606", "ANSI B29.1"])
@pytest.mark.parametrize("seating", ["root", "pitch"])
def test_preload_is_equal_in_both_spans(kind: str, seating: str) -> None:
    """By the stretch of the links in the spans, a second way to the tension."""
    form = {"kind": kind, "seating": seating}
    data = changed(chain__preload=900.0, **UNLOADED)
    for part in data["sprocket"]:
        part["tooth_form"] = form
    tension = np.array(list(tensions_within_a_pitch(job_of(data))))
    assert tension[:, 0] == pytest.approx(tension[:, 1], rel=1e-3)
    assert tension.mean() == pytest.approx(900.0, rel=5e-3)


def tensions_within_a_pitch(job: ChainJob, count: int = 8) -> Iterator[list[float]]:
    """Of both spans, from the stretch of their links, as the chain moves on [N]."""
    spec, placed, system = job.spec, job.placed, job.system
    state, work = path_state(spec, placed, system), work_for(system)
    still, nothing = still_system(spec, placed, system), np.zeros(state.u.size)
    driver = turn_dof(system, driving_rotor(spec, system))
    for _ in range(count):
        relax_in(still, state, work, nothing)
        pins = pins_of(system, state)
        ahead = np.roll(pins, -1, axis=0)
        stretch = np.hypot(*(ahead - pins).T) - 0.0127
        middle = np.abs(0.5 * (pins + ahead)[:, 0] - 0.127) < 0.08
        upper = pins[:, 1] > 0.0
        yield [1.2e8 * stretch[middle & side].mean() for side in (upper, ~upper)]
        state.q[driver] += 2.0 * np.pi / (spec.leading.tooth_count * count)


@compiled
def test_preload_does_not_depend_on_the_order_of_the_sprockets() -> None:
    data = changed(chain__preload=60.0, chain__link_count=54, **UNLOADED)
    del data["chain"]["stiffness"], data["contact"]
    data["sprocket"][1] |= {"tooth_count": 31, "centre": [0.2, 0.03]}
    moved = [
        job_of({**data, "sprocket": parts}).placed.moved
        for parts in (data["sprocket"], data["sprocket"][::-1])
    ]
    # 60 N are 16 um of travel; by a single position they came out 2.9 um apart
    assert moved[0] == pytest.approx(moved[1], abs=2e-7)


def test_what_cannot_be_adjusted_is_refused() -> None:
    def problem(**values: Any) -> str:
        with pytest.raises(SpecError) as refused:
            spec_from(changed(**{**UNLOADED, **values}))
        return str(refused.value)

    assert "chain.slack: found '-1 mm'" in problem(chain__slack="-1 mm")
    assert "cannot have both" in problem(chain__slack=0.0, chain__preload=1.0)
    assert "no sprocket can be moved to give it" in problem(
        chain__slack=0.0, sprocket__1__adjust=None
    )
    assert "nor chain.preload says how far" in problem()
    assert "one sprocket is moved" in problem(
        chain__slack=0.0, sprocket__0__adjust="0 deg"
    )


def test_a_direction_that_does_not_help_is_refused() -> None:
    across = {**UNLOADED, "sprocket__1__adjust": "90 deg", "chain__slack": "2 mm"}
    with pytest.raises(GeometryError, match=r"wherever sprocket 'driven' is moved"):
        job_of(changed(**across))


@compiled
def test_a_preload_is_searched_once_for_all_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A run made again with a smaller step begins with the same chain, bit for bit."""
    data = changed(chain__preload=700.0, **UNLOADED)
    searched = preload.shortening_for
    calls = []

    def counted(spec: Any, wanted: float) -> float:
        calls.append(wanted)
        return searched(spec, wanted)

    monkeypatch.setattr(preload, "_SHORTENINGS", {})
    monkeypatch.setattr(preload, "shortening_for", counted)
    first = job_of(data).placed
    data["solve"]["step"] = 1e-6
    again = job_of(data).placed
    assert calls == [700.0]
    assert again.placement.pins.tobytes() == first.placement.pins.tobytes()
    data["chain"]["preload"] = 300.0
    assert abs(job_of(data).placed.moved) < abs(first.moved)
    assert calls == [700.0, 300.0]


@compiled
def test_too_much_preload_is_refused() -> None:
    with pytest.raises(GeometryError, match=r"chain\.preload: 100000 N"):
        job_of(changed(chain__preload=1e5, **UNLOADED))


STIFFENING = """
drive = "roller_chain"
chain = { standard = "ISO 606 08B-1", link_count = 103, offset_link = true, preload = "350 N" }
contact = { engine = "hertz" }
[[sprocket]]
name = "left"
tooth_count = 23
centre = [0, 0]
boundary = { kind = "speed", speed = "300 rpm" }
[[sprocket]]
name = "right"
tooth_count = 23
centre = ["508 mm", 0]
adjust = "0 deg"
inertia = "4e-3 kg m^2"
boundary = { kind = "load", torque = "2 N m" }
"""  # noqa: E501


@compiled
def test_preload_on_teeth_that_stiffen_is_found_with_smaller_steps() -> None:
    """The largest step of the relaxation is that of teeth hardly pressed."""
    spec = loads(STIFFENING)
    placed = preload.assembled(spec)
    assert preload.tension_at_rest(spec, placed) == pytest.approx(350.0, rel=2e-3)
