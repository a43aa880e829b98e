"""Which kernel moves the chain from sample to sample."""

from __future__ import annotations

from collections.abc import Callable

from catena.chain.samples import Samples
from catena.chain.tables import Normal, State, System, Work
from catena.drives.roller_chain.layout import Layout
from catena.drives.roller_chain.spec import Spec

Engine = Callable[[System, State, Work, float, int, Samples], int]
"""Fills all rows of the samples, some steps apart; returns a Status."""


def engine_of(spec: Spec, placed: Layout, system: System) -> Engine:
    """The engine a specification asks for; kernels are loaded when it is chosen."""
    if spec.solve.motion == "quasi-static":
        from catena.drives.roller_chain.quasi_static import Creep

        return Creep(spec, placed)
    if system.laws.normal == Normal.RIGID:
        from catena.chain.rigid import advance_rigid

        return advance_rigid
    from catena.chain.step import advance

    return advance
