"""Names of the parts of a system, told apart by their kind."""

from __future__ import annotations

from catena.errors import SpecError
from catena.planar.checks import check_name

KINDS = ("body", "rod", "spring", "journal", "torsion_bar", "contact", "maxwell")
"""Kinds of parts with names of their own; linear bodies count as bodies."""


class Names:
    """Those that are taken."""

    def __init__(self, ground: str) -> None:
        self.taken = {kind: set[str]() for kind in KINDS}
        self.taken["body"].add(ground)

    def take(self, kind: str, name: str) -> None:
        """Take a name, refused if it is none or taken."""
        check_name(kind, name, self.taken[kind])
        self.taken[kind].add(name)

    def take_body(self, name: str) -> None:
        """Take the name of a body, which has no dot."""
        if isinstance(name, str) and "." in name:
            raise SpecError.at(f"body[{name}]", name, "expected a name without a dot")
        self.take("body", name)
