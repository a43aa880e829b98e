"""Tables of contacts: candidates, profiles, affine gaps and the rows they fill."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from catena.codes import FrictionLaw
from catena.contact.kinematics.rows import has_contours
from catena.errors import SpecError
from catena.laws.coulomb import Coulomb
from catena.laws.dispatch import is_single_valued
from catena.laws.maxwell_coupled import Maxwell
from catena.laws.unilateral import Unilateral
from catena.laws.words import group_columns
from catena.numerics.arrays import Floats, Ints
from catena.numerics.ranges import check
from catena.numerics.records import Rows
from catena.numerics.records import table as made
from catena.planar.bodies import Profile
from catena.planar.parts import Contact, MaxwellGroup
from catena.solvers.coupled_laws.maxwell_rows import MaxwellGroups, maxwell_groups
from catena.tables.candidates import (
    CONTOUR_PARAMETERS,
    Affines,
    Candidates,
    Profiles,
    RowKind,
)
from catena.tables.contacts import ListedRows, empty_rows
from catena.tables.groups import GROUP
from catena.tables.joints import LOOSE
from catena.tables.pairs import PairKind
from catena.tables.system import System


def groups(contacts: Sequence[Contact]) -> tuple[str, ...]:
    """Names of the contact groups, in order of appearance."""
    return tuple(dict.fromkeys(contact.group for contact in contacts))


GAP_TOLERANCE = 1e-8
"""Gap at which rigid contacts count as closed, over the size of the smaller body."""


def candidates(
    contacts: Sequence[Contact], resting: Ints, extents: Floats
) -> Candidates:
    """Table of all candidates; ``extents`` are the sizes of the bodies [m]."""
    n_c = len(contacts)
    order = {name: k for k, name in enumerate(groups(contacts))}
    table = empty_candidates(n_c)
    links = contact_links(contacts)
    law, laws = law_groups(contacts)
    account = np.zeros(laws.size, dtype=np.int64)
    for i, contact in enumerate(contacts):
        account[law[i]] = order[contact.group]
        table.pair[i] = contact.pair
        table.body_a[i] = contact.body_a
        table.body_b[i] = contact.body_b
        table.column_a[i] = -1 if resting[contact.body_a] else 0
        after_a = 0 if resting[contact.body_a] else 3
        table.column_b[i] = -1 if resting[contact.body_b] else after_a
        table.par[i, : len(contact.numbers)] = contact.numbers
        table.link[i] = links[i]
        table.group[i] = order[contact.group]
        table.rigid[i] = contact.normal is not None and contact.normal.rigid
        size = min(extents[contact.body_a], extents[contact.body_b])
        if table.rigid[i] and math.isfinite(size):
            table.tolerance[i] = GAP_TOLERANCE * size
        table.sticky[i] = contact.friction.set_valued
        if contact.friction.static is not None:
            table.mu_kinetic[i] = laws.mu[law[i]]
            table.mu_static[i] = contact.friction.static
    switching = np.flatnonzero(table.mu_static > table.mu_kinetic)
    return table._replace(
        law=law, laws=laws, account=account, switching=switching.astype(np.int64)
    )


def law_groups(contacts: Sequence[Contact]) -> tuple[Ints, Rows]:
    """Which laws every contact has, and these: each once per group of contacts."""
    found: dict[tuple[object, ...], int] = {}
    law, rows = np.zeros(len(contacts), dtype=np.int64), []
    for i, contact in enumerate(contacts):
        columns = group_columns(
            f"contact[{contact.name}]", contact.normal, contact.friction
        )
        key = (contact.group, *columns.items())
        if key not in found:
            found[key] = len(found)
            rows.append(columns)
        law[i] = found[key]
    laws = made(GROUP, len(rows))
    for g, columns in enumerate(rows):
        for column, value in columns.items():
            laws[column][g] = value
    return law, laws


def empty_candidates(n_c: int) -> Candidates:
    """Candidates to be filled."""

    def codes() -> Ints:
        return np.zeros(n_c, dtype=np.int64)

    return Candidates(
        pair=codes(),
        body_a=codes(),
        body_b=codes(),
        column_a=codes(),
        column_b=codes(),
        par=np.zeros((n_c, CONTOUR_PARAMETERS)),
        link=codes(),
        group=codes(),
        tolerance=np.zeros(n_c),
        rigid=codes(),
        sticky=codes(),
        kind=codes(),
        law=codes(),
        laws=made(GROUP),
        account=np.zeros(0, dtype=np.int64),
        mu_static=np.zeros(n_c),
        mu_kinetic=np.zeros(n_c),
        switching=np.zeros(0, dtype=np.int64),
    )


def row_kinds(system: System) -> Ints:
    """Which kind of row every contact fills.

    Elastic contacts between contours of two planar bodies are planar rows, unless their
    set-valued friction moves bodies with rigid joints, or nothing. Set-valued friction
    in bearings of loose bodies are turn rows. All others are listed.
    """
    table, M_inv = system.contours.candidates, system.inertia.M_inv
    kinds = np.full(table.pair.size, RowKind.LISTED, dtype=np.int64)
    for i in range(table.pair.size):
        a, b = (3 * table.body_a[i], 3 * table.body_b[i])
        bearing = table.pair[i] == PairKind.JOURNAL_TURN
        first = 2 if bearing else 0
        mobile = M_inv[a + first : a + 3].any() or M_inv[b + first : b + 3].any()
        known = table.sticky[i] == 1 and mobile and system.joints.kind[i] == LOOSE
        if bearing:
            kinds[i] = RowKind.TURN if known else RowKind.LISTED
        elif has_contours(table.pair[i]) and is_single_valued(
            table.laws.law[table.law[i]]
        ):
            kinds[i] = (
                RowKind.PLANAR if known or table.sticky[i] == 0 else RowKind.LISTED
            )
    return kinds


def contact_links(contacts: Sequence[Contact]) -> list[int]:
    """Row in profiles, affines, journals or rods of each contact."""
    places = {id(profile): j for j, profile in enumerate(distinct_profiles(contacts))}
    links, affine_count = [], 0
    for contact in contacts:
        link = max(contact.journal, contact.rod)
        if contact.profile is not None:
            link = places[id(contact.profile)]
        elif contact.gap is not None:
            link, affine_count = affine_count, affine_count + 1
        links.append(link)
    return links


def distinct_profiles(contacts: Sequence[Contact]) -> list[Profile]:
    """Every profile object once."""
    found = {id(c.profile): c.profile for c in contacts if c.profile is not None}
    return list(found.values())


def profiles(contacts: Sequence[Contact]) -> Profiles:
    """Table of the pieces of all profiles."""
    distinct = distinct_profiles(contacts)
    seen = [profile.seen() for profile in distinct]
    counts = np.array([len(pieces) for pieces in seen], dtype=np.int64)
    last = np.cumsum(counts) if counts.size else counts
    pieces = [piece.row() for profile in seen for piece in profile]
    table = np.array(pieces, dtype=float).reshape(-1, 6)
    sectors = [2.0 * math.pi / p.sectors if p.sectors else 0.0 for p in distinct]
    return Profiles(
        last - counts,
        last,
        np.array(sectors, dtype=float),
        table[:, 0].astype(np.int64),
        table[:, 1:].copy(),
    )


def affines(contacts: Sequence[Contact], firsts: Mapping[str, int]) -> Affines:
    """Table of gaps linear in the coordinates."""
    gaps = [(c.linear, c.gap) for c in contacts if c.linear and c.gap]
    n_k = touched_count(contacts)
    dof = np.full((len(gaps), n_k), -1, dtype=np.int64)
    W_N, W_T = np.zeros((len(gaps), n_k)), np.zeros((len(gaps), n_k))
    g_0 = np.zeros(len(gaps))
    for j, (linear, gap) in enumerate(gaps):
        n = len(linear.coordinates)
        dof[j, :n] = firsts[linear.name] + np.arange(n)
        W_N[j, :n] = gap.normal
        W_T[j, :n] = gap.tangent
        g_0[j] = gap.g_0
        if gap.partner is not None:  # counts from where it stands at the start
            body = gap.partner.body
            own = slice(n, n + 3)
            dof[j, own] = 3 * body.index + np.arange(3)
            W_N[j, own], W_T[j, own] = gap.partner.normal, gap.partner.tangent
            g_0[j] -= float(np.dot(gap.partner.normal, (*body.at, body.angle)))
    return Affines(g_0, dof, W_N, W_T)


def touched_count(contacts: Sequence[Contact]) -> int:
    """Velocities a row must have room for: two or three bodies, or a linear body."""
    sizes = [
        len(c.linear.coordinates) + (3 if c.gap.partner is not None else 0)
        for c in contacts
        if c.linear and c.gap
    ]
    sizes += [9 for c in contacts if c.rod >= 0]
    return max([6, *sizes])


def contact_rows(contacts: Sequence[Contact], system: System) -> ListedRows:
    """Rows with laws and touched velocities; gaps and directions come with a step."""
    faces = any(contact.pair is PairKind.POINT_FACE for contact in contacts)
    rows = empty_rows(len(contacts), touched_count(contacts), 2 if faces else 1)
    table = system.contours.candidates
    for i, contact in enumerate(contacts):
        law = table.laws[table.law[i]]
        law_T = int(law.friction)
        refuse_lost_friction(contact)
        refuse_lost_restitution(contact)
        if law_T == FrictionLaw.COULOMB and contact.pair is PairKind.POINT_FACE:
            law_T = FrictionLaw.COULOMB_DISC
        rows.law_N[i], rows.law_T[i] = law.law, law_T
        rows.par_N[i], rows.par_T[i] = law.e, (law.mu, law.breakaway, law.e_T)
        fill_touched(rows, system, i)
    return rows


def refuse_lost_friction(contact: Contact) -> None:
    """Refuse single-valued friction where there is no force it could be a share of."""
    rigid, law = contact.normal is not None and contact.normal.rigid, contact.friction
    if rigid and law.word and not law.set_valued:
        words = "has no force of a rigid contact to act on; expected coulomb friction, "
        words += "or an elastic normal law"
        raise SpecError.at(f"contact[{contact.name}].friction", law.word, words)


def refuse_lost_restitution(contact: Contact) -> None:
    """Refuse tangential restitution of contacts that have no impacts.

    In every step it would turn back the sliding of a contact that stays closed.
    """
    friction = contact.friction
    if isinstance(friction, Coulomb) and not isinstance(contact.normal, Unilateral):
        check(
            f"contact[{contact.name}].friction.tangential_restitution",
            friction.tangential_restitution,
            0.0,
            0.0,
            "expected 0, since only unilateral contacts have impacts",
        )


def maxwell_table(
    contacts: Sequence[Contact], stated: Sequence[MaxwellGroup]
) -> MaxwellGroups:
    """Table of coupled contacts; every one belongs to exactly one group."""
    coupled = [c.name for c in contacts if isinstance(c.normal, Maxwell)]
    places = {contact.name: i for i, contact in enumerate(contacts)}
    seen: set[str] = set()
    for group in stated:
        for name in group.contacts:
            if name not in coupled or name in seen:
                words = "expected a contact with the law maxwell, in no other group"
                raise SpecError.at(f"maxwell[{group.name}].contacts", name, words)
            seen.add(name)
    for name in coupled:
        if name not in seen:
            words = "expected a group of the law maxwell that lists this contact"
            raise SpecError.at(f"contact[{name}].normal", "maxwell", words)
    members = [
        (np.array([places[name] for name in group.contacts]), group.compliance())
        for group in stated
    ]
    return maxwell_groups(members)


def fill_turns(rows: ListedRows, system: System) -> None:
    """Directions of friction in bearings: sliding at the radius of the pin."""
    table = system.contours.candidates
    for i in np.flatnonzero(table.pair == PairKind.JOURNAL_TURN):
        for column, sign in ((table.column_a[i], 1.0), (table.column_b[i], -1.0)):
            if column >= 0:
                rows.W_T[i, 0, column + 2] = sign * table.par[i, 2]


def fill_touched(rows: ListedRows, system: System, i: int) -> None:
    """List the velocities row i touches."""
    table = system.contours.candidates
    if table.pair[i] == PairKind.AFFINE:
        rows.dof[i] = system.contours.affines.dof[table.link[i]]
        return
    sides = (table.column_a[i], table.body_a[i]), (table.column_b[i], table.body_b[i])
    for column, body in sides:
        if column >= 0:
            rows.dof[i, column : column + 3] = 3 * body + np.arange(3)
