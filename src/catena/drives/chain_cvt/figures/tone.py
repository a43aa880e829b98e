"""What a pattern of pitches does to the tone of the passing pins."""

from __future__ import annotations

import numpy as np

from catena.drives.chain_cvt.figures.finished_run import Observed
from catena.drives.chain_cvt.layout.tone import tone_of, tone_words
from catena.results.figures import Axis, Figure, Trace


def tone_figures(seen: Observed) -> list[Figure]:
    """Lines of the passing pins beside those of equal pitches; none of equal ones."""
    pitches = np.array(seen.spec.chain.pitches())
    if np.ptp(pitches) == 0.0:
        return []
    own = tone_of(pitches)
    even = tone_of(np.full(pitches.size, pitches.mean()))
    struck = even.amplitude > 0.5
    return [
        Figure(
            "pin_tone",
            "Tone of the passing pins",
            Axis("order of the passing pins"),
            Axis("strikes over those of equal pitches"),
            (
                Trace(own.order, own.amplitude, "this pattern", kind="stem"),
                Trace(
                    even.order[struck], even.amplitude[struck], "equal pitches",
                    kind="markers", emphasis="reference",
                ),
            ),
            caption="Fourier lines of the strikes of entering pins over one revolution "
            f"of the chain, by their places alone: {tone_words(pitches)}. What becomes "
            "of them is seen in the orders of the bearing forces.",
            section="Spectra",
        )
    ]  # fmt: skip
