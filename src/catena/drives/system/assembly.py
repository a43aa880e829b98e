"""From a checked file to the parts of a planar system."""

from __future__ import annotations

import math

import numpy as np

from catena import planar
from catena.codes import NormalLaw
from catena.drives.system.spec import Spec, boundaries, contours, couplings, laws
from catena.drives.system.spec.names import GROUND
from catena.planar import Curve, CurveArgument, PlanarSystem
from catena.planar.contours import Circle, Contour
from catena.planar.laws import Friction, Normal
from catena.planar.parts import Body, LinearBody

SAMPLES_PER_WAVE = 128
"""Samples of the shortest wave of a series: linear between them, error 3e-4."""
ARGUMENT = {
    "time": CurveArgument.TIME,
    "position": CurveArgument.COORDINATE,
    "angle": CurveArgument.COORDINATE,
    "speed": CurveArgument.VELOCITY,
}


def planar_system(spec: Spec) -> PlanarSystem:
    """Every part of the file in a planar system."""
    plan = PlanarSystem(gravity=spec.gravity)
    bodies = add_bodies(plan, spec)
    add_couplings(plan, spec, bodies)
    add_boundaries(plan, spec, bodies)
    add_contacts(plan, spec, bodies)
    add_linear(plan, spec)
    for group in spec.maxwell:
        plan.maxwell(group.name, group.contacts, group.influence, group.stiffness)
    return plan


def add_bodies(plan: PlanarSystem, spec: Spec) -> dict[str, Body]:
    """Bodies and wheels by name, the ground included."""
    bodies = {GROUND: plan.ground}
    for body in spec.body:
        bodies[body.name] = plan.body(
            body.name,
            body.mass,
            body.inertia,
            body.position,
            angle=body.angle,
            velocity=body.velocity,
            spin=body.spin,
            free=body.free,
        )
    for wheel in spec.wheel:
        bodies[wheel.name] = plan.wheel(
            wheel.name,
            wheel.inertia,
            wheel.position,
            angle=wheel.angle,
            spin=wheel.spin,
        )
    return bodies


def add_couplings(plan: PlanarSystem, spec: Spec, bodies: dict[str, Body]) -> None:
    """Springs, bearings, joints and torsion bars."""
    for spring in spec.spring:
        ends = points(spring, bodies)
        numbers = spring.stiffness, spring.damping, spring.rest_length
        plan.spring(spring.name, *ends, *numbers)
    for bearing in spec.journal:
        plan.journal(
            bearing.name,
            *points(bearing, bodies),
            bearing.stiffness,
            bearing.damping,
            bearing.clearance,
            bearing.turn_damping,
            pin_radius=bearing.pin_radius or 0.0,
            friction=friction(bearing.friction) if bearing.friction else None,
        )
    for pin in spec.pin:
        plan.pin(pin.name, *points(pin, bodies))
    for bar in spec.torsion_bar:
        plan.torsion_bar(
            bar.name,
            bodies[bar.a],
            bodies[bar.b],
            bar.stiffness,
            bar.damping,
            bar.rest_angle,
            ratio=bar.ratio,
            play=bar.play,
        )


def points(
    part: couplings.Spring | couplings.Journal | couplings.Pin, bodies: dict[str, Body]
) -> tuple[Circle, Circle]:
    """The two points a coupling acts between."""
    return bodies[part.a].point(part.point_a), bodies[part.b].point(part.point_b)


def add_boundaries(plan: PlanarSystem, spec: Spec, bodies: dict[str, Body]) -> None:
    """Prescribed speeds and loads."""
    for motor in spec.motor:
        curve, _ = course(motor.speed, motor.table, motor.fourier)
        plan.prescribe(bodies[motor.body], motor.axis, curve)
    for load in spec.load:
        turns = isinstance(load, boundaries.TorqueLoad)
        constant: float | None = getattr(load, "torque" if turns else "force")
        curve, over = course(constant, load.table, load.fourier)
        plan.load(bodies[load.body], load.axis, curve, over, load.ramp)


Table = (
    boundaries.TorqueTable
    | boundaries.ForceTable
    | boundaries.SpinTable
    | boundaries.SpeedTable
)
Series = (
    boundaries.TorqueSeries
    | boundaries.ForceSeries
    | boundaries.SpinSeries
    | boundaries.SpeedSeries
)


def course(
    constant: float | None, table: Table | None, series: Series | None
) -> tuple[Curve, CurveArgument]:
    """The curve of a load or motor, and what it runs over."""
    if table is not None:
        over, x, y = table.columns()
        return Curve(x, y, x[-1] - x[0] if table.repeats else 0.0), ARGUMENT[over]
    if series is not None:
        return sampled(series)
    return Curve((0.0,), (float(constant or 0.0),)), CurveArgument.TIME


