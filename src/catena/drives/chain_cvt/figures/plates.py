"""How the plates of a link share its tension: pins as beams, plates as springs.

Every pin pair is a free beam across the chain with the bending stiffness of two pins.
The plates of the links ahead and behind are springs on it, side by side in turn; sheave
friction acts at its ends. The tension of every link is given, so that its plates add up
to it exactly; what friction and tensions leave over, the inertia of the pin, is spread
evenly along it. One factorisation serves all moments of a run.

Source: [Pfeiffer1997] sec. 4.1, Figure 10. Deviation: the paper gives no numbers; ends
and plates are loaded along the travel alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.linalg import splu

from catena.numerics.arrays import Floats, Ints


@dataclass(frozen=True)
class PlateStack:
    """What the statics of the plates need."""

    counts: tuple[int, ...]
    """Plates of every link in the order of travel."""
    thickness: float
    """Of a plate [m]."""
    stiffness: float
    """Of a plate [N/m]."""
    bending: float
    """Of one pin [N m^2]."""
    length: float
    """Of a pin [m]."""

    def levels(self, link: int) -> Ints:
        """Places of a link's plates across the chain, in thicknesses from the middle.

        Plates of a link stand two thicknesses apart, so that those of its neighbours
        find room between them.
        """
        count = self.counts[link]
        return 2 * np.arange(count) - (count - 1)


class PlateForces:
    """The statics of all pins and plates of a chain."""

    def __init__(self, stack: PlateStack) -> None:
        self.stack, self.n = stack, len(stack.counts)
        widest = max(stack.counts) - 1
        self.nodes = np.arange(-widest, widest + 1) * stack.thickness
        reach = max(0.5 * stack.length, self.nodes[-1] + 0.1 * stack.thickness)
        self.nodes = np.concatenate(([-reach], self.nodes, [reach]))
        self.middle = self.nodes.size // 2
        self.size = 2 * self.nodes.size
        self.places = [self._places(link) for link in range(self.n)]
        self.solver: Any = splu(self._matrix())

    def _places(self, link: int) -> Ints:
        """Nodes of a link's plates."""
        found: Ints = self.stack.levels(link) + self.middle
        return found

    def _matrix(self) -> Any:
        """Equilibrium of all pins, then the sums of all links' plates."""
        rows, columns, values = [], [], []

        def add(i: int, j: int, value: float) -> None:
            rows.append(i)
            columns.append(j)
            values.append(value)

        beam, k = self._beam(), self.stack.stiffness
        for pin in range(self.n):
            first = pin * self.size
            for i, j in zip(*np.nonzero(beam), strict=True):
                add(first + i, first + j, beam[i, j])
        for link in range(self.n):
            ahead = (link + 1) % self.n
            offset = self.n * self.size + link
            for node in self.places[link]:
                a = link * self.size + 2 * int(node)
                b = ahead * self.size + 2 * int(node)
                # force k (w_b - w_a + offset), on pin a along the travel, on b against
                for i, sign in ((a, -1.0), (b, 1.0)):
                    add(i, b, sign * k)
                    add(i, a, -sign * k)
                    add(i, offset, sign * k)
                add(offset, b, k)
                add(offset, a, -k)
            add(offset, offset, k * self.places[link].size)
        for pin in range(self.n):  # only differences of shifts matter: hold the middles
            held = pin * self.size + 2 * self.middle
            add(held, held, k)
        shape = (self.n * (self.size + 1),) * 2
        return coo_matrix((values, (rows, columns)), shape).tocsc()

    def _beam(self) -> Floats:
        """Stiffness matrix of a pin pair: deflection and slope at every node."""
        K = np.zeros((self.size, self.size))
        for e, length in enumerate(np.diff(self.nodes)):
            a, b = 6.0 * length, 2.0 * length * length
            block = np.array(
                [
                    [12.0, a, -12.0, a],
                    [a, 2.0 * b, -a, b],
                    [-12.0, -a, 12.0, -a],
                    [a, b, -a, 2.0 * b],
                ]
            )
            at = slice(2 * e, 2 * e + 4)
            K[at, at] += 2.0 * self.stack.bending / length**3 * block
        return K

    def forces(self, tension: Floats, friction: Floats) -> list[Floats]:
        """Forces of all plates of every link, (moments, plates) each [N].

        Args:
            tension: Of the link ahead of every pin (moments, n) [N].
            friction: Of one sheave on every pin along the travel (moments, n) [N].
        """
        moments = tension.shape[0]
        load = np.zeros((self.n * (self.size + 1), moments))
        left = np.roll(tension, 1, axis=1) - tension - 2.0 * friction
        share = self._spread()
        for pin in range(self.n):
            first = pin * self.size
            block = load[first : first + self.size : 2]
            block += share[:, None] * left[:, pin]
            block[0] += friction[:, pin]
            block[-1] += friction[:, pin]
        load[self.n * self.size :] = tension.T
        found = self.solver.solve(load)
        return [self._link(found, link) for link in range(self.n)]

    def _spread(self) -> Floats:
        """Shares of a force that is spread evenly along a pin."""
        gaps = np.diff(self.nodes)
        share = np.zeros(self.nodes.size)
        share[:-1] += 0.5 * gaps
        share[1:] += 0.5 * gaps
        even: Floats = share / share.sum()
        return even

    def _link(self, found: Floats, link: int) -> Floats:
        ahead = (link + 1) % self.n
        nodes = 2 * self.places[link]
        way = found[ahead * self.size + nodes] - found[link * self.size + nodes]
        way = way + found[self.n * self.size + link]
        forces: Floats = self.stack.stiffness * way.T
        return forces
