"""Rows at random places."""

from __future__ import annotations

from typing import Any

import numpy as np

from catena.numerics.records import Record, Rows, table


def drawn(kind: Record, seed: int, rows: int = 2, **given: Any) -> Rows:
    """Rows of a kind whose floats are drawn at random, but for what is given."""
    draws = np.random.default_rng(seed)
    made = table(kind, rows)
    for name in kind.names or ():
        if kind[name] == np.float64:
            made[name] = draws.uniform(0.3, 1.5, rows) * draws.choice([-1, 1], rows)
    for name, value in given.items():
        made[name] = value
    return made
