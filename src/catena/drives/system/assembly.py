"""From a checked file to the parts of a planar system."""

from __future__ import annotations

import math
from dataclasses import asdict

import numpy as np

from catena import planar
from catena.drives.system.rods import add_node_contacts, add_rods
from catena.drives.system.spec import Spec, contours, couplings
from catena.drives.system.spec import bodies as bodies_of
from catena.drives.system.spec.boundaries import StatedBoundary, StatedSeries
from catena.drives.system.spec.names import GROUND
from catena.drives.system.spec.words import values_of
from catena.planar import Curve, CurveArgument, PlanarSystem
from catena.planar.bodies import Body, Circle, Contour
from catena.planar.boundaries import constant
from catena.planar.linear_parts import LinearBody
from catena.planar.rods import FlexibleRod, RodSide

SAMPLES_PER_WAVE = 128
"""Samples of the shortest wave of a series: linear between them, error 3e-4."""


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
        plan.maxwell(group.name, **group.values())
    return plan


def add_bodies(plan: PlanarSystem, spec: Spec) -> dict[str, Body]:
    """Bodies and wheels by name, the ground included."""
    bodies = {GROUND: plan.ground}
    for body in spec.body:
        bodies[body.name] = plan.body(body.name, **body.values())
    for wheel in spec.wheel:
        bodies[wheel.name] = plan.wheel(wheel.name, **wheel.values())
    return bodies


def add_couplings(plan: PlanarSystem, spec: Spec, bodies: dict[str, Body]) -> None:
    """Springs, bearings, joints and torsion bars."""
    for spring in spec.spring:
        plan.couple(spring.name, *points(spring, bodies), spring.read())
    for line in spec.coupling:
        plan.couple(line.name, *points(line, bodies), line.pull.read())
    for bearing in spec.journal:
        plan.journal(
            bearing.name,
            *points(bearing, bodies),
            **asdict(bearing.read()),
            friction=bearing.friction.read() if bearing.friction else None,
        )
    for pin in spec.pin:
        plan.pin(pin.name, *points(pin, bodies))
    for bar in spec.torsion_bar:
        plan.torsion_bar(bar.name, bodies[bar.a], bodies[bar.b], **asdict(bar.read()))


def points(
    part: couplings.Spring | couplings.Coupling | couplings.Journal | couplings.Pin,
    bodies: dict[str, Body],
) -> tuple[Circle, Circle]:
    """The two points a coupling acts between."""
    return bodies[part.a].point(part.point_a), bodies[part.b].point(part.point_b)


def add_boundaries(plan: PlanarSystem, spec: Spec, bodies: dict[str, Body]) -> None:
    """Prescribed speeds and loads."""
    for motor in spec.motor:
        curve, _ = course(motor)
        plan.prescribe(bodies[motor.body], motor.axis, curve)
    for load in spec.load:
        curve, over = course(load)
        plan.load(bodies[load.body], load.axis, curve, over, **load.values())


def course(stated: StatedBoundary) -> tuple[Curve, CurveArgument]:
    """The curve of a load or motor, and what it runs over."""
    if stated.table is not None:
        over, x, y = stated.table.columns()
        return Curve(x, y, x[-1] - x[0] if stated.table.repeats else 0.0), over
    if stated.fourier is not None:
        return sampled(stated.fourier)
    return constant(float(stated.constant() or 0.0)), CurveArgument.TIME


def sampled(series: StatedSeries) -> tuple[Curve, CurveArgument]:
    """One period of a series."""
    over, period = series.one_round()
    count = SAMPLES_PER_WAVE * max(term.order for term in series.harmonic)
    turn = np.linspace(0.0, 2.0 * math.pi, count + 1)
    y = np.full(count + 1, series.mean)
    for term in series.harmonic:
        y += term.amplitude * np.cos(term.order * turn + term.phase)
    x = period * np.arange(count + 1) / count
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
        face, rubs = bodies[press.face], press.friction.read()
        plan.press(press.name, point, face, **press.values(), friction=rubs)


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
    return planar.Arc(**values_of(stated, planar.Arc))


def linear_body(plan: PlanarSystem, body: bodies_of.LinearBody) -> LinearBody:
    """A linear body, by its matrices or a model."""
    stated = body.stated()
    if body.model is None:
        return plan.linear_body(body.name, **stated)
    start = {key: stated[key] for key in ("force", "at", "velocity")}
    return plan.modelled_body(body.name, body.model.read(), **start)


def add_linear(plan: PlanarSystem, spec: Spec, bodies: dict[str, Body]) -> None:
    """Linear bodies, their gaps and ties."""
    linear = {body.name: linear_body(plan, body) for body in spec.linear_body}
    for gap in spec.gap:
        shape = gap.read(None if gap.other is None else bodies[gap.other])
        rubs = gap.friction.read() if gap.friction else None
        plan.gap(gap.name, linear[gap.body], shape, gap.normal.read(), rubs)
    for tie in spec.tie:
        ends = linear[tie.body], tie.coordinate, bodies[tie.other], tie.axis
        plan.tie(tie.name, *ends, tie.read())
