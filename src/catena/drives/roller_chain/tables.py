"""From a layout to the tables the kernels run on."""

from __future__ import annotations

import numpy as np

from catena.chain.assembly import gap_tables, rows_of
from catena.chain.tables import (
    CLEAR,
    DAMP,
    END,
    HALF,
    J_INV,
    M_INV,
    PAIR,
    STIFF,
    Friction,
    Laws,
    System,
)
from catena.drives.roller_chain.layout import Layout, rail_offset
from catena.drives.roller_chain.links import (
    alternating,
    joint_stiffnesses,
    roller_owners,
)
from catena.drives.roller_chain.pushing import push_of
from catena.drives.roller_chain.rotor_tables import rotor_tables
from catena.drives.roller_chain.spec import Spec
from catena.drives.roller_chain.spec_guides import HydraulicTensioner
from catena.drives.roller_chain.tooth_laws import normal_law
from catena.geometry.contour import Contour
from catena.numerics.arrays import Floats, Ints

DAMPING_ONSET = 5e-7
"""Depth over which contact damping grows to its full value [m]."""
MOST_SWEEPS = 60
OUTLINE = 1e-5
"""By which the polygon around which the box of a rail is drawn departs from it [m]."""
LONGEST = 1.1
"""Of a strained link over its pitch, for leaving out rollers that are far away."""


def system_of(spec: Spec, layout: Layout) -> System:
    """Everything that never changes during the run."""
    wheel, wheel_code, gaps = gap_tables(layout.profiles)
    rails, boxes = _rails(spec, layout)
    rows, code, shape = rows_of([*(p.contour for p in layout.profiles), *rails])
    sprockets = len(layout.profiles)
    rotors = rotor_tables(spec, layout)
    link, owner = _links(spec, layout)
    return System(
        laws=_laws(spec, layout),
        link=link,
        owner=owner,
        rotor=rotors.rotor,
        rotor_code=rotors.rotor_code,
        curve=rotors.curve,
        wave=rotors.wave,
        wheel=wheel,
        wheel_code=np.vstack([rows[:sprockets].T, wheel_code]),
        gaps=gaps,
        rail=boxes,
        rail_code=np.ascontiguousarray(rows[sprockets:].T),
        code=code,
        shape=shape,
        tensioner=_tensioners(spec, layout),
        bar=rotors.bar,
        bar_code=rotors.bar_code,
    )


def _links(spec: Spec, layout: Layout) -> tuple[Floats, Ints]:
    """Every link with the joint behind it, mass centres half way between joints."""
    chain, n = layout.chain, layout.placement.link_count
    owner, end = roller_owners(spec.chain, n)
    link = np.zeros((8, n))
    link[HALF] = 0.5 * layout.pitches
    mass, inertia = np.full(n, chain.link_mass), np.full(n, chain.link_inertia)
    if alternating(spec.chain, n):
        for first, (m, J) in enumerate((chain.inner, chain.outer)):
            mass[first::2], inertia[first::2] = m, J
    link[M_INV], link[J_INV] = 1.0 / mass, 1.0 / inertia
    link[STIFF] = joint_stiffnesses(spec.chain, chain.stiffness, n)
    link[DAMP] = chain.damping
    link[CLEAR], link[END] = spec.chain.joint.clearance, end
    link[PAIR] = 1.0 / (link[J_INV] + np.roll(link[J_INV], 1))
    return link, owner


def _laws(spec: Spec, layout: Layout) -> Laws:
    solve, joint, chain = spec.solve, spec.chain.joint, layout.chain
    tooth, rail = spec.contact.tooth, spec.contact.rail
    set_valued = solve.friction == "set-valued"
    normal, *law = normal_law(spec, layout)
    return Laws(
        friction=int(Friction.SET_VALUED if set_valued else Friction.REGULARISED),
        soft=solve.slip_speed,
        onset=DAMPING_ONSET,
        tolerance=1.0 if solve.tolerance is None else solve.tolerance,
        sweeps=MOST_SWEEPS,
        ramp=solve.ramp,
        gravity_x=solve.gravity[0],
        gravity_y=solve.gravity[1],
        r_pin=0.5 * chain.pin_diameter,
        mu_pin=spec.chain.joint_friction,
        d_turn=joint.damping,
        roller=0.5 * chain.roller_diameter,
        longest=LONGEST * float(layout.pitches.max()),
        k_tooth=tooth.stiffness or chain.stiffness,
        d_tooth=tooth.damping,
        mu_tooth=tooth.friction,
        grip=0.5 * chain.roller_diameter if tooth.rollers == "turn" else 0.0,
        normal=int(normal),
        law_a=law[0],
        law_b=law[1],
        law_c=law[2],
        e_tooth=tooth.restitution,
        e_rail=rail.restitution,
        floating=int(any(part.bearing is not None for part in spec.sprocket)),
        offset=rail_offset(spec, chain),
        k_rail=rail.stiffness,
        d_rail=rail.damping,
        mu_rail=rail.friction,
    )


def _rails(spec: Spec, layout: Layout) -> tuple[list[Contour], Floats]:
    """Sliding surfaces in the frames of their rotors, and the boxes around them."""
    offset = rail_offset(spec, layout.chain)
    contours, boxes = [], []
    for part, rail in zip(spec.guide, layout.rails, strict=True):
        x, y = part.pivot or (0.0, 0.0)
        own = rail.moved(-x, -y)
        contours.append(own.contour())
        edge, around = own.curve.outline(OUTLINE), offset + OUTLINE
        boxes.append([*(edge.min(axis=0) - around), *(edge.max(axis=0) + around)])
    return contours, np.array(boxes, dtype=np.float64).reshape(-1, 4)


def _tensioners(spec: Spec, layout: Layout) -> Floats:
    """One row per guide; a guide without tensioner has the lever 0."""
    rows = []
    for part, rail, turned in zip(spec.guide, layout.rails, layout.turned, strict=True):
        t = part.tensioner
        if t is None:
            rows.append([0.0] * 15)
            continue
        head = [push_of(part, rail, turned).lever, t.preload, t.stiffness]
        if isinstance(t, HydraulicTensioner):
            oil = [t.area, t.supply_pressure, t.leak, t.valve, t.chamber_volume]
            oil += [t.bulk_modulus, t.air_fraction, t.relief_pressure]
            rows.append([*head, 0.0, 0.0, t.stop, *oil, t.ratchet])
        else:
            head += [t.damping_in, t.damping_out, t.stop]
            rows.append([*head, *[0.0] * 8, t.ratchet])
    return np.array(rows, dtype=np.float64).reshape(-1, 15).T.copy()
