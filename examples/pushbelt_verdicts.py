"""Pushbelt: what agrees with the thesis in sign, in shape and in size
====================================================================

The thesis prints neither stiffness, friction, geometry nor inertia, and its figures of
measured curves have no axes. So absolute forces cannot be compared: a change can be
compared in sign and size, a curve in shape.
"""

from collections.abc import Sequence

from against_print import Row

NO_EFFECT = 0.005
"""Relative changes below are called none."""
BAD = ("DISAGREES", "OPPOSITE")
"""Words in verdicts of rows that do not agree."""


def shape(quantity: str, said: str, found: str, holds: bool, note: str = "") -> Row:
    """What the thesis says about a curve, and whether it is so here."""
    verdict = "agrees in shape" if holds else "DISAGREES in shape"
    return Row(quantity, said, found, f"{verdict}; {note}" if note else verdict)


def sign(quantity: str, said: str, found: str, holds: bool, note: str = "") -> Row:
    """What the thesis says about a change, and whether it is so here."""
    verdict = "agrees in sign" if holds else "DISAGREES in sign"
    return Row(quantity, said, found, f"{verdict}; {note}" if note else verdict)


def trend(quantity: str, printed: Sequence[float], found: Sequence[float]) -> Row:
    """A change of numbers in print beside the same change here."""
    said, got = printed[-1] / printed[0] - 1.0, found[-1] / found[0] - 1.0
    if abs(got) < NO_EFFECT:
        verdict = "DISAGREES: no effect" if abs(said) > 0.02 else "agrees: both small"
    else:
        verdict = "agrees in sign" if said * got > 0.0 else "OPPOSITE sign"
    verdict += f"; size {said:+.1%} in print, {got:+.1%} here"
    words = (" / ".join(f"{value:.4g}" for value in v) for v in (printed, found))
    return Row(quantity, *words, verdict)
