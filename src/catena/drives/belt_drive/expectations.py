"""What is known of a belt drive before it runs."""

from __future__ import annotations

import numpy as np

from catena.drives.belt_drive.layout import Layout
from catena.drives.belt_drive.plan import BeltPlan
from catena.drives.belt_drive.slip_limit import Arc, Loop, Swing, largest_pull
from catena.drives.belt_drive.spec import Spec
from catena.drives.belt_drive.theory import span_frequency
from catena.drives.wheel_boundary.words import DriveSpeed, DriveTorque, Load
from catena.run.pace import Pace

STRETCHED = 0.03
"""Strain at rest above which a belt is warned of: belts with cords are installed at up
to about 1 %, elastic ones at up to about 3 %. A round limit, not a measured one."""


def belt_speed(spec: Spec, placed: Layout) -> float:
    """Nominal speed of the belt [m/s]."""
    return spec.nominal_speed * placed.wheels[spec.leader].radius


def capacities(spec: Spec, placed: Layout, plan: BeltPlan) -> dict[str, float]:
    """Torque of each pulley above which the belt slips on it as a whole [N m]."""
    loop = loop_of(spec, placed, plan)
    return {
        wheel.name: largest_pull(loop, j, spec.leader) * wheel.radius
        for j, wheel in enumerate(placed.wheels)
    }


def loop_of(spec: Spec, placed: Layout, plan: BeltPlan) -> Loop:
    """The belt with its loads as stated; the leader carries what all others ask."""
    inertia = spec.belt.mass_per_length * belt_speed(spec, placed) ** 2
    path, belt = placed.path, spec.belt
    pulls = [-pull for pull in _asked(spec, placed)]
    pulls[spec.leader] = -sum(pulls[: spec.leader] + pulls[spec.leader + 1 :])
    arcs = tuple(
        Arc(wheel.radius, path.wraps[wheel.name], _friction(plan, j), pulls[j])
        for j, wheel in enumerate(placed.wheels)
    )
    return Loop(
        arcs, tuple(span.length for span in path.spans), placed.tension - inertia,
        belt.axial_stiffness, belt.bending_stiffness, spec.contact.stiffness,
        _swings(spec, placed),
    )  # fmt: skip


def _friction(plan: BeltPlan, j: int) -> float:
    """Largest coefficient of a pulley, grooves counted."""
    wheel = plan.system.wheels[j]
    curve = plan.system.friction[1, int(wheel.curve) : int(wheel.curve_end) + 1]
    return float(curve.max())


def _swings(spec: Spec, placed: Layout) -> tuple[Swing, ...]:
    """Pulleys on arms, with what the spans beside them gain by a turn."""
    names = [part.name for part in spec.pulley]
    found = []
    for arm in spec.tensioner:
        j = names.index(arm.pulley)
        x, y = np.subtract(placed.wheels[j].centre, arm.pivot)
        before, behind = (placed.path.spans[k].heading for k in (j - 1, j))
        gains = [-y * np.cos(h) + x * np.sin(h) for h in (before, behind)]
        found.append(Swing(j, float(gains[0]), float(-gains[1]), arm.stiffness))
    return tuple(found)


def _asked(spec: Spec, placed: Layout) -> list[float]:
    """Pull that each load asks of the belt [N]; negative of pulleys that drive."""
    found = []
    for part, wheel in zip(spec.pulley, placed.wheels, strict=True):
        acts = isinstance(part.boundary, Load | DriveTorque)
        torque = float(part.boundary.torque) if acts else 0.0  # type: ignore[union-attr]
        drives = isinstance(part.boundary, DriveTorque)
        found.append((-torque if drives else torque) / wheel.radius)
    return found


def mean_torques(spec: Spec, placed: Layout) -> list[float]:
    """Torque of each boundary [N m]; where one is led, what all others ask of it."""
    asked = _asked(spec, placed)
    found = [abs(p) * w.radius for p, w in zip(asked, placed.wheels, strict=True)]
    if isinstance(spec.pulley[spec.leader].boundary, DriveSpeed):
        found[spec.leader] = sum(asked) * placed.wheels[spec.leader].radius
    return found


def overloaded(spec: Spec, placed: Layout, plan: BeltPlan) -> list[str]:
    """Pulleys whose mean torque their wrap cannot carry, in words."""
    limits, torques = capacities(spec, placed, plan), mean_torques(spec, placed)
    found = []
    for part, carried in zip(spec.pulley, torques, strict=True):
        torque = abs(carried)
        if torque > limits[part.name]:
            found.append(
                f"pulley {part.name!r} slips: its torque is {torque:.4g} N m, and its "
                f"wrap of {np.degrees(placed.path.wraps[part.name]):.0f} deg carries "
                f"{limits[part.name]:.4g} N m at {placed.tension:.0f} N; more tension, "
                "wrap or friction is needed"
            )
    return found


def overstretched(spec: Spec, placed: Layout) -> list[str]:
    """A belt that is drawn out further than belts are, in words."""
    strain, given = placed.tension / spec.belt.axial_stiffness, spec.belt.length
    if strain <= STRETCHED:
        return []
    states = "belt.tension" if given is None else "belt.length"
    return [
        f"the belt is stretched by {strain:.1%} at rest, to {placed.tension:.0f} N: "
        "belts with cords run at up to about 1 %, elastic ones at up to about "
        f"{STRETCHED:.0%}; check {states}, belt.axial_stiffness and the centres"
    ]


def expected(spec: Spec, placed: Layout, plan: BeltPlan, pace: Pace) -> dict[str, str]:
    """Facts in words, by name."""
    speed, belt = belt_speed(spec, placed), spec.belt
    facts = {
        "belt": f"{1e3 * placed.length:.2f} mm unstretched, {placed.tension:.1f} N at "
        f"rest (stretched by {placed.tension / belt.axial_stiffness:.2%}), "
        f"{speed:.2f} m/s, {plan.system.knots} spans",
        "step": f"{pace.step:.3g} s",
    }
    for arm, told in zip(spec.tensioner, placed.arms, strict=True):
        facts[f"tensioner of {arm.pulley!r}"] = (
            f"{abs(told.torque):.4g} N m into the belt, turned by "
            f"{np.degrees(told.turned):.3f} deg from where it is drawn"
        )
    for name, limit in capacities(spec, placed, plan).items():
        facts[f"pulley {name!r}"] = (
            f"wrap {np.degrees(placed.path.wraps[name]):.1f} deg, slips above "
            f"{limit:.4g} N m at this tension"
        )
    for span in placed.path.spans:
        frequency = span_frequency(
            span.length, placed.tension, speed, belt.mass_per_length,
            belt.bending_stiffness,
        )  # fmt: skip
        facts[f"span {span.start} to {span.end}"] = (
            f"{1e3 * span.length:.1f} mm, first transverse frequency {frequency:.4g} Hz"
        )
    warnings = [*overstretched(spec, placed), *overloaded(spec, placed, plan)]
    for i, words in enumerate(warnings):
        facts[f"warning {i + 1}"] = words
    return facts
