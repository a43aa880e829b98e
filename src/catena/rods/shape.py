"""How a rod lies and is held: words that all rods share, in Python and in files."""

from __future__ import annotations

from collections.abc import Collection

from catena.numerics.statement import Stated, choice, flag, statement

ENDS = {word: word for word in ("free", "pinned", "clamped")}
"""Ways to hold an end."""
EXPECTED = "one of free, pinned, clamped"


def holder_conflict(
    ends: tuple[str, str], holders: tuple[str | None, str | None]
) -> tuple[str, str, str] | None:
    """Key, holder and words where a holder is named for an end that is free.

    Whoever names a holder means a held end, but pinned and clamped rods are two things:
    nothing is chosen.
    """
    for name, which, word, holder in zip(
        ("start", "end"), ("first", "last"), ends, holders, strict=True
    ):
        if word == "free" and holder is not None:
            expected = (
                f'expected {name} = "pinned" (it can turn) or "clamped" (it cannot) '
                f'beside it: {name} is "free", so that nothing holds the {which} point'
            )
            return f"{name}_on", holder, expected
    return None


def named_holder(stated: Collection[str], name: str, holder: str) -> str | None:
    """The holder of an end, if the user named it; ``stated`` are the keys given.

    A checked file writes every default out: a free end ``on = "ground"`` says nothing.
    """
    written_out = name in stated and holder == "ground"
    return holder if f"{name}_on" in stated and not written_out else None


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
