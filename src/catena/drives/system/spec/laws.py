"""Laws of contacts and couplings as a file states them, made from their words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from pydantic import model_validator

from catena.couplings.lines.line_couplings import LINE_WORDS
from catena.drives.system.spec.words import (
    either,
    model_of,
    read_words,
    refuse_conflict,
)
from catena.laws.coulomb import Coulomb as CoulombLaw
from catena.laws.dispatch import FRICTION_WORDS, NORMAL_WORDS
from catena.spec.parts import Part


class StatedLaw(Part):
    """A law in a file; its keys are those of the law with the word ``law``."""

    law: str
    """Which law it is."""

    def read(self) -> Any:
        """The law as Python states it."""
        return read_words(self, LAWS[self.law])

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        refuse_conflict(self.read())
        return self


LAWS: dict[str, type[Any]] = {
    law.word: law for law in (*NORMAL_WORDS, *FRICTION_WORDS, *LINE_WORDS)
}
"""Every law that files can state, by its word."""

if TYPE_CHECKING:
    Normal = StatedLaw
    Friction = StatedLaw
    Coulomb = StatedLaw
    Pull = StatedLaw
else:
    Coulomb = model_of(CoulombLaw, StatedLaw, "law", "law")
    Normal, Friction, Pull = (
        either(words, StatedLaw, "law", "law")
        for words in (NORMAL_WORDS, FRICTION_WORDS, LINE_WORDS)
    )
