"""From the numbers of a variator to the tables of the engine.

Elements, two pairs of sheaves and a ring are declared as blocks of one flat system;
contacts by their pairs and laws; shafts and clamping as imposed speeds or loads.
"""

from __future__ import annotations

import math

import numpy as np

from catena.bodies.ring_spline import RingSpline
from catena.bodies.sheave import SHEAVE, Compliance
from catena.couplings.imposed import LOAD, SPEED, WAVE, Imposed
from catena.drives.pushbelt_cvt.layout.data import (
    BeltData,
    SheaveData,
)
from catena.drives.variator.boundary_data import Curve, PulleyBoundary
from catena.integrators.steps.pushbelt_tables import PULLEYS, Account, System
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, table
from catena.pairs.element_element import ElementFaces, Spring
from catena.pairs.element_ring import ElementSaddle
from catena.pairs.element_sheave import ElementFlank
from catena.rows.flank_force import FlankLaw
from catena.solvers.coupled_laws.coupled_sheaves import Discs
from catena.solvers.patches.belt_friction import Sweeps

FLANK_MARGIN = 3e-4
"""Gap up to which a flank takes part in the coupled law [m]."""


def system_of(data: BeltData, sweeps: Sweeps) -> System:
    """All that never changes during a run."""
    ring, sheaves = data.ring, (data.primary, data.secondary)
    span = ring.length / ring.spans
    M, M_inv = _masses(data)
    return System(
        elements=data.element.count,
        spans=ring.spans,
        M=M,
        M_inv=M_inv,
        faces=_faces(data),
        saddle=_saddle(data),
        flank=_flank(data),
        flank_law=_flank_law(data),
        ring=RingSpline(
            l_0=span,
            EA=ring.axial_stiffness,
            EI=ring.bending_stiffness,
            kappa_0=-2.0 * math.pi / ring.length,
            tau=ring.damping_time,
            m=ring.mass_per_length * span,
        ),
        sheaves=_sheaves(data),
        discs=Discs(
            root=_padded([np.sqrt(sheave.influence) for sheave in sheaves]),
            radial=_padded([sheave.radial for sheave in sheaves]),
        ),
        imposed=_imposed(data),
        sweeps=sweeps,
    )


def _masses(data: BeltData) -> tuple[Floats, Floats]:
    """Masses of all velocities and their inverses, block after block.

    The inverse is 0 where a motion is imposed or locked. A shaft of imposed speed keeps
    its inertia for what its drive must provide; a stop carries its sheave.
    """
    n, ring = data.element.count, data.ring
    node = ring.mass_per_length * ring.length / ring.spans
    M, M_inv = np.zeros((4, PULLEYS)), np.zeros((4, PULLEYS))
    boundaries = (data.primary_boundary, data.secondary_boundary)
    for p, sheave in enumerate((data.primary, data.secondary)):
        M[0, p] = sheave.inertia
        M_inv[0, p] = 1.0 / sheave.inertia
        if boundaries[p].turning == "speed":
            M_inv[0, p] = 0.0
        if boundaries[p].axial == "force":
            M[1, p], M_inv[1, p] = 2.0 * sheave.mass, 0.5 / sheave.mass
        if sheave.compliance == "tilting":
            M[2:, p], M_inv[2:, p] = (
                2.0 * sheave.tilt_inertia,
                0.5 / sheave.tilt_inertia,
            )
    element = np.repeat([data.element.mass, data.element.mass, data.element.inertia], n)
    knots = np.full(2 * ring.spans, node)
    return (
        np.concatenate([element, M.ravel(), knots]),
        np.concatenate([1.0 / element, M_inv.ravel(), 1.0 / knots]),
    )


def _damping(data: BeltData, stiffness: float, mass: float) -> float:
    """Of a contact, from the damping ratio and the mass that meets it [N s/m]."""
    return 2.0 * data.contact.damping_ratio * math.sqrt(stiffness * mass)


def _faces(data: BeltData) -> ElementFaces:
    """Front and rear of the elements; two equal masses meet in a row."""
    e, c = data.element, data.contact
    half = 0.5 * e.thickness

    def spring(stiffness: float, lever: float) -> Spring:
        felt = 0.5 / (1.0 / e.mass + lever * lever / e.inertia)
        return Spring(stiffness, _damping(data, stiffness, felt))

    return ElementFaces(
        front=half + e.gravity_shift,
        rear=half - e.gravity_shift,
        a_top=half + e.gravity_shift + e.top_offset,
        a_bottom=half + e.gravity_shift + e.bottom_offset,
        b_rock=e.rocking_level,
        b_top=e.top_level,
        b_bottom=e.bottom_level,
        b_pin=e.pin_level,
        r_rock=e.rocking_radius,
        pin_play=e.pin_clearance,
        rock=spring(c.rocking_stiffness, e.rocking_level),
        top=spring(c.top_stiffness, e.top_level),
        bottom=spring(c.bottom_stiffness, e.bottom_level),
        pin=spring(c.pin_stiffness, half),
    )


