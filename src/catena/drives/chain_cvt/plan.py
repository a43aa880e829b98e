"""A rocker-pin chain variator as tables: bodies, couplings, rows, boundaries."""

from __future__ import annotations

import math

import numpy as np

from catena.bodies.sheave import SHEAVE
from catena.couplings.link_bars import BAR
from catena.couplings.mount import MOUNT
from catena.couplings.rocker_joint import ROCKER
from catena.drives.chain_cvt.spec import Spec
from catena.drives.chain_cvt.spec.pulleys import PulleyPart
from catena.drives.plan import Plan
from catena.drives.variator.boundary.bearings import add_shafts
from catena.drives.variator.boundary.data import boundaries
from catena.drives.variator.boundary.plan import impose
from catena.drives.variator.grip.table import grip_table
from catena.drives.variator.sheave_pair import Hubs, bent_discs, compliance_of, hubs
from catena.integrators.steps.pin_chain_tables import Group, System
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, table
from catena.pairs.pin_sheave import PinLaw

MARGIN = 2e-4
"""Axial gap of a pin end up to which coupled sheaves may bend towards it [m]."""


def system_of(spec: Spec) -> System:
    """All tables of a run."""
    pitches = np.array(spec.chain.pitches())
    planar, n = spec.chain.model == "planar", pitches.size
    plan = Plan()
    _add_bodies(plan, spec, pitches)
    _join(plan, spec, pitches)
    _impose(plan, spec)
    margin = MARGIN if "coupled" in spec.variator.sheaves else 0.0
    law = PinLaw(
        half=0.5 * spec.pin.length,
        k=spec.pin.axial_stiffness,
        d=spec.pin.axial_damping,
        margin=margin,
        place=-0.5 * pitches if planar else np.zeros(n),
    )
    return System(
        M=plan.M,
        M_inv=plan.M_inv,
        sheaves=sheaves_of(spec),
        mounts=plan.table(MOUNT),
        discs=bent_discs([spec.primary, spec.secondary]),
        grips=grip_table(spec.friction.primary, spec.friction.secondary),
        law=law,
        bars=plan.table(BAR),
        rockers=plan.table(ROCKER),
        imposed=plan.imposed,
        tolerance=spec.solve.tolerance,
        sweeps=spec.solve.sweep_limit,
    )


def _add_bodies(plan: Plan, spec: Spec, pitches: Floats) -> None:
    """Pins or links, pulleys, and shafts in elastic bearings."""
    bodies, pulleys = plan.bodies(3), plan.bodies(4)
    mass, inertia = link_masses(spec, pitches)
    bodies.add([mass, mass, inertia])
    parts = spec.primary, spec.secondary
    tilting = "tilting" in spec.variator.sheaves
    for part in parts:
        tilt = part.tilt_inertia * hubs_of(part).share if tilting else 0.0
        # the loose sheave moves by twice the pair's coordinate
        pulleys.add([part.inertia, 4.0 * part.mass, tilt, tilt])
    add_shafts(plan, [part.bearing for part in parts], int(Group.BEARING))


def link_masses(spec: Spec, pitches: Floats) -> tuple[Floats, Floats]:
    """Mass and inertia of each pin with its share of the links, or of each link."""
    link = spec.chain.link_mass * pitches / spec.chain.pitch
    if spec.chain.model != "planar":
        return 0.5 * (link + np.roll(link, 1)), np.zeros(pitches.size)
    own = spec.chain.link_inertia
    if own is None:
        return link, 0.25 * link * pitches**2
    return link, own * (pitches / spec.chain.pitch) ** 3


def _join(plan: Plan, spec: Spec, pitches: Floats) -> None:
    """Links as bars between lumped pins, or as bodies that roll on each other."""
    chain = spec.chain
    own = {"k": chain.link_stiffness, "d": chain.link_damping,
           "d_turn": chain.joint_damping}  # fmt: skip
    if chain.model != "planar":
        plan.rows(BAR, length=pitches, **own)
    else:
        plan.rows(ROCKER, a_x=0.5 * np.roll(pitches, 1), b_x=-0.5 * pitches,
                  radius=chain.rolling_radius, **own)  # fmt: skip


def _impose(plan: Plan, spec: Spec) -> None:
    """Boundaries of the pulleys; a groove is half the way of its loose sheave."""
    waves = [
        [(wave.order, wave.amplitude, wave.phase) for wave in part.excitation]
        for part in (spec.primary, spec.secondary)
    ]
    impose(
        plan, plan.blocks[1], boundaries(spec.boundary), stop_way=0.5, waves=waves,
        load_ramp=spec.load_ramp,
    )  # fmt: skip


def hubs_of(part: PulleyPart) -> Hubs:
    """How the hubs of a pulley give way to tilting."""
    return hubs(part.tilt_stiffness, part.fixed_tilt_stiffness)


def sheaves_of(spec: Spec) -> Rows:
    """Both pairs of sheaves."""
    parts, angle = (spec.primary, spec.secondary), spec.variator.wedge_angle
    return table(
        SHEAVE,
        2,
        compliance=int(compliance_of(spec.variator.sheaves)),
        c_x=[0.0, spec.variator.centre_distance],
        sin=math.sin(angle),
        cos=math.cos(angle),
        tan=math.tan(angle),
        k_tilt=[hubs_of(p).stiffness for p in parts],
        d_tilt=[p.tilt_damping * hubs_of(p).share for p in parts],
        d_axial=[4.0 * p.axial_damping for p in parts],
        inner=[p.inner_radius for p in parts],
        outer=[p.outer_radius for p in parts],
    )
