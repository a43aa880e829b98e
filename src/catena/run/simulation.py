"""What a drive hands to the loop: its tables, how they advance, what they record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable

from numpy.typing import NDArray

from catena.run.pace import Pace
from catena.tables.events import Events

Records = Mapping[str, NDArray[Any]]
"""Records of some steps by the names of the result file."""
NONE: Records = {}
"""No record was due."""


class Advanced(NamedTuple):
    """What came of some steps."""

    steps: int
    """How many were taken; fewer than asked for where the engine paused."""
    records: Records = NONE
    failure: str = ""
    """Why the run cannot go on, in words; the records before it are kept."""
    events: Events | None = None
    """What kernels logged of the pairs behind those of the recorded forces."""


class Simulation(Protocol):
    """A drive on its way through time.

    Drives derive from it: what has a body here is so unless they say otherwise.
    """

    state: Any
    """What the run has come to; its clock is ``t``."""
    pace: Pace
    """How its time is cut."""

    @property
    def t(self) -> float:
        """Simulated time [s]."""
        return float(self.state.t[0])

    def memory(self) -> Mapping[str, Any]:
        """Tables and arrays by name: all that the run continues from, live."""

    def compile(self) -> None:
        """Load or compile the kernels without a step of the run."""

    def first(self) -> Advanced:
        """What is recorded of the start: nothing."""
        return Advanced(0)

    def advance(self, done: int, steps: int) -> Advanced:
        """Take so many steps after those done, as far as possible."""

    def details(self) -> str:
        """What a progress bar may say besides the time: nothing."""
        return ""


@runtime_checkable
class Refreshing(Protocol):
    """A simulation that keeps something that follows from its state."""

    def refresh(self) -> None:
        """Make it anew after another state was taken over."""


@runtime_checkable
class Adapting(Protocol):
    """A simulation that also begins from states of other layouts than its own."""

    def adapted(self, arrays: Records, spec_text: str) -> Records:
        """The end state of a run of that specification in the catalogue of this one.

        Raises:
            InputError: it cannot be, with the numbers that do not fit.
        """
