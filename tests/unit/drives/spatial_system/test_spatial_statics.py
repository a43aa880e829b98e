"""Equilibria and modes of bodies and rods in space against closed forms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import catena as ct
from catena.errors import InputError, SpecError

LENGTH, EA, EI_2, EI_3, GJ, LINE_MASS = 0.6, 3e5, 2.0, 5.0, 1.5, 0.2
SECTION = {
    "shape": "stiffness", "axial": EA, "bending": (EI_2, EI_3), "torsion": GJ,
    "mass_per_length": LINE_MASS,
}  # fmt: skip
STRAIGHT = [(0.0, 0.0, 0.0), (LENGTH, 0.0, 0.0)]
CANTILEVER = 1.87510407
"""First root of cos x cosh x = -1."""


def wire(elements: int, gravity: Any = (0.0, 0.0, 0.0), **more: Any) -> Any:
    """A straight rod in space."""
    plan = ct.SpatialSystem(gravity=gravity)
    plan.rod("wire", points=STRAIGHT, section=SECTION, elements=elements, **more)
    return plan


def bending(root: float, EI: float) -> float:
    """Frequency of a beam [Hz]."""
    return root**2 * np.sqrt(EI / LINE_MASS) / (2.0 * np.pi * LENGTH**2)


def test_a_bent_cantilever_is_the_elastica() -> None:
    """P l^2 / EI = 1 across: 0.30172 l aside, 0.05643 l shorter (elliptic integrals).

    In the soft plane; two meshes and their extrapolation.
    """
    found = []
    for elements in (6, 12):
        plan = wire(elements, start="clamped")
        plan.load(f"wire:{elements}", force=(0.0, 0.0, -EI_2 / LENGTH**2))
        bent = ct.statics(plan, steps=2)
        assert [e.unstable for e in bent] == [0, 0, 0]
        found.append(bent[-1].points[-1] / LENGTH)
    best = found[1] + (found[1] - found[0]) / 3.0
    assert found[1][2] == pytest.approx(-0.30172, abs=1e-3)
    assert best == pytest.approx([1.0 - 0.05643, 0.0, -0.30172], abs=2e-4)


def test_a_tapered_wire_bends_as_beam_theory_says() -> None:
    """Pieces of even section: their sum is exact; 60 of them are a cone to 1e-3."""
    n, load = 60, 1e-3
    at = (np.arange(n) + 0.5) / n
    thick = 6e-3 - 3e-3 * at
    plan = ct.SpatialSystem(gravity=(0.0, 0.0, 0.0))
    section = {"shape": "round", "diameter": thick.tolist(), "modulus": 2e11,
               "density": 7850.0}  # fmt: skip
    plan.rod("wire", points=STRAIGHT, section=section, elements=n, start="clamped")
    plan.load(f"wire:{n}", force=(0.0, 0.0, load))
    tip = ct.statics(plan, steps=1)[-1].points[-1, 2]
    EI = 2e11 * np.pi * thick**4 / 64.0
    x = np.linspace(0.0, 1.0, n + 1)
    even = -np.diff((1.0 - x) ** 3) / 3.0
    assert tip == pytest.approx(load * LENGTH**3 * (even / EI).sum(), rel=1e-6)
    cone = 64.0 / (2e11 * np.pi) / (3.0 * 6e-3**3 * 3e-3)  # P l^3 over 3 EI_a (b/a)
    assert tip == pytest.approx(load * LENGTH**3 * cone, rel=1e-3)


def test_sections_that_do_not_fit_are_refused() -> None:
    section = {**SECTION, "bending": ([EI_2, EI_2, EI_2], EI_3)}
    plan = ct.SpatialSystem()
    plan.rod("wire", points=STRAIGHT, section=section, elements=4)
    with pytest.raises(SpecError, match=r"bending\[0\].*4 elements"):
        ct.modes(plan)
    plan = ct.SpatialSystem()
    section = {"shape": "round", "diameter": [3e-3, 2e-3], "modulus": 2e11,
               "density": 7850.0}  # fmt: skip
    plan.rod("wire", points=STRAIGHT, section=section, elements=2)
    plan.body("ball", mass=0.1, inertia=(1e-5, 1e-5, 1e-5), position=(0.1, 0.0, 0.1))
    plan.sphere("ball", body="ball", radius=0.01)
    plan.contact("ball", "wire", stiffness=1e5)
    with pytest.raises(SpecError, match="one thickness where balls touch"):
        ct.modes(plan)


def test_a_moment_that_follows_rolls_a_wire_into_a_circle() -> None:
    """M = pi EI / l in its soft plane, and the same by a moment fixed in space.

    In the stiff plane the wire would tip over sideways first, and the moment that is
    fixed in space makes it do so near the end of the path here too.
    """
    ends = []
    for follows in (False, True):
        plan = wire(12, start="clamped")
        M = np.pi * EI_2 / LENGTH
        plan.load("wire:12", torque=(0.0, -M, 0.0), follows=follows)
        how: Any = {"steps": 4} if follows else {"path": True, "step": 0.2}
        ends.append(ct.statics(plan, **how)[-1].points[-1])
    assert ends[0] == pytest.approx(ends[1], abs=1e-9)
    assert ends[0] == pytest.approx([0.0, 0.0, 2.0 * LENGTH / np.pi], abs=1e-4 * LENGTH)


def test_a_following_force_stays_across_the_tip() -> None:
    """Against the staggered rod of `ct.Rod`, another discretisation, by its meshes."""
    P = 4.0 * EI_3 / LENGTH**2
    plan = wire(16, start="clamped")
    plan.load("wire:16", force=(0.0, P, 0.0), follows=True)
    tip = ct.statics(plan, steps=4)[-1].points[-1]
    assert tip[2] == pytest.approx(0.0, abs=1e-12)
    planar = []
    for elements in (16, 32):
        rod = ct.Rod.straight(LENGTH, elements, EA, EI_3, start="clamped")
        rod.force("end", (0.0, P), follows=True)
        planar.append(ct.statics(rod, steps=4)[-1].points[-1])
    best = planar[1] + (planar[1] - planar[0]) / 3.0
    assert tip[:2] == pytest.approx(best, abs=4e-3 * LENGTH)


def test_modes_of_a_cantilever_in_both_planes_and_in_torsion() -> None:
    modes = ct.modes(wire(16, start="clamped"), 6)
    inertia = LINE_MASS * (EI_2 + EI_3) / EA
    known = sorted(
        [bending(CANTILEVER, EI_2), bending(CANTILEVER, EI_3),
         bending(4.69409113, EI_2), bending(4.69409113, EI_3),
         bending(7.85475744, EI_2), np.sqrt(GJ / inertia) / (4.0 * LENGTH)]
    )[:4]  # fmt: skip
    assert modes.frequencies[:4] == pytest.approx(known, rel=0.01)
    assert not modes.unstable.any()


@pytest.mark.parametrize("holder", ["ground", "block"])
def test_a_rod_that_is_pinned_at_both_ends(holder: str) -> None:
    """To the ground, or to a body that is nearly as heavy as the earth."""
    plan = ct.SpatialSystem(gravity=(0.0, 0.0, 0.0))
    if holder == "block":
        plan.body("block", mass=1e6, inertia=(1e6,) * 3, position=(LENGTH, 0.1, 0.2))
    plan.rod(
        "wire", points=STRAIGHT, section=SECTION, elements=16, start="pinned",
        end="pinned", end_on=holder,
    )  # fmt: skip
    modes = ct.modes(plan, 8)
    for root, EI in ((np.pi, EI_2), (np.pi, EI_3), (2.0 * np.pi, EI_2)):
        away = np.abs(modes.frequencies / bending(root, EI) - 1.0).min()
        assert away < 0.01


def test_a_wire_in_tension_is_a_stiffer_string() -> None:
    """Modes about an equilibrium under load: k = sqrt((N + EI k^2) / m) k / 2 pi."""
    plan = wire(16, start="pinned")
    plan.load("wire:16", force=(2e3, 0.0, 0.0))
    plan.bushing("slide", "ground", "wire:16", at=(LENGTH, 0.0, 0.0), axis=(1.0, 0, 0),
                 stiffness=1e9, axial_stiffness=0.0)  # fmt: skip
    pulled = ct.statics(plan, steps=2)[-1]
    k = np.pi / (LENGTH * (1.0 + 2e3 / EA))
    known = k * np.sqrt((2e3 + EI_2 * k**2) / LINE_MASS) / (2.0 * np.pi)
    away = np.abs(ct.modes(pulled, 4).frequencies / known - 1.0).min()
    assert away < 0.01


def test_buckling_is_counted_by_unstable_directions() -> None:
    """Euler's column, pinned and free to shorten: pi^2 EI / l^2, in the soft plane."""
    plan = wire(12, start="pinned")
    plan.load("wire:12", force=(-(np.pi**2) * EI_2 / LENGTH**2, 0.0, 0.0))
    plan.bushing("slide", "ground", "wire:12", at=(LENGTH, 0.0, 0.0), axis=(1.0, 0, 0),
                 stiffness=1e9, axial_stiffness=0.0)  # fmt: skip
    assert ct.statics(plan, 0.97, steps=2)[-1].unstable == 0
    with pytest.raises(ct.errors.SolverError, match="buckles"):
        ct.statics(plan, 1.03, steps=2)


