"""How the answer of a room to a verb is given: lines, plots, data, exit code."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from catena.cli.app import Speaker, end_with

if TYPE_CHECKING:
    from catena.drives.verbs import Answer


def give(speaker: Speaker, answer: Answer, plots: Path | None = None) -> None:
    """Say what was found, draw it if asked to, and end with its word."""
    for line in answer.lines:
        speaker.line(line)
    written = [] if plots is None else drawn(answer, plots)
    for plot in written:
        speaker.line(f"plot     {plot}")
    own = {"ok": answer.trust.ok, "trust": answer.trust.value}
    speaker.answer({**own, **answer.facts, "plots": written})
    end_with(answer.trust)


def drawn(answer: Answer, folder: Path) -> list[str]:
    """Write the plots of an answer as PNG; their paths."""
    from catena.view.plots import save_figure

    folder.mkdir(parents=True, exist_ok=True)
    targets = [folder / f"{figure.name}.png" for figure in answer.figures]
    for figure, target in zip(answer.figures, targets, strict=True):
        save_figure(figure, target)
    return [str(target) for target in targets]
