"""Rods in planar systems against closed forms: statics, modes, buckling, refusals."""

from __future__ import annotations

import math

import numpy as np
import pytest

import catena as ct
from catena.errors import InputError, SolverError, SpecError
from catena.planar import PlanarSystem, SpringDamper, Unilateral
from catena.planar.rods import FlexibleRod

LENGTH, EA, EI, LINE_MASS = 0.5, 2e6, 8.0, 0.4


def rod(elements: int = 8, **held: str) -> ct.Rod:
    """A straight rod along x."""
    section = EA, EI, 1e6
    return ct.Rod.straight(
        LENGTH, elements, *section, mass_per_length=LINE_MASS, **held
    )


def cantilever(
    elements: int = 8, weight: float = 0.0
) -> tuple[PlanarSystem, FlexibleRod]:
    """A rod clamped to the ground at its start; ``weight`` is the gravity."""
    plan = PlanarSystem(gravity=(0.0, -weight))
    return plan, plan.rod("rod", rod(elements, start="clamped"))


@pytest.mark.parametrize("elements", [1, 3, 10])
def test_tip_of_a_cantilever_is_exact_with_any_number_of_pieces(elements: int) -> None:
    plan, made = cantilever(elements)
    plan.load(made.end, "y", 1e-3)
    tip = ct.statics(plan, steps=1)[-1].points[-1, 1]
    bending, shear = LENGTH**3 / (3.0 * EI), LENGTH / 1e6
    assert tip == pytest.approx(1e-3 * (bending + shear), rel=1e-6)


def test_an_end_moment_bends_a_cantilever_into_a_circle() -> None:
    plan, made = cantilever(20)
    plan.load(made.end, "angle", 2.0 * math.pi * EI / LENGTH)
    tip = ct.statics(plan, steps=20)[-1].points[-1]
    assert np.hypot(*tip) < 0.01 * LENGTH


def test_a_follower_force_turns_with_its_node() -> None:
    plan, made = cantilever(10)
    plan.load(made.end, "y", 60.0, follows=True)
    dead, held = cantilever(10)
    dead.load(held.end, "y", 60.0)
    one, two = (ct.statics(p)[-1].points[-1] for p in (plan, dead))
    thin = ct.Rod.straight(LENGTH, 80, EA, EI, 1e6, start="clamped")
    expected = ct.statics(thin.force("end", (0.0, 60.0), follows=True))[-1].points[-1]
    assert np.abs(one - expected).max() < 1e-3 * LENGTH
    assert np.abs(one - two).max() > 0.01 * LENGTH


def test_euler_load_of_a_column() -> None:
    plan, made = cantilever(6)
    plan.load(made.end, "x", -1.0)
    euler = math.pi**2 * EI / (4.0 * LENGTH**2)
    stable = ct.statics(plan, 0.999 * euler, steps=1)[-1]
    assert stable.unstable == 0
    with pytest.raises(SolverError, match="buckles"):
        ct.statics(plan, 1.001 * euler, steps=1)


def test_joints_carry_forces_in_statics() -> None:
    plan = PlanarSystem(gravity=(0.0, -10.0))
    beam = plan.body("beam", 2.0, 0.1, (0.5, 0.0))
    plan.pin("pin", beam.point((-0.5, 0.0)), plan.ground.point())
    plan.spring("stay", beam.point((0.5, 0.0)), plan.ground.point((1.0, 1.0)), 1e6,
                rest=1.0)  # fmt: skip
    end = ct.statics(plan, steps=1)[-1]
    assert end.unstable == 0
    assert end.place[-2:] == pytest.approx([0.0, 10.0], abs=1e-3)
    assert end.place[4] == pytest.approx(-0.5e-5, rel=1e-3)


def test_a_weight_on_a_spring_hangs_below_the_rod_that_carries_it() -> None:
    """Without load nothing keeps it below, nor from turning; it starts 5 mm off."""
    plan, made = cantilever(2, 10.0)
    weight = plan.body("weight", 0.5, 1e-4, (LENGTH - 0.005, -0.1))
    plan.spring("hanger", made.end.point(), weight.point(), 1e4, rest=0.1)
    tip, low = ct.statics(plan, steps=2)[-1].points[-2:]
    assert low == pytest.approx(tip - [0.0, 0.1 + 5.0 / 1e4], abs=1e-6)
    with pytest.raises(SolverError, match="nothing holds it as a whole"):
        loose = PlanarSystem(gravity=(0.0, -10.0))
        free = loose.rod("rod", rod(2))
        below = loose.body("weight", 0.5, 1e-4, (0.0, -0.1))
        loose.spring("hanger", free.end.point(), below.point(), 1e4, rest=0.1)
        ct.statics(loose, steps=1)


def test_a_disturbed_column_is_followed_past_its_euler_load() -> None:
    plan = PlanarSystem()
    made = plan.rod("rod", rod(12, start="clamped"))
    plan.load(made.end, "x", -1.0)
    plan.load(made.end, "y", 1e-3)
    euler = math.pi**2 * EI / (4.0 * LENGTH**2)
    end = ct.statics(plan, 1.2 * euler, path=True)[-1]
    assert end.factor == pytest.approx(1.2 * euler)
    assert abs(end.points[-1, 1]) > 0.3 * LENGTH


