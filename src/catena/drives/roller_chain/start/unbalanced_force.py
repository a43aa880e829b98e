"""What did not balance in a relaxation, in the user's words."""

from __future__ import annotations

import numpy as np

from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.start.rest import Equilibrium
from catena.integrators.planar_chain.assembly import link_view, rotor_view
from catena.integrators.planar_chain.tables import System, Work
from catena.rounding import rounded


def remedy(spec: Spec) -> str:
    """What may help, as the end of a sentence: only what the file does not have."""
    cures = ["fewer links"] if any(spec.solve.gravity) else ["gravity"]
    if not any(guide.tensioner for guide in spec.guide):
        cures.append("a tensioner")
    elif "fewer links" not in cures:
        cures.append("fewer links")
    slack = " or ".join(cures)
    return f"; a slack chain needs {slack}, an overloaded one less torque"


def worst_place(system: System, work: Work) -> tuple[str, int]:
    """The link or rotor with the largest force left, and its number."""
    h, sums = link_view(system, work.h), rotor_view(system, work.h)
    on_links = np.maximum(np.hypot(h[0], h[1]), np.abs(h[2]) / system.half)
    arm = system.rotors.r_pitch
    free = (rotor_view(system, system.M_inv)[2] > 0.0) & (arm > 0.0)
    on_rotors = np.where(free, np.abs(sums[2]) / np.where(free, arm, 1.0), 0.0)
    forces = np.nan_to_num(np.concatenate([on_links, on_rotors]), nan=np.inf)
    worst, links = int(np.argmax(forces)), system.half.size
    return ("link", worst) if worst < links else ("rotor", worst - links)


def unbalanced_words(spec: Spec, layout: Layout, found: Equilibrium) -> str:
    """How much force was left where, as part of a sentence."""
    kind, number = found.worst
    if kind == "link":
        seat = int(layout.placement.seat[number])
        near = layout.items[seat].name if seat >= 0 else None
        place = f"on {near!r}" if near else "in a free span"
        where = f"link {number + 1} {place}"
    else:
        names = spec.part_names()
        names += [f"shaft of {p.name}" for p in spec.sprocket if p.shaft is not None]
        where = repr(names[number])
    if not np.isfinite(found.left):
        return f"the chain tears at {where} after {found.steps} steps"
    return (
        f"{rounded(found.left)} N were left at {where} after {found.steps} steps, "
        f"joints carry up to {rounded(found.largest)} N"
    )
