"""From a checked file to the parts of a planar system."""

from __future__ import annotations

import math

import numpy as np

from catena import planar
from catena.drives.system.rods import add_node_contacts, add_rods
from catena.drives.system.spec import Spec, boundaries, contours, couplings
from catena.drives.system.spec import bodies as bodies_of
from catena.drives.system.spec.names import GROUND
from catena.planar import Curve, CurveArgument, PlanarSystem
from catena.planar.bodies import Body, Circle, Contour
from catena.planar.parts import LinearBody, Partner
from catena.planar.rods import FlexibleRod, RodSide

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
    rods = add_rods(plan, spec, bodies)
    add_couplings(plan, spec, bodies)
    add_boundaries(plan, spec, bodies)
    add_contacts(plan, spec, bodies, rods)
    add_linear(plan, spec, bodies)
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
    for line in spec.coupling:
        plan.couple(line.name, *points(line, bodies), line.pull.read())
    for bearing in spec.journal:
        plan.journal(
            bearing.name,
            *points(bearing, bodies),
            bearing.stiffness,
            bearing.damping,
            bearing.clearance,
            bearing.turn_damping,
            pin_radius=bearing.pin_radius or 0.0,
            friction=bearing.friction.read() if bearing.friction else None,
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
    part: couplings.Spring | couplings.Coupling | couplings.Journal | couplings.Pin,
    bodies: dict[str, Body],
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
        follows = getattr(load, "follows", False)
        body = bodies[load.body]
        plan.load(body, load.axis, curve, over, load.ramp, follows=follows)


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


def add_contacts(
    plan: PlanarSystem,
    spec: Spec,
    bodies: dict[str, Body],
    rods: dict[str, FlexibleRod],
) -> None:
    """Contours and the contacts between them."""
    stated = {c.name: c for c in spec.contour}
    for contact in spec.contact:
        first, second = stated[contact.a], stated[contact.b]
        rubbing = contact.friction.read() if contact.friction else None
        laws = contact.normal.read(), rubbing
        if isinstance(second, contours.RodSide):
            b: Contour | RodSide = rods[second.body].side(second.side)
        else:
            assert not isinstance(second, contours.RodNodes)  # refused with the names
            b = contour(bodies[second.body], second)
        if isinstance(first, contours.RodNodes):
            rod = rods[first.body]
            add_node_contacts(plan, contact.name, rod, b, laws, contact.group)
            continue
        assert not isinstance(first, contours.RodSide)
        a = contour(bodies[first.body], first)
        assert isinstance(a, Circle)
        plan.contact(contact.name, a, b, *laws, group=contact.group)
    for press in spec.press:
        point = bodies[press.a].point(press.point_a)
        rubs = press.friction.read()
        plan.press(press.name, point, bodies[press.face], press.force, rubs)


def contour(body: Body, stated: contours.RigidContour) -> Contour:
    """A contour of a body."""
    if isinstance(stated, contours.StatedSurface):
        return body.surface(stated.read(), stated.position)
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


def linear_body(plan: PlanarSystem, body: bodies_of.LinearBody) -> LinearBody:
    """A linear body, by its matrices or a model."""
    start = body.force, body.position, body.velocity
    if body.model is not None:
        return plan.modelled_body(body.name, body.model.read(), *start)
    assert body.mass is not None
    matrices = body.mass, body.stiffness, body.damping
    return plan.linear_body(body.name, body.named(), *matrices, *start)


def add_linear(plan: PlanarSystem, spec: Spec, bodies: dict[str, Body]) -> None:
    """Linear bodies, their gaps and ties."""
    linear = {body.name: linear_body(plan, body) for body in spec.linear_body}
    for gap in spec.gap:
        plan.gap(
            gap.name,
            linear[gap.body],
            gap.gap,
            gap.normal_direction,
            gap.normal.read(),
            gap.tangent_direction,
            gap.friction.read() if gap.friction else None,
            partner(gap, bodies),
        )
    for tie in spec.tie:
        ends = linear[tie.body], tie.coordinate, bodies[tie.other], tie.axis
        plan.tie(tie.name, *ends, tie.stiffness, tie.damping, tie.ratio)


def partner(gap: couplings.Gap, bodies: dict[str, Body]) -> Partner | None:
    """The rigid body of a gap, if there is one."""
    if gap.other is None:
        return None
    assert gap.other_direction is not None
    none = (0.0, 0.0, 0.0)
    slide = gap.other_tangent or none
    return Partner(bodies[gap.other], gap.other_direction, slide)
