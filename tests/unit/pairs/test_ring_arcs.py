"""Arcs of a belt on its wheels: how far it lies there, how far it slides."""

import numpy as np
import pytest
from tests.plain import plain

from catena.bodies.ring_spline import RingSpline
from catena.numerics.records import table
from catena.pairs.ring_arcs import (
    MOST_SPANS,
    SLIDES,
    SPREAD,
    measure_arcs,
    slides,
    used,
)
from catena.pairs.ring_wheel import PLACES, RING_WHEEL, WHEEL_CONTACT, WHEEL_LOAD
from catena.rows.planar import PLANAR
from catena.tables.blocks import Block

pytestmark = plain


def rows_with(share):
    """Rows of knots whose friction is used by these shares."""
    rows = table(PLANAR, len(share), bound=2.0)
    rows.P = 2.0 * np.asarray(share)
    return rows


def test_friction_is_used_by_its_share_and_not_where_nothing_presses() -> None:
    rows = rows_with([0.25, -1.0])
    assert [used(rows, i) for i in (0, 1)] == pytest.approx([0.25, -1.0])
    rows.bound = 0.0
    assert used(rows, 0) == 0.0


def test_knots_slide_fully_beside_the_edge_in_part_and_farther_not_at_all() -> None:
    share = np.zeros(16)
    share[:3], share[3:6] = 1.0, (0.6, -0.2, 0.1)
    found = [slides(rows_with(share), i) for i in range(16)]
    assert found[:3] == [1.0, 1.0, 1.0]
    assert found[3:6] == pytest.approx([0.6, -0.2, 0.1])
    back = [slides(rows_with(-share), i) for i in range(16)]
    assert back == pytest.approx(found)  # by magnitude, whichever way it slides
    share[3 + SPREAD] = 0.5  # one knot too far from the last that slides
    assert slides(rows_with(share), 3 + SPREAD) == 0.0
    share[1 + SPREAD] = 0.5
    assert slides(rows_with(share), 1 + SPREAD) == pytest.approx(0.5)
    share[-1] = 0.3  # the ring is closed: beside the first knot
    assert slides(rows_with(share), 15) == pytest.approx(0.3)
    share[0] = SLIDES
    assert slides(rows_with(share), 0) == 1.0


def test_a_knot_covers_the_angle_by_which_it_turns_the_pull_of_the_belt() -> None:
    """16 N of 1000 N less 200 N of centrifugal tension; a slack belt at most two spans.

    The wheel moves along with the belt by a part of its speed.
    """
    knots, n = np.zeros((2, 6)), 6
    body = np.zeros((3, 1))
    knots[0], body[0] = 12.0, 2.0
    ring = RingSpline(l_0=0.01, EA=1e12, EI=0.0, kappa_0=0.0, tau=0.0, m=0.02)
    wheels = table(RING_WHEEL, 1, radius=0.05)
    rows = rows_with([1.0, 0.5, 0.0, 0.0, 0.0, 0.0])
    rows.force = 16.0
    tension = np.full(n, 1000.0)
    tension[4:] = 100.0  # before knot 5, and half of it before 4 and 0
    contacts = table(WHEEL_CONTACT, PLACES * n, wheel=-1)
    contacts.wheel[[0, 2, 4, 10]] = 0  # knots 0, 1, 2 and 5
    loads = table(WHEEL_LOAD, 1)
    nothing = np.zeros((3, 1))
    blocks = (
        Block(nothing, body, nothing, nothing, nothing),
        Block(knots, knots, knots, knots, knots),
        nothing,
    )
    measure_arcs(wheels, rows, contacts, blocks, ring, tension, loads)
    angles = 16.0 / (550.0 - 200.0), 0.02, 0.02, MOST_SPANS * 0.01 / 0.05
    assert loads[0].touching == pytest.approx(sum(angles), rel=1e-6)
    slid = angles[0] + 0.5 * angles[1]
    assert loads[0].sliding == pytest.approx(slid, rel=1e-6)