def test_a_ball_on_a_rigid_floor_rolls_under_its_spring() -> None:
    """Friction sticks: the effective mass of a rolling ball is 7/5 of its own."""
    plan = ct.SpatialSystem()
    plan.body("ball", mass=0.4, position=(0.0, 0.0, 0.05))
    plan.sphere("ball", body="ball", radius=0.05)
    plan.plane("floor")
    plan.contact("ball", "floor", friction=0.5)
    plan.spring("pull", "ground", "ball", ends=((0.2, 0.0, 0.05), (0.0, 0.0, 0.05)),
                stiffness=300.0)  # fmt: skip
    modes = ct.modes(plan, 1)
    assert modes.frequencies[0] == pytest.approx(
        np.sqrt(300.0 / (1.4 * 0.4)) / (2.0 * np.pi), rel=1e-5
    )
    with pytest.raises(InputError, match="ball on floor"):
        ct.statics(plan)


def test_a_ball_sinks_into_a_soft_floor() -> None:
    plan = ct.SpatialSystem()
    plan.body("ball", mass=0.4, position=(0.0, 0.0, 0.0499999))
    plan.sphere("ball", body="ball", radius=0.05)
    plan.plane("floor")
    plan.contact("ball", "floor", stiffness=2e4)
    modes = ct.modes(plan, 1)
    assert modes.frequencies[0] == pytest.approx(
        np.sqrt(2e4 / 0.4) / (2.0 * np.pi), rel=1e-5
    )


