"""A rocker-pin chain variator as tables: bodies, couplings, rows, boundaries."""

from __future__ import annotations

import math

import numpy as np

from catena.bodies.sheave import SHEAVE, Compliance
from catena.couplings.link_bars import BAR
from catena.couplings.rocker_joint import ROCKER
from catena.drives.chain_cvt.plan_boundaries import boundary_tables
from catena.drives.chain_cvt.spec import Spec
from catena.drives.chain_cvt.spec.pulleys import GripPart, PulleyPart
from catena.drives.chain_cvt.start.band import Band
from catena.integrators.steps.pin_chain_tables import System
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, table
from catena.pairs.pin_sheave import GRIP, PinLaw
from catena.solvers.coupled_laws.coupled_sheaves import Discs

COMPLIANCE = {
    "rigid": Compliance.RIGID,
    "tilting": Compliance.TILTING,
    "coupled": Compliance.COUPLED,
}
MARGIN = 2e-4
"""Axial gap of a pin end up to which coupled sheaves may bend towards it [m]."""


def system_of(spec: Spec, band: Band) -> System:
    """All tables of a run."""
    pitches = np.array(spec.chain.pitches())
    planar, n = spec.chain.model == "planar", pitches.size
    M, M_inv = masses(spec, pitches)
    margin = MARGIN if spec.variator.sheaves == "coupled" else 0.0
    law = PinLaw(
        half=0.5 * spec.pin.length,
        k=spec.pin.axial_stiffness,
        d=spec.pin.axial_damping,
        margin=margin,
        place=-0.5 * pitches if planar else np.zeros(n),
    )
    grips = spec.friction.primary, spec.friction.secondary
    return System(
        M=M,
        M_inv=M_inv,
        sheaves=sheaves_of(spec),
        discs=discs_of(spec),
        grips=table(
            GRIP, 2, **{k: [grip(g)[k] for g in grips] for k in grip(grips[0])}
        ),
        law=law,
        bars=bars_of(spec, pitches) if not planar else table(BAR),
        rockers=rockers_of(spec, pitches) if planar else table(ROCKER),
        imposed=boundary_tables(spec, first=3 * n),
        tolerance=spec.solve.tolerance,
        sweeps=spec.solve.sweep_limit,
    )


def grip(part: GripPart) -> dict[str, float]:
    """Friction of one pulley."""
    rest = part.static_coefficient or part.coefficient
    return {"mu": part.coefficient, "mu_rest": rest, "fade": part.fading_speed}


def masses(spec: Spec, pitches: Floats) -> tuple[Floats, Floats]:
    """Diagonal mass and its inverse: bodies (3, n), then pulleys (4, 2)."""
    n = pitches.size
    body, pair = np.zeros((3, n)), np.zeros((4, 2))
    link = spec.chain.link_mass * pitches / spec.chain.pitch
    planar = spec.chain.model == "planar"
    body[:2] = link if planar else 0.5 * (link + np.roll(link, 1))
    if planar:
        own = spec.chain.link_inertia
        body[2] = 0.25 * link * pitches**2
        if own is not None:
            body[2] = own * (pitches / spec.chain.pitch) ** 3
    parts = spec.primary, spec.secondary
    for p, part in enumerate(parts):
        both = tilt_shares(part)
        # the loose sheave moves by twice the pair's coordinate
        pair[:, p] = part.inertia, 4.0 * part.mass, *(2 * [part.tilt_inertia * both])
    inverse = [_inverse(body), _inverse(pair)]
    if spec.variator.sheaves != "tilting":
        pair[2:], inverse[1][2:] = 0.0, 0.0
    bound = spec.boundary
    for p, name in enumerate(("primary", "secondary")):
        if getattr(bound, f"{name}_speed") is not None:
            inverse[1][0, p] = 0.0
        if bound.stop in (name, "both"):
            inverse[1][1, p] = 0.0
    M = np.concatenate((body.ravel(), pair.ravel()))
    return M, np.concatenate([part.ravel() for part in inverse])


def _inverse(mass: Floats) -> Floats:
    free = mass > 0.0
    found: Floats = np.where(free, 1.0 / np.where(free, mass, 1.0), 0.0)
    return found


def tilt_shares(part: PulleyPart) -> float:
    """Sum of the squared slopes of both sheaves over that of the pair.

    The pair's slope is the mean of both; each sheave has a share by its compliance.
    """
    if part.fixed_tilt_stiffness is None:
        return 4.0
    whole = part.tilt_stiffness + part.fixed_tilt_stiffness
    loose, fixed = part.fixed_tilt_stiffness / whole, part.tilt_stiffness / whole
    return 4.0 * (loose * loose + fixed * fixed)


def sheaves_of(spec: Spec) -> Rows:
    """Both pairs of sheaves."""
    parts, angle = (spec.primary, spec.secondary), spec.variator.wedge_angle
    compliance = [
        1.0 / p.tilt_stiffness
        + (1.0 / p.fixed_tilt_stiffness if p.fixed_tilt_stiffness else 0.0)
        for p in parts
    ]
    return table(
        SHEAVE,
        2,
        compliance=int(COMPLIANCE[spec.variator.sheaves]),
        c_x=[0.0, spec.variator.centre_distance],
        sin=math.sin(angle),
        cos=math.cos(angle),
        tan=math.tan(angle),
        k_tilt=[4.0 / c for c in compliance],
        d_tilt=[p.tilt_damping * tilt_shares(p) for p in parts],
        d_axial=[4.0 * p.axial_damping for p in parts],
        inner=[p.inner_radius for p in parts],
        outer=[p.outer_radius for p in parts],
    )


def discs_of(spec: Spec) -> Discs:
    """Influence functions of elastic discs, of equal size for both pulleys."""
    series, radial = [], []
    for part in (spec.primary, spec.secondary):
        one = part.influence
        series.append(np.sqrt(one.series()) if one is not None else np.zeros(1))
        radial.append(np.array(one.radial) if one is not None else np.ones(1))
    return Discs(_padded(series), _padded(radial))


def _padded(rows: list[Floats]) -> Floats:
    found = np.zeros((len(rows), max(row.size for row in rows)))
    for i, row in enumerate(rows):
        found[i, : row.size] = row
    return found


def bars_of(spec: Spec, pitches: Floats) -> Rows:
    """Links as bars between lumped pins."""
    chain = spec.chain
    return table(
        BAR,
        pitches.size,
        length=pitches,
        k=chain.link_stiffness,
        d=chain.link_damping,
        d_turn=chain.joint_damping,
    )


def rockers_of(spec: Spec, pitches: Floats) -> Rows:
    """Joints between links that are bodies."""
    chain = spec.chain
    return table(
        ROCKER,
        pitches.size,
        a_x=0.5 * np.roll(pitches, 1),
        b_x=-0.5 * pitches,
        radius=chain.rolling_radius,
        k=chain.link_stiffness,
        d=chain.link_damping,
        d_turn=chain.joint_damping,
    )
