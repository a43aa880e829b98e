"""From the parts of a planar system to the tables of a model."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from catena.codes import Control
from catena.couplings.beam import beam_strains
from catena.couplings.boundary import prescribe_even_speeds
from catena.couplings.pin_joint import PIN_JOINT
from catena.couplings.spring_damper import SPRING
from catena.couplings.torsion_bar import TORSION_BAR
from catena.dynamics.energy import kinetic_energy, potential_energy, stored_energy
from catena.errors import SpecError
from catena.model import AXES, Labels, Model
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows, table
from catena.numerics.statement import Stated
from catena.planar.contact_tables import (
    affines,
    candidates,
    contact_rows,
    fill_turns,
    groups,
    maxwell_table,
    profiles,
    row_kinds,
)
from catena.planar.contents import Contents
from catena.planar.joint_start import fit_joints
from catena.planar.joint_tables import joint_table
from catena.planar.linear_parts import LinearBody, Tie
from catena.planar.rod_tables import beam_names, beam_table, relax, rod_table
from catena.tables.bodies import Inertia, LinearBodies, PlanarBodies
from catena.tables.boundaries import LOAD, SPEED, WAVE, Imposed
from catena.tables.candidates import Contours
from catena.tables.contacts import ListedRows, solver_report
from catena.tables.events import event_memory
from catena.tables.friction import empty_slots
from catena.tables.joints import no_joints
from catena.tables.pairs import PairKind
from catena.tables.state import Cause, empty_ledger
from catena.tables.system import (
    OWN_LOSSES,
    Memory,
    OwnLoss,
    Search,
    State,
    System,
    Tally,
    Watch,
)

FEW_CANDIDATES = 48
"""Up to this many candidates a search saves nothing: all are always near."""
SKIN_SHARE = 0.25
"""Skin of the search, as a share of the smallest body with a contour."""


def assembled(plan: Contents) -> Model:
    """The finished model."""
    if len(plan.bodies) == 1 and not plan.linear_bodies:
        raise SpecError.at("body", 0, "expected at least one body besides the ground")
    refuse_immovable_contacts(plan)
    refuse_lost_loads(plan)
    firsts = linear_firsts(plan)
    linear_names = names(plan.linear_bodies)
    extents = body_extents(plan)
    masses = inertia(plan)
    beams = relaxed_beams(plan)
    system = System(
        bodies=PlanarBodies(resting_bodies(plan), extents),
        linear=linear_bodies(plan.linear_bodies, firsts),
        inertia=masses,
        springs=spring_dampers(plan),
        journals=journals(plan),
        torsion=torsion_bars(plan),
        beams=beams,
        gravity=floats(plan.gravity),
        weights=weights(plan, masses.M),
        imposed=imposed(plan),
        contours=Contours(
            candidates(plan.contacts, resting_bodies(plan), extents),
            profiles(plan.contacts),
            affines(plan.contacts, dict(zip(linear_names, firsts, strict=True))),
            rod_table(plan.rods),
            beams,
            floats([skin(len(plan.contacts), extents)]),
        ),
        maxwell=maxwell_table(plan.contacts, plan.maxwell_groups),
        joints=no_joints(velocity_count(plan), len(plan.contacts)),
    )
    rows = contact_rows(plan.contacts, system)
    system = system._replace(joints=joint_table(system, rows))
    fill_turns(rows, system)
    contacts = system.contours.candidates._replace(kind=row_kinds(system))
    system = system._replace(contours=system.contours._replace(candidates=contacts))
    q, u = initial_motion(plan, system)
    notes = fit_joints(system, rows, plan.contacts, q, u)
    state = initial_state(plan, system, rows, q, u)
    return Model(system, state, labels(plan), (*notes, *scaled_rods(plan)))


def scaled_rods(plan: Contents) -> list[str]:
    """A note for every rod whose rotary inertia is not its own."""
    return [
        f"rod {rod.name}: rotary inertia of its nodes times {scale:g}"
        for rod in plan.rods
        if (scale := rod.placement.inertia_scale) != 1.0
    ]


def refuse_immovable_contacts(plan: Contents) -> None:
    """Refuse rigid contacts between bodies that no percussion can move."""
    moved = {drive.dof for drive in plan.drives}
    stiff = [
        all(
            axis not in body.free or 3 * body.index + k in moved
            for axis, k in AXES.items()
        )
        for body in plan.bodies
    ]
    for contact in plan.contacts:
        rigid = contact.normal is not None and contact.normal.rigid
        if (
            rigid
            and contact.gap is None
            and stiff[contact.body_a]
            and stiff[contact.body_b]
        ):
            names = plan.bodies[contact.body_a].name, plan.bodies[contact.body_b].name
            words = (
                "are both held or driven; expected a body that a rigid contact can move"
            )
            raise SpecError.at(f"contact[{contact.name}]", names, words)


def refuse_lost_loads(plan: Contents) -> None:
    """Refuse loads on coordinates that are held: nothing would feel them."""
    driven = {drive.dof for drive in plan.drives}
    for load in plan.loads:
        body, axis = plan.bodies[load.dof // 3], list(AXES)[load.dof % 3]
        if axis not in body.free and load.dof not in driven:
            words = "is held; expected a coordinate that is free, or has a motor"
            raise SpecError.at(f"load[{load.name}]", axis, words)


def floats(values: Iterable[float]) -> Floats:
    """The values as a float array."""
    return np.array(list(values), dtype=np.float64)


def ints(values: Iterable[int]) -> Ints:
    """The values as an integer array."""
    return np.array(list(values), dtype=np.int64)


def names(parts: Sequence[Any]) -> tuple[str, ...]:
    """The names of named parts."""
    return tuple(part.name for part in parts)


def linear_firsts(plan: Contents) -> list[int]:
    """Index of the first coordinate of each linear body."""
    firsts, at = [], 3 * len(plan.bodies)
    for body in plan.linear_bodies:
        firsts.append(at)
        at += len(body.coordinates)
    return firsts


def resting_bodies(plan: Contents) -> Ints:
    """1 for every body that can never move."""
    driven = {drive.dof // 3 for drive in plan.drives}
    return ints(not b.free and b.index not in driven for b in plan.bodies)


def body_extents(plan: Contents) -> Floats:
    """Radius about each centre that holds all its contours [m]."""
    extents = np.zeros(len(plan.bodies))
    for contact in plan.contacts:
        numbers = contact.numbers
        reach_a = math.hypot(*numbers[:2]) + numbers[2]
        reach_b = math.inf
        if contact.profile is not None:
            reach_b = contact.profile.reach()
        elif contact.rod >= 0:
            reach_b = 0.0
        elif contact.pair in (PairKind.CIRCLE_CIRCLE, PairKind.CIRCLE_IN_CIRCLE):
            reach_b = math.hypot(*numbers[4:6]) + numbers[6]
        elif contact.pair not in (PairKind.CIRCLE_LINE, PairKind.CIRCLE_SURFACE):
            reach_a = reach_b = 0.0
        extents[contact.body_a] = max(extents[contact.body_a], reach_a)
        extents[contact.body_b] = max(extents[contact.body_b], reach_b)
    return extents


def skin(candidate_count: int, extents: Floats) -> float:
    """Gap below which a candidate counts as near [m]."""
    sized = extents[(extents > 0.0) & np.isfinite(extents)]
    if candidate_count <= FEW_CANDIDATES or sized.size == 0:
        return math.inf
    return float(SKIN_SHARE * sized.min())


def inertia(plan: Contents) -> Inertia:
    """Mass per velocity; zero inverse where the motion is held or prescribed."""
    n_u = velocity_count(plan)
    M, M_inv = np.zeros(n_u), np.zeros(n_u)
    held = np.zeros(n_u, dtype=np.int64)
    driven = {drive.dof for drive in plan.drives}
    for body in plan.bodies:
        for axis, offset in AXES.items():
            k = 3 * body.index + offset
            M[k] = body.inertia if axis == "angle" else body.mass
            held[k] = axis not in body.free or k in driven
            M_inv[k] = 0.0 if held[k] else 1.0 / M[k]
    return Inertia(M, M_inv, held)


def velocity_count(plan: Contents) -> int:
    """Number of velocities."""
    return 3 * len(plan.bodies) + sum(len(b.coordinates) for b in plan.linear_bodies)


def linear_bodies(bodies: Sequence[LinearBody], firsts: Sequence[int]) -> LinearBodies:
    """Table of the bodies with constant matrices."""
    largest = max((len(body.coordinates) for body in bodies), default=0)

    def stacked(part: Callable[[LinearBody], Floats]) -> Floats:
        blocks = np.zeros((len(bodies), largest, largest))
        for j, body in enumerate(bodies):
            n = len(body.coordinates)
            blocks[j, :n, :n] = part(body)
        return blocks

    force = np.zeros((len(bodies), largest))
    for j, body in enumerate(bodies):
        force[j, : len(body.coordinates)] = body.force
    return LinearBodies(
        ints(firsts),
        ints(len(body.coordinates) for body in bodies),
        stacked(lambda body: body.mass),
        stacked(lambda body: np.asarray(np.linalg.inv(body.mass), dtype=np.float64)),
        stacked(lambda body: body.stiffness),
        stacked(lambda body: body.damping),
        force,
    )


def ends(rows: Sequence[Any]) -> dict[str, Any]:
    """Bodies and points of couplings between two points."""
    return {
        "a": [row.a.body.index for row in rows],
        "b": [row.b.body.index for row in rows],
        "a_x": [row.a.centre[0] for row in rows],
        "a_y": [row.a.centre[1] for row in rows],
        "b_x": [row.b.centre[0] for row in rows],
        "b_y": [row.b.centre[1] for row in rows],
    }


def spring_dampers(plan: Contents) -> Rows:
    """Table of couplings along a line."""
    rows = plan.springs
    group = len(groups(plan.contacts)) + OwnLoss.SPRINGS
    made = table(SPRING, len(rows), **ends(rows), group=group)
    for i, row in enumerate(rows):
        made.kind[i] = put_numbers(made, i, f"coupling[{row.name}].pull", row.words)
    return made


def put_numbers(made: Rows, i: int, where: str, words: Stated) -> int:
    """Fill the columns that words say; gives their code."""
    code, numbers = words.numbers(where)
    for column, value in numbers.items():
        made[column][i] = value
    return code


def journals(plan: Contents) -> Rows:
    """Table of bearings; their dry friction has rows of its own."""
    rows = plan.journals
    group = len(groups(plan.contacts)) + OwnLoss.JOURNALS
    made = table(PIN_JOINT, len(rows), **ends(rows), group=group)
    for i, row in enumerate(rows):
        put_numbers(made, i, f"journal[{row.name}]", row.words)
    return made


def torsion_bars(plan: Contents) -> Rows:
    """Table of torsion bars, then of ties: springs between any two coordinates."""
    bars, angle = plan.torsion_bars, AXES["angle"]
    made = table(
        TORSION_BAR, len(bars) + len(plan.ties),
        group=len(groups(plan.contacts)) + OwnLoss.TORSION,
    )  # fmt: skip
    for i, bar in enumerate(bars):
        made.a[i], made.b[i] = 3 * bar.a.index + angle, 3 * bar.b.index + angle
        put_numbers(made, i, f"torsion_bar[{bar.name}]", bar.words)
    for i, tie in enumerate(plan.ties, len(bars)):
        made.a[i], made.b[i], made.rest[i] = tie_ends(plan, tie)
        put_numbers(made, i, f"tie[{tie.name}]", tie.spring)
    return made


def tie_ends(plan: Contents, tie: Tie) -> tuple[int, int, float]:
    """Coordinates of a tie, and b less ratio times a as they stand at the start."""
    first = dict(zip(names(plan.linear_bodies), linear_firsts(plan), strict=True))
    k, axis = tie.body.coordinates.index(tie.coordinate), AXES[tie.axis]
    stands = (*tie.other.at, tie.other.angle)[axis]
    start = stands - tie.spring.ratio * float(tie.body.at[k])
    return first[tie.body.name] + k, 3 * tie.other.index + axis, start


def relaxed_beams(plan: Contents) -> Rows:
    """Table of the beams of all rods."""
    beams = beam_table(plan.rods, len(groups(plan.contacts)) + OwnLoss.BEAMS)
    if beams.size:
        relax(beams, plan.rods, beam_strains(beams, places(plan)))
    return beams


def places(plan: Contents) -> Floats:
    """Coordinates of all planar bodies at the start."""
    return np.array([(*body.at, body.angle) for body in plan.bodies]).ravel()


def weights(plan: Contents, M: Floats) -> Floats:
    """Forces of gravity, which act on the planar bodies."""
    n = 3 * len(plan.bodies)
    forces = np.zeros(velocity_count(plan))
    forces[3:n:3], forces[4:n:3] = (
        plan.gravity[0] * M[3:n:3],
        plan.gravity[1] * M[4:n:3],
    )
    return forces


def imposed(plan: Contents) -> Imposed:
    """Prescribed speeds and loads; all loads share the last account."""
    curves = [drive.speed for drive in plan.drives] + [x.curve for x in plan.loads]
    n, ends = len(plan.drives), np.cumsum([0, *(len(curve.x) for curve in curves)])
    period = np.array([curve.period for curve in curves])
    speeds = table(
        SPEED, n, dof=[drive.dof for drive in plan.drives], account=range(n),
        slot=range(n), sense=1.0, curve=ends[:n], curve_end=ends[1 : n + 1] - 1,
        period=period[:n],
    )  # fmt: skip
    dofs = np.array([load.dof for load in plan.loads], dtype=np.int64)
    follows = np.array([load.follows for load in plan.loads], dtype=bool)
    turning = dofs % 3 == 2  # a torque is the same in every frame
    loads = table(
        LOAD, dofs.size, dof=dofs, account=n, slot=2 * np.arange(dofs.size), sense=1.0,
        frame=np.where(follows & ~turning, dofs - dofs % 3, -1),
        argument=[int(load.over) for load in plan.loads], curve=ends[n:-1],
        curve_end=ends[n + 1 :] - 1, period=period[n:],
        ramp=[load.ramp for load in plan.loads],
    )  # fmt: skip
    samples = [np.array([curve.x, curve.y], dtype=np.float64) for curve in curves]
    curve = np.concatenate([np.zeros((2, 0)), *samples], axis=1)
    return Imposed(speeds, loads, table(WAVE), curve)


def initial_motion(plan: Contents, system: System) -> tuple[Floats, Floats]:
    """Coordinates and velocities as stated, prescribed speeds included."""
    n_u = velocity_count(plan)
    q, u = np.zeros(n_u), np.zeros(n_u)
    for body in plan.bodies:
        q[3 * body.index : 3 * body.index + 3] = (*body.at, body.angle)
        u[3 * body.index : 3 * body.index + 3] = (*body.velocity, body.spin)
    for linear, first in zip(plan.linear_bodies, system.linear.first, strict=True):
        q[first : first + linear.at.size] = linear.at
        u[first : first + linear.at.size] = linear.velocity
    prescribe_even_speeds(system.imposed, u, 0.0)
    return q, u


def initial_state(
    plan: Contents, system: System, rows: ListedRows, q: Floats, u: Floats
) -> State:
    """State at the start: nothing booked, no percussion known."""
    n_c = len(plan.contacts)
    n_g, contacts = len(groups(plan.contacts)), system.contours.candidates
    start = kinetic_energy(system, u) + potential_energy(system, q)
    stored = stored_energy(system, q, rows)
    start += float(stored.sum())
    ledger = empty_ledger(n_g + OWN_LOSSES, len(plan.drives) + 1)
    ledger.loss[:n_g, Cause.CONTACT_DAMPING] = stored
    memory = Memory(
        rows=rows,
        report=solver_report(),
        slots=empty_slots(contacts.laws.mu[contacts.law]),
        search=Search(
            np.zeros(n_c, dtype=np.int64),
            np.zeros(1, dtype=np.int64),
            np.zeros(1),
            np.zeros(n_c),
        ),
        tally=Tally(
            np.zeros(n_c), np.zeros(rows.P_T.shape), np.zeros(n_c), np.zeros(1)
        ),
        watch=Watch(
            start=np.array([start]),
            penetration=np.zeros(1),
            joint_gap=np.zeros(1),
            joint_turn=np.zeros(1),
            steps=np.zeros(1, dtype=np.int64),
        ),
        control=np.zeros(len(Control)),
        modes=np.zeros(n_c, dtype=np.int64),
        events=event_memory(n_c),
    )
    return State(np.zeros(1), q, u, memory, ledger)


def labels(plan: Contents) -> Labels:
    """Names in the order of the tables."""
    velocities = [f"{body.name}.{axis}" for body in plan.bodies for axis in AXES]
    velocities += [f"{b.name}.{c}" for b in plan.linear_bodies for c in b.coordinates]
    return Labels(
        bodies=names(plan.bodies),
        linear=names(plan.linear_bodies),
        velocities=tuple(velocities),
        contacts=names(plan.contacts),
        groups=groups(plan.contacts),
        springs=names(plan.springs),
        journals=names(plan.journals),
        torsion=names(plan.torsion_bars),
        beams=beam_names(plan.rods),
        drives=names(plan.drives),
    )