def sampled(series: Series) -> tuple[Curve, CurveArgument]:
    """One period of a series."""
    places = getattr(series, "angle", None), getattr(series, "length", None)
    place = next((value for value in places if value is not None), None)
    period = series.period if place is None else place
    assert period is not None
    count = SAMPLES_PER_WAVE * max(term.order for term in series.harmonic)
    turn = np.linspace(0.0, 2.0 * math.pi, count + 1)
    y = np.full(count + 1, series.mean)
    for term in series.harmonic:
        y += term.amplitude * np.cos(term.order * turn + term.phase)
    x = period * np.arange(count + 1) / count
    over = CurveArgument.TIME if place is None else CurveArgument.COORDINATE
    return Curve(x.tolist(), y.tolist(), period), over


def add_contacts(plan: PlanarSystem, spec: Spec, bodies: dict[str, Body]) -> None:
    """Contours and the contacts between them."""
    shapes = {c.name: contour(bodies[c.body], c) for c in spec.contour}
    for contact in spec.contact:
        a = shapes[contact.a]
        assert isinstance(a, Circle)
        rubbing = friction(contact.friction) if contact.friction else None
        law = normal(contact.normal)
        plan.contact(
            contact.name, a, shapes[contact.b], law, rubbing, group=contact.group
        )
    for press in spec.press:
        point = bodies[press.a].point(press.point_a)
        rubs = coulomb(press.friction)
        plan.press(press.name, point, bodies[press.face], press.force, rubs)


def contour(body: Body, stated: contours.Contour) -> Contour:
    """A contour of a body."""
    if isinstance(stated, contours.Point):
        return body.point(stated.position)
    if isinstance(stated, contours.Circle):
        return body.circle(stated.radius, stated.position)
    if isinstance(stated, contours.Hollow):
        return body.hollow(stated.radius, stated.position)
    if isinstance(stated, contours.Line):
        return body.line(stated.normal, stated.position)
    if isinstance(stated, contours.Arc):
        return body.profile(arc(stated))
    pieces = [
        arc(piece)
        if isinstance(piece, contours.ArcPiece)
        else planar.Segment(piece.start, piece.end)
        for piece in stated.pieces
    ]
    return body.profile(*pieces, sectors=stated.sectors)


def arc(stated: contours.Arc | contours.ArcPiece) -> planar.Arc:
    """An arc of a profile."""
    ends = stated.start, stated.span
    return planar.Arc(stated.centre, stated.radius, *ends, stated.hollow)


def normal(stated: laws.Normal) -> Normal:
    """A normal law."""
    if isinstance(stated, laws.Unilateral):
        return planar.Unilateral(stated.restitution, stated.form == "moreau")
    if isinstance(stated, laws.Bilateral):
        return planar.Bilateral()
    if isinstance(stated, laws.SpringDamper):
        return planar.SpringDamper(stated.stiffness, stated.damping)
    if isinstance(stated, laws.Hertz):
        damping = NormalLaw[stated.damping.upper()]
        numbers = stated.stiffness, stated.exponent, stated.restitution
        return planar.Hertz(*numbers, damping)
    if isinstance(stated, laws.Maxwell):
        return planar.Maxwell()
    return planar.Johnson(
        stated.contact_modulus, stated.clearance, stated.length, stated.damping
    )


def friction(stated: laws.Friction) -> Friction:
    """A friction law."""
    if isinstance(stated, laws.Coulomb):
        return coulomb(stated)
    if isinstance(stated, laws.Regularised):
        return planar.Regularised(stated.coefficient, stated.transition_speed)
    return planar.Stribeck(
        stated.static, stated.kinetic, stated.stribeck_speed, stated.transition_speed
    )


def coulomb(stated: laws.Coulomb) -> planar.Coulomb:
    """Set-valued friction."""
    return planar.Coulomb(
        stated.coefficient,
        stated.static,
        stated.breakaway_force,
        stated.tangential_restitution,
    )


def add_linear(plan: PlanarSystem, spec: Spec) -> None:
    """Linear bodies and their gaps."""
    linear: dict[str, LinearBody] = {
        body.name: plan.linear_body(
            body.name,
            body.coordinates,
            body.mass,
            body.stiffness,
            body.damping,
            body.force,
            body.position,
            body.velocity,
        )
        for body in spec.linear_body
    }
    for gap in spec.gap:
        plan.gap(
            gap.name,
            linear[gap.body],
            gap.gap,
            gap.normal_direction,
            normal(gap.normal),
            gap.tangent_direction,
            friction(gap.friction) if gap.friction else None,
        )
