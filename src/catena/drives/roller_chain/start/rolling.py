"""Velocities of a running chain that neither stretch its links nor lift it."""

from __future__ import annotations

import numpy as np

from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.spec.drive import Spec
from catena.geometry.paths.path import Wheel
from catena.numerics.arrays import Floats, Ints

LINK_ACCURACY = 1e-12


def rolling_velocities(
    wheels: list[Wheel],
    axes: Floats,
    pins: Floats,
    owner: Ints,
    speed: float,
    driver: int,
) -> tuple[Floats, Floats]:
    """Velocities of the pins (n, 2) [m/s] and turning speeds of the sprockets [rad/s].

    Seated pins (``owner`` is their sprocket, else -1) turn with it, all others follow
    the chain. Nearest to that,
    in the sense of least squares, are velocities at which no link changes its length;
    the speed of the driver is kept, those of the other sprockets follow. This is the
    exact polygonal ratio where a straight strand joins two sprockets.

    ``axes`` (sprockets, 2) are where the sprockets turn now [m]: arms and elastic
    bearings let them leave the places they were given.
    """
    n = len(pins)
    along = np.roll(pins, -1, axis=0) - np.roll(pins, 1, axis=0)
    velocity = speed * along / np.hypot(along[:, 0], along[:, 1])[:, None]
    turning = np.array([w.sense * speed / (w.length_per_radian or 1.0) for w in wheels])
    arms = np.zeros((n, 2))
    for j, axis in enumerate(axes):
        on_it = owner == j
        out = pins[on_it] - axis
        arms[on_it] = np.stack([-out[:, 1], out[:, 0]], axis=-1)
    seated = owner >= 0
    velocity[seated] = turning[owner[seated], None] * arms[seated]
    change = _least_change(pins, velocity, owner, arms, driver, turning.size)
    velocity[~seated] += change[: 2 * n].reshape(n, 2)[~seated]
    turning = turning + change[2 * n :]
    velocity[seated] = turning[owner[seated], None] * arms[seated]
    return velocity, turning


def placed_seats(spec: Spec, layout: Layout) -> Ints:
    """Sprocket on which each pin was placed, -1 for none."""
    number = np.full(len(layout.items) + 1, -1, dtype=np.int64)
    for j, part in enumerate(spec.sprocket):
        number[layout.wheel_index(part.name)] = j
    return number[layout.placement.seat]


def _least_change(
    pins: Floats, velocity: Floats, owner: Ints, arms: Floats, driver: int, s: int
) -> Floats:
    """Change of pin velocities (2 n) and sprocket speeds (s) that stretches no link."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.linalg import lsmr

    n = len(pins)
    ahead = np.roll(np.arange(n), -1)
    chord = pins[ahead] - pins
    unit = chord / np.hypot(chord[:, 0], chord[:, 1])[:, None]
    stretching = ((velocity[ahead] - velocity) * unit).sum(axis=1)
    rows, columns, values = [], [], []
    for pin, sign in ((np.arange(n), -1.0), (ahead, 1.0)):
        free = np.flatnonzero(owner[pin] < 0)
        held = np.flatnonzero((owner[pin] >= 0) & (owner[pin] != driver))
        rows += [free, free, held]
        columns += [2 * pin[free], 2 * pin[free] + 1, 2 * n + owner[pin[held]]]
        turned = (arms[pin[held]] * unit[held]).sum(axis=1)
        values += [sign * unit[free, 0], sign * unit[free, 1], sign * turned]
    where = np.concatenate(rows), np.concatenate(columns)
    matrix = coo_matrix((np.concatenate(values), where), shape=(n, 2 * n + s)).tocsr()
    scale = np.ones(2 * n + s)
    reach = np.hypot(arms[:, 0], arms[:, 1])
    for j in range(s):
        scale[2 * n + j] = 1.0 / max(reach[owner == j].max(initial=0.0), 1e-6)
    matrix = matrix.multiply(scale[None, :]).tocsr()
    found = lsmr(
        matrix, -stretching, atol=LINK_ACCURACY, btol=LINK_ACCURACY, maxiter=20 * n
    )[0]
    return np.asarray(scale * found, dtype=np.float64)