@pytest.mark.parametrize("angle", [0.0, 0.6])
@pytest.mark.parametrize("elements", [20, 40])
def test_a_clamped_band_is_held_however_thin(elements: int, angle: float) -> None:
    """Steel, 0.1 mm and 0.5 m: it bends 1e12 times more easily than it stretches."""
    E, b, h = 2.1e11, 0.01, 1e-4
    bending = E * b * h**3 / 12.0
    plan = PlanarSystem()
    made = plan.rod("band", ct.Rod.straight(
        LENGTH, elements, E * b * h, bending, angle=angle, start="clamped",
        mass_per_length=7850.0 * b * h,
    ))  # fmt: skip
    c, s, P = math.cos(angle), math.sin(angle), 2.0 * bending / LENGTH**2
    plan.load(made.end, "x", -s * P)
    plan.load(made.end, "y", c * P)
    x, y = ct.statics(plan, steps=5)[-1].points[-1] / LENGTH
    elastica = 1.0 - 0.16064172083, 0.49345748040
    assert (c * x + s * y, c * y - s * x) == pytest.approx(elastica, abs=1e-5)


def test_a_band_that_nothing_holds_is_named() -> None:
    plan = PlanarSystem()
    made = plan.rod("band", ct.Rod.straight(LENGTH, 40, 1e7, 1.0, mass_per_length=1.0))
    plan.load(made.end, "y", 1.0)
    with pytest.raises(SolverError, match="nothing holds"):
        ct.statics(plan)


def test_bending_frequencies_and_a_mass_on_a_light_rod() -> None:
    plan, _ = cantilever(16)
    roots = np.array([1.8751041, 4.6940911])
    exact = roots**2 * math.sqrt(EI / LINE_MASS / LENGTH**4) / (2.0 * math.pi)
    assert ct.modes(plan, 2).frequencies == pytest.approx(exact, rel=3e-3)
    heavy, held = cantilever(6)
    tip = heavy.body("tip", 50.0, 1e-6, (LENGTH, 0.0))
    heavy.journal("hub", held.end.point(), tip.point(), 1e9)
    mass = 50.0 + 33.0 / 140.0 * LINE_MASS * LENGTH
    expected = math.sqrt(3.0 * EI / LENGTH**3 / mass) / (2.0 * math.pi)
    assert ct.modes(heavy, 1).frequencies[0] == pytest.approx(expected, rel=1e-3)


def test_modes_about_a_loaded_equilibrium_know_the_tension() -> None:
    plan = PlanarSystem()
    made = plan.rod("rod", rod(20, start="pinned"))
    guide = plan.body("guide", 1.0, 1.0, (LENGTH, 0.0), free=("x",))
    plan.journal("pin", made.end.point(), guide.point(), 1e8)
    plan.load(guide, "x", 400.0)
    pull = ct.statics(plan, steps=1)[-1]
    k = math.pi / LENGTH
    square = (EI * k**4 + 400.0 * k**2) / LINE_MASS
    found = ct.modes(pull, 1).frequencies[0]
    assert found == pytest.approx(math.sqrt(square) / (2.0 * math.pi), rel=2e-3)


def test_a_rod_clamped_to_a_moving_body_turns_with_it() -> None:
    plan = PlanarSystem()
    arm = plan.body("arm", 2.0, 0.1, (0.1, 0.2), angle=0.5)
    plan.rod("rod", rod(4, start="clamped"), start_on=arm)
    model = plan.build()
    beams = model.system.beams
    assert beams.a[0] == arm.index
    x, y = beams.a_x[0], beams.a_y[0]
    c, s = math.cos(0.5), math.sin(0.5)
    assert np.allclose((0.1 + c * x - s * y, 0.2 + s * x + c * y), 0.0, atol=1e-15)


def test_a_relaxed_ring_has_no_stress_and_a_bent_strip_has() -> None:
    from catena.couplings.beam import beam_potential

    for relaxed in (True, False):
        plan = PlanarSystem()
        ring = ct.Rod.ring(0.1, 24, EA, EI, mass_per_length=1.0, relaxed=relaxed)
        plan.rod("ring", ring)
        model = plan.build()
        stored = float(beam_potential(model.system.beams, model.state.q).sum())
        exact = 0.0 if relaxed else math.pi * EI / 0.1
        assert stored == pytest.approx(exact, rel=1e-9, abs=1e-9)


def test_nodes_on_a_circle_that_pieces_would_cut_through_are_refused() -> None:
    """Pieces of 63 mm on a drum of 50 mm; one node alone may touch it."""
    plan = PlanarSystem()
    made = plan.rod("strip", rod(8, start="clamped"))
    drum = plan.body("drum", 1.0, 1e-3, (0.25, -0.06)).circle(0.05)
    circles, law = made.circles(), SpringDamper(1e5)
    plan.contact("tip", circles[-1], drum, law)
    plan.contact("middle", circles[3], drum, law)
    with pytest.raises(SpecError, match=r"found 0\.05; expected at least 0\.125 m"):
        plan.contact("beside", circles[4], drum, law)


def test_refusals_name_the_rod_and_the_value() -> None:
    plan, made = cantilever()
    with pytest.raises(SpecError, match=r"rod\[rod\].*new name"):
        plan.rod("rod", rod())
    with pytest.raises(SpecError, match="without loads"):
        plan.rod("other", rod().force("end", (0.0, 1.0)))
    with pytest.raises(SpecError, match="at least 2 elements"):
        plan.rod("stub", rod(1, start="clamped", end="clamped"))
    with pytest.raises(SpecError, match="left or right"):
        made.side("top")
    ball = plan.body("ball", at=(0.3, 0.1))
    with pytest.raises(SpecError, match="another body"):
        plan.contact("self", made.end.point(), made.side("left"), SpringDamper(1.0))
    plan.contact("rigid", ball.circle(0.1), made.side("left"), Unilateral())
    with pytest.raises(InputError, match="'rigid' is rigid"):
        ct.statics(plan)
