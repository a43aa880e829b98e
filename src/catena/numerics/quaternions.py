"""Rotation matrices of quaternions, for whole arrays at once."""

from __future__ import annotations

import numpy as np

from catena.numerics.arrays import Floats


def axes_of(quaternion: Floats) -> Floats:
    """Matrices (..., 3, 3) of quaternions (..., 4); columns are the body axes."""
    w, x, y, z = np.moveaxis(quaternion, -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.asarray(np.moveaxis(np.array(rows), (0, 1), (-2, -1)))