def test_a_ball_on_a_wire_bends_it_wherever_it_lies() -> None:
    """Clamped at both ends: m g a^3 b^3 / (3 EI l^3) under a ball between two nodes."""
    plan = ct.SpatialSystem()
    section = {**SECTION, "mass_per_length": 1e-6, "diameter": 0.01}
    plan.rod("wire", points=STRAIGHT, section=section, elements=9, start="clamped",
             end="clamped")  # fmt: skip
    at, mass = 0.31, 0.1
    plan.body("ball", mass=mass, position=(at, 0.0, 0.055))
    plan.sphere("ball", body="ball", radius=0.05)
    plan.contact("ball", "wire", stiffness=1e5)
    guys = ((1.0, 0.0, 0.0), 300.0), ((0.0, 1.0, 0.0), 300.0), ((0.0, 0.0, 1.0), 2.0)
    for axis, stiffness in guys:  # it would roll off, or hover without weight
        far = np.array([at, 0.0, 0.055]) + np.array(axis)
        plan.spring(f"guy {axis}", "ground", "ball", stiffness=stiffness,
                    ends=(tuple(far), (at, 0.0, 0.055)))  # fmt: skip
    sunk = 0.055 - ct.statics(plan, steps=2)[-1].points[0, 2]
    known = mass * 9.81 * (at * (LENGTH - at)) ** 3 / (3.0 * EI_2 * LENGTH**3)
    assert sunk == pytest.approx(known + mass * 9.81 / 1e5, rel=0.02)


