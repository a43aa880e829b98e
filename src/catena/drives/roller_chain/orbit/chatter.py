"""What keeps a chain from repeating itself, and what its user may state otherwise."""

from __future__ import annotations

import math

from catena.drives.roller_chain.layout.chain_data import chain_of
from catena.drives.roller_chain.spec.drive import Spec

CALM_SHARE = 0.3
"""Damping of teeth over the critical one from which a conveyor of 16B was found even
with regularised friction; see docs/guide/even_running.md."""


def damping_words(spec: Spec) -> str:
    """Damping of the teeth over the critical one of a link in its seat, and advice."""
    told = []
    chain, tooth = chain_of(spec.chain), spec.contact.tooth
    if spec.contact.engine == "spring-damper":
        stiffness = tooth.stiffness or chain.stiffness
        critical = 2.0 * math.sqrt(stiffness * chain.link_mass)
        share = tooth.damping / critical
        told.append(
            f"contact.tooth.damping is {tooth.damping:g} N s/m, {share:.2g} of the "
            "critical damping of a link in its seat"
        )
        if round(share, 2) < CALM_SHARE:
            calm = float(f"{CALM_SHARE * critical:.2g}")
            told.append(f"{CALM_SHARE:g} of it are {calm:g} N s/m")
    if spec.fidelity == "planar" and spec.solve.friction == "set-valued":
        told.append("solve.friction = 'regularised' makes a period smooth")
    return "; ".join(told)
