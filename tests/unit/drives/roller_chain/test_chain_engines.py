"""The same drive on springs, curved laws and rigid teeth: ledgers, laws, agreement."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from chain_drives import changed, job_of, ledger_gap, run_samples

from catena.codes import NormalLaw
from catena.drives.loading import spec_from
from catena.drives.roller_chain.build import build
from catena.drives.roller_chain.engines.comparison import (
    Agreement,
    EngineLine,
    compare_engines,
)
from catena.drives.roller_chain.mechanisms import MECHANISMS, losses_by_mechanism
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.running import resume, simulate
from catena.errors import Interrupted, SpecError
from catena.integrators.planar_chain.samples import (
    Link,
    Rotor,
    Total,
)
from catena.integrators.planar_chain.tables import Part
from catena.laws.dispatch import elastic_force
from catena.laws.johnson import limit_penetration

needs_kernels = pytest.mark.skipif(
    numba.config.DISABLE_JIT, reason="too long without compilation"
)
FRICTION = {"solve__friction": "set-valued"}


def with_engine(engine: str, **told: Any) -> dict[str, Any]:
    data = changed(**told, **FRICTION, contact__engine=engine)
    if engine == "johnson":
        del data["solve"]["step"]
    return data


def groups_of(engine: str, **told: Any) -> Any:
    return job_of(with_engine(engine, **told)).system.groups


def test_hertz_is_as_deep_as_the_spring_at_its_reference_force() -> None:
    groups = groups_of("hertz", contact__tooth__reference_force=80.0)
    assert groups[Part.TOOTH].law == NormalLaw.HERTZ
    assert elastic_force(groups, Part.TOOTH, 80.0 / 5e6) == pytest.approx(
        80.0, rel=1e-9
    )
    doubled = elastic_force(groups, Part.TOOTH, 160.0 / 5e6)
    assert doubled == pytest.approx(80.0 * 2.0**1.5, rel=1e-9)


def test_johnson_follows_the_printed_law() -> None:
    """delta = P / (pi E*) (ln(4 pi E* dR / P) - 1), roller in an ISO seat."""
    groups = groups_of("johnson")
    clearance = 0.005 * 7.925e-3
    tooth = groups[Part.TOOTH]
    assert tooth.p == pytest.approx(clearance, rel=1e-6)
    assert tooth.length == pytest.approx(7.925e-3)
    for force in (5.0, 50.0, 500.0):
        P = force / tooth.length
        depth = P / (np.pi * tooth.k) * (
            np.log(4.0 * np.pi * tooth.k * clearance / P) - 1.0
        )  # fmt: skip
        assert depth < limit_penetration(clearance)
        assert elastic_force(groups, Part.TOOTH, depth) == pytest.approx(
            force, rel=1e-6
        )


def test_johnson_needs_a_clearance() -> None:
    data = with_engine("johnson")
    for wheel in data["sprocket"]:
        wheel["tooth_form"] = {"kind": "ideal"}
    spec = spec_from(data)
    assert isinstance(spec, Spec)
    with pytest.raises(SpecError, match=r"contact\.tooth\.seat_clearance"):
        build(spec)


def test_rigid_teeth_need_set_valued_friction() -> None:
    with pytest.raises(SpecError, match="rigid contacts need set-valued friction"):
        spec_from(changed(contact__engine="set-valued"))


@needs_kernels
@pytest.mark.parametrize("engine", ["hertz", "johnson", "set-valued"])
def test_the_ledger_closes_under_every_engine(engine: str) -> None:
    assert ledger_gap(run_samples(with_engine(engine), 0.1), 100) < 1e-4


@needs_kernels
def test_rigid_teeth_carry_the_load_and_are_hardly_entered() -> None:
    samples = run_samples(with_engine("set-valued"), 0.2)
    reaction = samples.rotor[400:, Rotor.REACTION].mean(axis=0)
    assert reaction[1] == pytest.approx(9.0, rel=0.01)
    assert samples.link[400:, Link.TOOTH_FORCE].min() >= 0.0
    soft = run_samples(changed(**FRICTION), 0.2)
    tight = [s.link[400:, Link.TENSION].max(axis=1).mean() for s in (samples, soft)]
    assert tight[0] == pytest.approx(tight[1], rel=0.1)
    assert samples.total[-1, Total.PEAK_DEPTH] < soft.total[-1, Total.PEAK_DEPTH]


@needs_kernels
def test_impacts_lose_energy_whatever_they_rebound() -> None:
    losses, at = [], list(MECHANISMS).index("tooth impacts")
    for e in (0.0, 0.8):
        samples = run_samples(
            with_engine("set-valued", contact__tooth__restitution=e), 0.1
        )
        assert ledger_gap(samples, 100) < 1e-4
        losses.append(losses_by_mechanism(samples.loss)[-1, at])
    assert np.all(np.array(losses) > 0.0)


class StopAt:
    """Progress that stops a run at a share of it."""

    def __call__(self, fraction: float, note: str = "") -> None:
        if fraction >= 0.3:
            raise Interrupted("stopped by the test")


@needs_kernels
def test_a_run_with_everything_continues_with_the_same_bits(tmp_path: Path) -> None:
    data = with_engine(
        "set-valued",
        chain__variation={"pitch_error": 1e-5, "wear": 0.002},
        sprocket__1__bearing={"stiffness": 2e7, "damping": 500.0, "mass": 0.5},
        sprocket__1__shaft={"stiffness": 500.0, "damping": 0.05, "inertia": 0.02},
        sprocket__1__eccentricity=2e-5,
        sprocket__1__centre=[0.2543, 0.0],
        solve__duration=0.12,
    )
    whole = simulate(spec_from(data), tmp_path / "whole")
    with pytest.raises(Interrupted):
        simulate(spec_from(data), tmp_path / "parts", progress=StopAt())
    parts = resume(tmp_path / "parts")
    for name in ("time", "link_tension", "axis_x", "loss", "bearing_force_x"):
        assert np.array_equal(whole.read(name), parts.read(name)), name
    assert whole.outcome.key_numbers == parts.outcome.key_numbers
    energy = next(c for c in whole.outcome.checks if c.name == "energy")
    assert energy.ok


@needs_kernels
def test_the_agreement_report_compares_all_engines() -> None:
    spec = spec_from(changed(solve__duration=0.1))
    assert isinstance(spec, Spec)
    made = compare_engines(
        spec, ["spring-damper", "hertz", "set-valued"], 1, 0.05, lambda *_: None
    )
    first = "spring-damper"
    assert [line.engine for line in made.lines] == [
        first, "hertz", "set-valued", first,
        f"{first}, other friction law", f"{first}, other start",
    ]  # fmt: skip
    assert "expected at least 0.1 s" in made.refused["after a pulse"]
    assert made.lines[0].differences["tension_1"] == 0.0
    assert made.lines[3].step == pytest.approx(0.5e-5)
    for line in made.lines:
        assert line.worst() < 0.05
        assert {"tension_1", "tooth_force", "friction_loss"} <= set(line.numbers)
    assert sum("agrees" in sentence for sentence in made.findings()) == 5


def test_what_differs_and_is_not_judged_is_said() -> None:
    """Peaks scatter by a quarter where all means agree."""

    def line(engine: str, **differences: float) -> EngineLine:
        return EngineLine(engine, 1e-6, {"tension_1": 100.0}, differences, 1e-6, 1.0)

    lines = line("spring", tension_1=0.0), line("johnson", tension_1=0.002,
                                                joint_force=-0.256)  # fmt: skip
    made = Agreement(0.01, lines, {})
    assert made.agree
    assert made.findings()[-1] == "not judged, and different: joint_force by 25.60%"
    assert "over the largest tension" in made.findings()[0]
    even = Agreement(0.01, (lines[0], line("johnson", joint_force=0.009)), {})
    assert not any("not judged" in words for words in even.findings())
