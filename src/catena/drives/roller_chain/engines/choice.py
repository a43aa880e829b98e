"""Which kernel moves the chain from sample to sample."""

from __future__ import annotations

from collections.abc import Callable

from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.spec.drive import Spec
from catena.integrators.planar_chain.samples import Samples
from catena.integrators.planar_chain.tables import State, System, Work

Engine = Callable[[System, State, Work, float, int, Samples], int]
"""Fills all rows of the samples, some steps apart; returns a Status."""


def engine_of(spec: Spec, placed: Layout, system: System) -> Engine:
    """The engine a specification asks for; kernels are loaded when it is chosen."""
    if spec.solve.motion == "quasi-static":
        from catena.drives.roller_chain.engines.quasi_static import Creep

        return Creep(spec, placed)
    if system.options.rigid:
        from catena.integrators.planar_chain.rigid_step import advance_rigid

        return advance_rigid
    from catena.integrators.planar_chain.step import advance

    return advance
