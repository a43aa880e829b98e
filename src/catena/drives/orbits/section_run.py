"""The section of a drive as a folder: its points, growth of neighbours, verdict."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from catena.drives.orbits.declaration import Orbit, check_search, orbit_of
from catena.drives.orbits.search import RETURNS, TOLERANCE, watch
from catena.drives.orbits.section import DISTANCES, PLANE, Section, section_of, told_by
from catena.drives.orbits.state_file import read_state
from catena.drives.orbits.steady import checked_periods
from catena.drives.running import text_of
from catena.errors import InputError
from catena.jobs import RunText, run_job
from catena.results.catalogue import Catalogue, Coordinate, Variable
from catena.results.health import Check, KeyNumber, Outcome
from catena.results.run import Run
from catena.run.protocols import Progress, Sink, silent
from catena.spec.parts import DriveSpec
from catena.spec.start import FROM, source_of

SECTION = "section"
"""What the file of a section says where a run names its drive."""
FEWEST, MOST = 50, 100_000
"""Periods of a section: fewer tell nothing of a mean growth."""


@dataclass(frozen=True, eq=False)
class SectionJob:
    """Takes a section and writes it down; executes like any run."""

    orbit: Orbit
    count: int
    tolerance: float

    def catalogue(self) -> Catalogue:
        """Places in the section, changes, and growths, over the periods."""
        number = ("number",)
        return Catalogue(
            sizes={
                "number": self.count + 1,
                "direction": PLANE,
                "back": RETURNS,
                "distance": len(DISTANCES),
            },
            coordinates={
                "number": Coordinate(np.arange(self.count + 1.0), "1", "period"),
                "direction": Coordinate(
                    1.0 + np.arange(PLANE), "1", "principal direction"
                ),
                "back": Coordinate(1.0 + np.arange(RETURNS), "1", "periods before"),
                "distance": Coordinate(np.array(DISTANCES), "1", "distance"),
            },
            variables=(
                Variable("place", (*number, "direction"), "1",
                         f"place in the section, {self.orbit.scales} as one"),
                Variable("change", (*number, "back"), "1",
                         "change since some periods before", gaps=True),
                Variable("growth", (*number, "distance"), "1",
                         "factor by which neighbours go apart", gaps=True,
                         source="[Benettin1980]"),
            ),
        )  # fmt: skip

    def execute(self, sink: Sink, progress: Progress) -> Outcome:
        """Let the drive run, write the table and say what it shows."""
        watch(self.orbit, progress, self.count * (1 + len(DISTANCES)))
        section = section_of(self.orbit.advance, self.count)
        growth = np.full((self.count + 1, len(DISTANCES)), np.nan)
        growth[1:] = section.growth.T
        sink.put("place", section.plane())
        sink.put("change", section.changes())
        sink.put("growth", growth)
        return self.outcome(section)

    def outcome(self, section: Section) -> Outcome:
        """What the motion is."""
        _, told = told_by(section, self.tolerance)
        back, change = section.returns(self.tolerance)
        logs, errors = section.exponents()
        turn = section.turn()
        growths = tuple(
            KeyNumber(f"growth_{i + 1}", f"growth of neighbours {size:g} apart",
                      float(np.exp(logs[i])), "1", float(np.exp(logs[i]) * errors[i]))
            for i, size in enumerate(section.distances)
        )  # fmt: skip
        return Outcome(
            verdict=f"{told} ({section.periods} periods of {self.orbit.pitches} "
            f"{'pitch' if self.orbit.pitches == 1 else 'pitches'} from "
            f"{self.orbit.where}; {self.orbit.scales} count as one).",
            key_numbers=(
                KeyNumber("back", "periods after which it comes back best", back, "1"),
                KeyNumber("change", "how near it comes then", change, "1"),
                KeyNumber("extent", "extent of the section", section.extent, "1"),
                KeyNumber("turn", "periods of its strongest swing", turn, "1"),
                *growths,
            ),
            checks=(
                Check("bounded", "neighbours that are no number",
                      float(np.sum(~np.isfinite(section.growth))), 0.0,
                      bool(np.all(np.isfinite(section.growth)))),
            ),
        )  # fmt: skip


def poincare_section(
    spec: DriveSpec,
    out: str | Path | None = None,
    *,
    count: int = 300,
    start: str | Path | None = None,
    periods: int = 1,
    tolerance: float = TOLERANCE,
    overwrite: bool = False,
    progress: Progress = silent,
    user_text: str = "",
    large: bool = False,
) -> Run:
    """Look at a drive once a period: does it repeat, swing, drift, or is it chaotic?

    It runs as it does by itself, with neighbours beside it whose distance from it is
    followed; nothing is searched for. The folder holds the states along their
    principal directions, their changes since 1 to 10 periods before, and the growth of
    the neighbours' distances in every period.

    Args:
        spec: The drive.
        out: Folder; without it the results vanish with the run.
        count: Periods that are looked at; the first fifth counts as settling.
        start: Folder of a run, or of even running, of a like drive to begin with.
        periods: Periods of the excitation between two looks.
        tolerance: Change from period to period that counts as none.
        overwrite: Whether an existing run may be replaced.
        progress: Is told how far it has come.
        user_text: The file the specification came from.
        large: Also a drive whose run takes hours.

    Raises:
        InputError: this drive has no even running by symmetry, or too few periods.
        SolverError: the drive does not run.
    """
    if not FEWEST <= count <= MOST:
        raise InputError(f"section: found {count!r}; expected {FEWEST} to {MOST}")
    if (source := source_of(spec)) is not None:
        start = source if start is None else start
        spec = spec.with_values({f"start.{FROM}": None})
    check_search(spec, large)
    begin = None if start is None else read_state(start, spec)
    orbit = orbit_of(spec.checked(), begin, periods=checked_periods(periods))
    job = SectionJob(orbit, count, tolerance)
    whole = text_of(spec, user_text)
    text = RunText(
        drive=SECTION,
        title=spec.title or f"{spec.drive}, once a period",
        resolved_toml=whole.resolved_toml,
        resolved={"section": count, "spec": whole.resolved},
        user_text=user_text,
        verb="steady --section",
    )
    return run_job(job, text, out, overwrite=overwrite, progress=progress)