def _saddle(data: BeltData) -> ElementSaddle:
    """The ring on the elements; an element meets a control point of the ring."""
    e, ring, c = data.element, data.ring, data.contact
    node = ring.mass_per_length * ring.length / ring.spans
    return ElementSaddle(
        along=e.gravity_shift,
        level=e.saddle_level,
        half_ring=0.5 * ring.thickness,
        ear_play=e.ear_play,
        k=c.saddle_stiffness,
        d=_damping(data, c.saddle_stiffness, e.mass * node / (e.mass + node)),
        mu=c.saddle_friction,
        bilateral=int(c.bilateral_saddle),
    )


def _flank(data: BeltData) -> ElementFlank:
    e = data.element
    return ElementFlank(
        level=e.flank_level,
        half_width=e.flank_half_width,
        margin=FLANK_MARGIN,
        along=np.array(e.flank_offsets, dtype=float) + e.gravity_shift,
    )


def _flank_law(data: BeltData) -> FlankLaw:
    """Both sheaves share an element with all its flank points."""
    c, points = data.contact, len(data.element.flank_offsets)
    return FlankLaw(
        k=c.flank_stiffness,
        d=_damping(data, c.flank_stiffness, data.element.mass / (2.0 * points)),
        mu=c.flank_friction,
    )


def _sheaves(data: BeltData) -> Rows:
    """The pairs of sheaves of both pulleys."""
    wedge = data.element.wedge_angle
    made = table(
        SHEAVE,
        PULLEYS,
        c_x=[0.0, data.centre_distance],
        sin=math.sin(wedge),
        cos=math.cos(wedge),
        tan=math.tan(wedge),
    )
    for p, sheave in enumerate((data.primary, data.secondary)):
        _fill_sheave(made[p], sheave)
    return made


def _fill_sheave(row: Rows, sheave: SheaveData) -> None:
    """One pulley; stiffness, damping and inertia of both sheaves together."""
    row.compliance = Compliance[sheave.compliance.upper()]
    row.k_tilt = 2.0 * sheave.tilt_stiffness
    row.d_tilt = 2.0 * sheave.tilt_damping
    row.d_axial = 2.0 * sheave.axial_damping
    row.gyro = 2.0 * sheave.polar_inertia
    row.inner, row.outer = sheave.inner_radius, sheave.outer_radius


def _imposed(data: BeltData) -> Imposed:
    """Shafts and grooves of both pulleys by curves over time.

    A torque brakes and a clamping force closes, both against the coordinate; the force
    acts on two sheaves. A stop closes the groove.
    """
    shaft = 3 * data.element.count
    curves: list[Curve] = []
    speeds: list[dict[str, float]] = []
    loads: list[dict[str, float]] = []
    for p, boundary in enumerate((data.primary_boundary, data.secondary_boundary)):
        for account, (curve, sense, moves) in _of_pulley(boundary).items():
            first = sum(known.time.size for known in curves)
            curves.append(curve)
            row = {
                "dof": shaft + account + p,
                "account": account + p,
                "sense": sense,
                "curve": first,
                "curve_end": first + curve.time.size - 1,
            }
            if moves:
                speeds.append({**row, "slot": account + p})
            else:
                loads.append(row)
    samples = np.stack(
        [
            np.concatenate([curve.time for curve in curves]),
            np.concatenate([curve.value for curve in curves]),
        ]
    )
    return Imposed(_rows(SPEED, speeds), _rows(LOAD, loads), table(WAVE), samples)


def _of_pulley(boundary: PulleyBoundary) -> dict[int, tuple[Curve, float, bool]]:
    """Curve, sense and whether it is a motion, by account."""
    turning, axial = boundary.turning_value, boundary.axial_value
    turns, stops = boundary.turning == "speed", boundary.axial == "stop"
    both = axial if stops else Curve(axial.time, 2.0 * axial.value)
    return {
        int(Account.SHAFT): (turning, 1.0 if turns else -1.0, turns),
        int(Account.CLAMPING): (both, -1.0, stops),
    }


def _rows(kind: np.dtype, rows: list[dict[str, float]]) -> Rows:
    """A table with these rows."""
    made = table(kind, len(rows))
    for i, row in enumerate(rows):
        for name, value in row.items():
            made[name][i] = value
    return made


def _padded(rows: list[Floats]) -> Floats:
    """Rows of different lengths as one array, filled up with zeros."""
    width = max(row.size for row in rows)
    padded = np.zeros((len(rows), width))
    for i, row in enumerate(rows):
        padded[i, : row.size] = row
    return padded
