"""How a rod lies and is held: words that all rods share, in Python and in files."""

from __future__ import annotations

from catena.numerics.statement import Stated, choice, flag, statement

ENDS = {word: word for word in ("free", "pinned", "clamped")}
"""Ways to hold an end."""
EXPECTED = "one of free, pinned, clamped"


@statement(kw_only=True)
class RodShape(Stated):
    """A ring or an open rod, at rest as it lies or bent into place, and its ends."""

    closed: bool = flag(
        "Whether the last point is joined to the first, as in a ring.", default=False
    )
    relaxed: bool = flag(
        "Whether the rod is free of stress in this shape; otherwise it is straight at "
        "rest and bent into it.",
        default=True,
    )  # fmt: skip
    start: str = choice(
        "How the first point is held: not at all, so that it can turn, or firmly.",
        ENDS, default="free", expected=EXPECTED, example="clamped",
    )  # fmt: skip
    end: str = choice(
        "How the last point is held.",
        ENDS, default="free", expected=EXPECTED, example="pinned",
    )  # fmt: skip

    @property
    def ends(self) -> tuple[str, str]:
        """How both ends are held."""
        return self.start, self.end

    def conflict(self) -> tuple[str, str] | None:
        """A ring has no ends."""
        for name, word in zip(("start", "end"), self.ends, strict=True):
            if self.closed and word != "free":
                return name, "a closed rod has no ends"
        return None