def test_modes_of_a_file_and_of_a_finished_run(tmp_path: Path) -> None:
    plan = wire(4, start="clamped")
    spec = plan.drive(duration=1e-4)
    run = ct.simulate(spec, out=tmp_path / "wire.run")
    assert run.outcome.healthy
    about = ct.modes(str(tmp_path / "wire.run"), 2)
    assert about.frequencies == pytest.approx(ct.modes(spec, 2).frequencies, rel=1e-6)


def test_a_force_on_a_pinned_node_is_refused() -> None:
    plan = wire(4, start="pinned")
    plan.load("wire:0", force=(0.0, 0.0, 1.0))
    with pytest.raises(ct.errors.SpecError, match="pinned to 'ground'"):
        plan.drive()


J_T, J_P, TILT, SPEED = 0.02, 0.03, 800.0, 300.0


def rotor(spin: Any, inertia: Any = (J_T, J_T, J_P), at: Any = (0.0, 0.0)) -> Any:
    """A disc on four springs that meet its axis, 0.1 m above and below its middle."""
    plan = ct.SpatialSystem(gravity=(0, 0, 0))
    plan.body("disc", mass=2.0, inertia=inertia, position=(0, 0, 0), spin=spin)
    for z in (0.1, -0.1):
        for k, (x, y) in enumerate(((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))):
            plan.spring(
                f"s{k}{z:+}", "disc", "ground", ends=[(*at, z), (x, y, z)],
                stiffness=TILT / 0.04, length=float(np.hypot(x - at[0], y - at[1])),
            )  # fmt: skip
    return plan


def test_a_spinning_rotor_whirls_forwards_and_backwards() -> None:
    """J_t s^2 -+ i J_p Omega s + k = 0, k = 2 x 2 springs x (0.1 m)^2."""
    modes = ct.modes(rotor((0.0, 0.0, SPEED)), 4)
    half = 0.5 * J_P * SPEED / J_T
    known = np.sqrt(half**2 + TILT / J_T) + np.array([-half, half])
    for one in known:
        assert np.abs(modes.angular_frequencies / one - 1.0).min() < 1e-5
    assert any("spin" in words for words in modes.remarks)
    still = ct.modes(rotor((0.0, 0.0, 0.0)), 4)
    assert np.abs(still.angular_frequencies / np.sqrt(TILT / J_T) - 1.0).min() < 1e-5
    gyro = ct.linearise(rotor((0.0, 0.0, SPEED))).gyroscopic
    assert np.abs(gyro).max() == pytest.approx(J_P * SPEED, rel=1e-6)


@pytest.mark.parametrize(
    "made",
    [
        rotor((0.0, 0.0, SPEED), (J_T, 1.1 * J_T, J_P)),
        rotor((0.0, 10.0, SPEED)),
        rotor((0.0, 0.0, SPEED), at=(0.05, 0.0)),
    ],
    ids=["shape", "axis", "surroundings"],
)
def test_spins_that_change_the_system_are_left_out_and_named(made: Any) -> None:
    modes = ct.modes(made, 4)
    assert any("disc as if it stood still" in words for words in modes.remarks)
    assert np.abs(ct.linearise(made).gyroscopic).max() < 1e-6


@pytest.mark.parametrize(
    ("spin", "slides"), [((0.0, 0.0, 40.0), False), ((40.0, 0.0, 0.0), True)]
)
def test_a_spinning_ball_that_slides_is_named(spin: Any, slides: bool) -> None:
    plan = ct.SpatialSystem()
    plan.body("ball", mass=0.4, position=(0.0, 0.0, 0.05), spin=spin)
    plan.sphere("ball", body="ball", radius=0.05)
    plan.plane("floor")
    plan.contact("ball", "floor", friction=0.5)
    plan.spring("pull", "ground", "ball", ends=((0.2, 0.0, 0.05), (0.0, 0.0, 0.05)),
                stiffness=300.0)  # fmt: skip
    remarks = ct.modes(plan, 1).remarks
    assert any("slides where it touches" in words for words in remarks) is slides
