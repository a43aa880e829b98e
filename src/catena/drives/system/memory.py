"""What a system would need of the memory, estimated from its file and refused early."""

from __future__ import annotations

from catena.drives.system.spec import Spec
from catena.errors import SpecError
from catena.machine import memory_bytes
from catena.run_checks import MATRICES
from catena.tables.events import EVENT, LEAST_LOG

NUMBER = 8
"""Bytes of a number."""
COPIES = 3
"""Copies of the state: the start, the running one, and the one being stored."""
ENGINE = "solve.engine"
PER_CONTACT = 900
"""Bytes of a contact in Python: its names, laws and parts."""
PER_BODY = 600
"""The same of a body."""


def refuse_too_much_memory(spec: Spec) -> None:
    """Raise if the tables of this system would not fit into the memory."""
    parts = needed_bytes(spec)
    needed, there = sum(parts.values()), memory_bytes()
    if needed > there:
        field = max(parts, key=lambda name: parts[name])
        sizes = f"{needed / 1e9:.3g} GB of tables with {there / 1e9:.3g} GB of memory"
        if field == ENGINE:
            words = f"makes {sizes}; expected 'moreau', which needs no dense matrices"
            raise SpecError.at(field, spec.solve.engine, words)
        words = f"parts make {sizes}; expected fewer or smaller ones"
        raise SpecError.at(field, len(getattr(spec, field)), words)


def needed_bytes(spec: Spec) -> dict[str, int]:
    """Bytes by the kind of part that needs them."""
    sizes = [len(body.named()) for body in spec.linear_body]
    widest = max(sizes, default=0)
    nodes = sum(rod.element_count + 1 for rod in spec.rod)
    n_u = 3 * (1 + len(spec.body) + len(spec.wheel) + nodes) + sum(sizes)
    n_k, n_t = max(9 if spec.rod else 6, widest), 2 if spec.press else 1
    row = 47 + 3 * n_t + n_k * (1 + 2 * (1 + n_t))
    scratch = 43 + n_t + n_k * (1 + 2 * (1 + n_t))
    events = 8 * EVENT.itemsize + 2 * COPIES * NUMBER
    per_row = NUMBER * (COPIES * row + scratch) + PER_CONTACT + events
    rubbing = [journal for journal in spec.journal if journal.friction is not None]
    dense = n_u * n_u * MATRICES.get(spec.solve.engine, 0)
    groups = [len(group.contacts) for group in spec.maxwell]
    largest = max(groups, default=0)
    return {
        ENGINE: NUMBER * dense,
        "body": (NUMBER * 135 + PER_BODY) * (1 + len(spec.body))
        + LEAST_LOG * EVENT.itemsize,
        "wheel": (NUMBER * 135 + PER_BODY) * len(spec.wheel),
        "rod": (NUMBER * 160 + PER_BODY) * nodes,
        "contact": per_row * len(spec.contact),
        "pin": per_row * 2 * len(spec.pin),
        "press": per_row * len(spec.press),
        "journal": per_row * len(rubbing) + PER_BODY * len(spec.journal),
        "gap": (per_row + NUMBER * 3 * n_k) * len(spec.gap),
        "linear_body": NUMBER * (45 * sum(sizes) + 6 * len(sizes) * widest**2),
        "maxwell": NUMBER * (2 * sum(groups) * largest + 3 * largest**2),
    }
