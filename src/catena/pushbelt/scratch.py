"""Scratch arrays of a step."""

from __future__ import annotations

import numpy as np

from catena.pushbelt.tables import State, System, Work


def work_for(system: System, state: State) -> Work:
    """Room for a step of this belt."""
    n, m = state.element.shape[1], state.ring.shape[1]
    flanks = state.closed.size
    rank = 2 * system.influence.shape[1] - 1
    return Work(
        element=np.zeros((19, n)),
        ring=np.zeros((2, m)),
        tension=np.zeros(m),
        flank=np.zeros((flanks, 17)),
        flank_code=np.zeros((flanks, 3), dtype=np.int64),
        saddle=np.zeros((n, 10)),
        span=np.zeros(n, dtype=np.int64),
        pulley=np.zeros((4, 2)),
        sum=np.zeros((4, 2)),
        first_row=np.zeros(n, dtype=np.int64),
        awake=np.zeros(n, dtype=np.int64),
        counter=np.zeros(6, dtype=np.int64),
        extreme=np.zeros(2),
        scale=np.zeros(flanks),
        wave_c=np.zeros((max(2, rank), flanks)),
        wave_s=np.zeros((max(2, rank), flanks)),
        weight=np.zeros(flanks),
        pull=np.zeros(flanks),
        shape=np.zeros(flanks),
        moment=np.zeros((4, rank)),
        g_rigid=np.zeros(flanks),
        la=np.zeros(flanks),
        g=np.zeros(flanks),
        closed=np.zeros(flanks, dtype=np.int64),
        S=np.zeros((rank, rank)),
        y=np.zeros(rank),
        best=np.zeros(3, dtype=np.int64),
    )
