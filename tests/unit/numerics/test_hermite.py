"""Where a curve of cubic pieces goes on beyond the end of one."""

from __future__ import annotations

import pytest

from catena.jit import kernel
from catena.numerics.hermite import piece_beyond


@kernel
def found(e: int, s: float, closed: bool) -> int:
    return piece_beyond(e, s, 3, 6, closed)


@pytest.mark.parametrize(
    ("e", "s", "open_end", "ring"),
    [
        (4, 0.5, -1, -1),
        (4, 0.0, 3, 3),
        (4, 1.0, 5, 5),
        (3, 0.0, -1, 5),
        (5, 1.0, -1, 3),
    ],
)
def test_pieces_go_on_at_their_ends(e: int, s: float, open_end: int, ring: int) -> None:
    assert found(e, s, False) == open_end
    assert found(e, s, True) == ring
