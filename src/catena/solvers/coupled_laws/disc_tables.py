"""Tables of the coupled law of elastic sheaves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.numerics.arrays import Floats, Ints


class Discs(NamedTuple):
    """Influence functions of the elastic discs, by pulley and layer."""

    root: Floats  # (pulleys, layers, n_k + 1)  square roots of A_k [m/N]^(1/2)
    radial: Floats  # (pulleys, layers, n_r)  coefficients of c_rad
    share: float  # of its compression that a place of a flank gives the other


class DiscWork(NamedTuple):
    """Scratch of the coupled law for n rows."""

    gap: Floats  # (n,)
    press: Floats  # (n,)
    g: Floats  # (n,)
    closed: Ints  # (n,)
    scale: Floats  # (layers, n)  cos(delta_0) sqrt(c_rad)
    growth: Floats  # (layers, n)  of the scale with the radius, over the scale [1/m]
    wave_c: Floats  # (2 n_k + 1, n)  cosines of the multiples of a place
    wave_s: Floats  # (2 n_k + 1, n)
    weight: Floats  # (n,)
    pull: Floats  # (n,)
    shape: Floats  # (layers, n)  of the deformed disc
    moment: Floats  # (2, 2 n_k + 1)  sums over the closed contacts
    S: Floats  # (rank, rank)  rank: 2 n_k + 1 for every layer
    y: Floats  # (rank,)
    U: Floats  # (2, rank)  of both places of a flank
    mate: Ints  # (n,)  the other place of a flank where it is closed, or -1
    best: Ints  # (3,)


def disc_work(discs: Discs, rows: int) -> DiscWork:
    """Room for the coupled law of so many rows."""
    layers, rank = discs.root.shape[1], 2 * discs.root.shape[2] - 1
    waves, size = (max(2, rank), rows), layers * rank
    return DiscWork(
        gap=np.zeros(rows),
        press=np.zeros(rows),
        g=np.zeros(rows),
        closed=np.zeros(rows, dtype=np.int64),
        scale=np.zeros((layers, rows)),
        growth=np.zeros((layers, rows)),
        wave_c=np.zeros(waves),
        wave_s=np.zeros(waves),
        weight=np.zeros(rows),
        pull=np.zeros(rows),
        shape=np.zeros((layers, rows)),
        moment=np.zeros((2, rank)),
        S=np.zeros((size, size)),
        y=np.zeros(size),
        U=np.zeros((2, size)),
        mate=np.zeros(rows, dtype=np.int64),
        best=np.zeros(3, dtype=np.int64),
    )
