"""What is known of a belt drive before it runs."""

from __future__ import annotations

import numpy as np

from catena.drives.belt_drive.layout import Layout
from catena.drives.belt_drive.plan import BeltPlan
from catena.drives.belt_drive.spec import Spec
from catena.drives.belt_drive.theory import capacity, span_frequency
from catena.drives.wheel_boundary.words import DriveSpeed, DriveTorque, Load
from catena.run.pace import Pace


def belt_speed(spec: Spec, placed: Layout) -> float:
    """Nominal speed of the belt [m/s]."""
    return spec.nominal_speed * placed.wheels[spec.leader].radius


def capacities(spec: Spec, placed: Layout, plan: BeltPlan) -> dict[str, float]:
    """Largest torque of each pulley by its wrap and the tension at rest [N m]."""
    pull = spec.belt.mass_per_length * belt_speed(spec, placed) ** 2
    wheels, friction = plan.system.wheels, plan.system.friction
    found = {}
    for j, wheel in enumerate(placed.wheels):
        first, last = int(wheels[j].curve), int(wheels[j].curve_end)
        mu = float(friction[1, first : last + 1].max())
        wrap = placed.path.wraps[wheel.name]
        found[wheel.name] = capacity(placed.tension, pull, mu, wrap, wheel.radius)
    return found


def mean_torques(spec: Spec, placed: Layout) -> list[float]:
    """Torque of each boundary [N m]; where one is led, what all others ask of it."""
    found, pull = [], 0.0
    for part, wheel in zip(spec.pulley, placed.wheels, strict=True):
        acts = isinstance(part.boundary, Load | DriveTorque)
        torque = float(part.boundary.torque) if acts else 0.0  # type: ignore[union-attr]
        drives = isinstance(part.boundary, DriveTorque)
        pull += (-torque if drives else torque) / wheel.radius
        found.append(torque)
    if isinstance(spec.pulley[spec.leader].boundary, DriveSpeed):
        found[spec.leader] = pull * placed.wheels[spec.leader].radius
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


def expected(spec: Spec, placed: Layout, plan: BeltPlan, pace: Pace) -> dict[str, str]:
    """Facts in words, by name."""
    speed, belt = belt_speed(spec, placed), spec.belt
    facts = {
        "belt": f"{1e3 * placed.length:.2f} mm unstretched, {placed.tension:.1f} N at "
        f"rest, {speed:.2f} m/s, {plan.system.knots} spans",
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
    for i, words in enumerate(overloaded(spec, placed, plan)):
        facts[f"warning {i + 1}"] = words
    return facts
