"""What a run is seen as from outside: a job, where its results go, who watches it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    import numpy as np

    from catena.results.catalogue import Catalogue
    from catena.results.health import Outcome
    from catena.run.checkpoint import Checkpoint, CheckpointFile

STARTING = "starting"
"""Note of a run that compiles its kernels and has taken no step yet."""


class Progress(Protocol):
    """Hears how far a run has come; may raise Interrupted to stop it."""

    def __call__(self, fraction: float, note: str = "") -> None:
        """``fraction`` of the work is done; ``note`` says what is going on."""


def silent(fraction: float, note: str = "") -> None:
    """Progress for those who do not want to see it."""


class Sink(Protocol):
    """Takes results while a job works."""

    def append(self, block: Mapping[str, np.ndarray[Any, Any]]) -> None:
        """A block of samples along the growing dimensions."""

    def put(self, name: str, values: Any) -> None:
        """The whole of a variable: of fixed size, or as many records as it has."""

    def read(self, name: str) -> np.ndarray[Any, Any]:
        """Everything that was handed over of a variable."""


class RunContext(NamedTuple):
    """Where a run writes, whom it informs, and the state it continues from."""

    sink: Sink
    progress: Progress = silent
    file: CheckpointFile | None = None
    """Takes checkpoints; none are written without it."""
    begin: Checkpoint | None = None
    """State to go on from: of this run, or of another one that ended there."""


class Job(Protocol):
    """A drive ready to run, whatever kind it is: `Direct` or `Resumable`."""

    def catalogue(self) -> Catalogue:
        """What the run will record."""


@runtime_checkable
class Direct(Job, Protocol):
    """A job done in one piece, such as a periodic solution."""

    def execute(self, sink: Sink, progress: Progress) -> Outcome:
        """Do the work; raise SolverError when it fails."""


@runtime_checkable
class Resumable(Job, Protocol):
    """A job that advances in time and can continue from its checkpoints."""

    def march(self, run: RunContext) -> Outcome:
        """Run to the end, from the start or from a checkpoint."""


@runtime_checkable
class Forecast(Protocol):
    """A job that knows facts about its run beforehand."""

    def forecast(self) -> dict[str, str]:
        """Facts in words, by name."""
