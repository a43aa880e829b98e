"""Scratch of explicit steps of a spatial chain, beside that of implicit ones."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.numerics.arrays import Floats, Ints
from catena.numerics.strips import strips
from catena.tables.spatial import PLACES, SpatialChain, most_contacts


class PinRows(NamedTuple):
    """Friction of pins in an explicit step, as strips."""

    bound: Floats  # largest impulse moment [N m s]
    slip: Floats  # impulse per turning speed of the softened law
    P: Floats  # impulse
    hold: Floats  # impulse that takes one unit of turning speed away
    g: Floats  # turning speed per impulse
    meeting: Floats  # turning speed of the pin before per impulse
    s: Floats  # turning speed, while pins are solved
    pushed: Floats  # impulse that links have felt
    pivot: Floats  # see `solvers.strands`
    rest: Floats
    over: Floats  # inverse of the radius of the pin
    change: Floats  # of P
    colour: Ints  # (n,) 0 or 1 in turn, and 2 where two of a kind would meet


def pin_rows(n: int) -> PinRows:
    """Of so many pins, all zero."""
    colour = np.arange(n) % 2
    colour[n - 1 :] = 2 if n % 2 else 1
    return PinRows(*[*np.zeros((len(PinRows._fields) - 1, n)), colour])


class ExplicitWork(NamedTuple):
    """Scratch of an explicit step, beside that of the implicit one."""

    ease: Floats  # (rollers + wheels + arms, 2) 1/m, 1/J; 0 where nothing moves
    W: Floats  # (contacts, 2, 16) velocities per impulse along each tangent
    turn: Floats  # (n, 5) turning of the bush link about its z, and (v_z, w) of the pin
    # link, per impulse moment of a pin
    pin: PinRows
    order: Ints  # (contacts,) rows link by link
    start: Ints  # (n + 1,) end of the rows of each link in that order
    stirred: Floats  # (n,) impulses of pins since the rows of a link were relaxed [N s]
    pressed: (
        Ints  # (n,) whether rows of a link have moved it since its pins were solved
    )
    used: Ints  # (1 + contacts,) number of slots with friction, and which
    ends: Floats  # (2,) change over the largest bound that ends sweeps, most sweeps


QUIET, SWEEPS = 1e-4, 60
"""Largest change of a sweep of friction, over the largest bound, that ends it; sweeps
after which a step counts as not solved."""


def explicit_work_for(system: SpatialChain) -> ExplicitWork:
    """Scratch of explicit steps."""
    n, most = len(system.link), most_contacts(system)
    return ExplicitWork(
        _ease(system),
        np.zeros((most, 2, PLACES)), strips(n, 5),
        pin_rows(n)._replace(over=_inverse(system.joint.pin_radius)),
        np.zeros(most, dtype=np.int64),
        np.zeros(n + 1, dtype=np.int64), np.zeros(n), np.zeros(n, dtype=np.int64),
        np.zeros(1 + most, dtype=np.int64),
        np.array([QUIET, SWEEPS]),
    )  # fmt: skip


def _inverse(values: Floats) -> Floats:
    """1 over values; 0 where there is nothing to divide by."""
    found = np.zeros(len(values))
    np.divide(1.0, values, out=found, where=values > 0.0)
    return found


def _ease(system: SpatialChain) -> Floats:
    """Inverse masses and inertias of rollers, wheels and arms."""
    roller, wheel = system.roller, system.wheel
    none = np.zeros(len(wheel) + len(system.arm))
    masses = np.concatenate([roller.mass, none])
    inertias = np.concatenate(
        [roller.J, np.where(wheel.held != 0, 0.0, wheel.inertia), system.arm.inertia]
    )
    return np.stack([_inverse(masses), _inverse(inertias)]).T
