"""Everything that can go wrong, in the user's words.

Each error carries the exit code the command line ends with: 2 for input that cannot
be used, 3 for a solution that failed, 4 for an interrupted run. A run that ends, but
misses a check of its own, is no error: its command ends with 5.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

_SHOWN_VALUE_LENGTH = 80


def shown(value: object) -> str:
    """A value as it appears in a message: its repr, cut to one short line.

    Numbers have 15 digits, which leaves out the rounding of a change of units.
    """
    try:
        text = repr(float(f"{value:.15g}") if isinstance(value, float) else value)
    except (ValueError, RecursionError):  # huge ints and deep nests refuse to print
        text = f"a {type(value).__name__}"
    if len(text) > _SHOWN_VALUE_LENGTH:
        text = text[: _SHOWN_VALUE_LENGTH - 3] + "..."
    return text


class CatenaError(Exception):
    """The root of every error the product raises on purpose."""

    exit_code = 3
    kept: Path | None = None
    """The file of the run that failed, which holds what was computed until then."""

    def found_in(self, file: str) -> CatenaError:
        """The same, headed by the name of the file if it is a mistake in one."""
        return self


@dataclass(frozen=True)
class Problem:
    """One mistake in a specification."""

    path: str
    """Where: the key path in the file, such as ``sprocket[1].pitch``."""
    value: Any
    """What was found there; ``None`` when something is missing."""
    expected: str
    """What would have been accepted, in words."""
    hint: str = ""
    """A way out, such as a did-you-mean."""

    def __str__(self) -> str:
        found = ""
        if self.value is not None:
            reads_on = self.expected.startswith(("is ", "has ", "counts "))
            found = shown(self.value)
            found = f"{found} " if reads_on else f"found {found}; "
        hint = f" ({self.hint})" if self.hint else ""
        return f"{self.path}: {found}{self.expected}{hint}"

    def as_dict(self) -> dict[str, str]:
        """The same as plain text fields, for ``--json``."""
        value = "" if self.value is None else shown(self.value)
        return {
            "path": self.path,
            "value": value,
            "expected": self.expected,
            "hint": self.hint,
        }


class SpecError(CatenaError):
    """The specification cannot be used; lists every problem found."""

    exit_code = 2
    unnamed = "specification"

    def __init__(self, problems: list[Problem], source: str = unnamed) -> None:
        self.problems = problems
        self.source = source
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        lines = "\n".join(f"  {problem}" for problem in problems)
        super().__init__(f"{source}: {count}\n{lines}")

    @classmethod
    def at(cls, path: str, value: object, expected: str, hint: str = "") -> SpecError:
        """A single problem at one key path."""
        return cls([Problem(path, value, expected, hint)])

    def found_in(self, file: str) -> SpecError:
        """The same, headed by the name of the file unless it has a heading."""
        return SpecError(self.problems, file) if self.source == self.unnamed else self


class GeometryError(CatenaError):
    """The parts do not fit together; the message holds the numbers that do not."""

    exit_code = 2

    def found_in(self, file: str) -> GeometryError:
        """The same, headed by the name of the file."""
        return GeometryError(f"{file}: {self}")


class InputError(CatenaError):
    """Something other than a specification cannot be used: a file, an argument."""

    exit_code = 2


class ResultError(InputError):
    """A result folder or file is missing, damaged, locked or already there."""


class MissingVariable(ResultError):
    """A result file does not hold a variable, such as one that was added later."""

    def __init__(self, message: str, name: str) -> None:
        super().__init__(message)
        self.name = name


def install_hint(extra: str) -> str:
    """The command that installs an extra: of a clone, or of the published package."""
    if (Path(__file__).parents[2] / "Makefile").is_file():
        return "make ready"
    return f'pip install "catena[{extra}]"'


class MissingExtraError(InputError):
    """An optional library is not installed."""

    def __init__(self, library: str, extra: str) -> None:
        self.extra = extra
        super().__init__(
            f"this needs {library}, which is not installed: {install_hint(extra)}"
        )


class AssemblyError(CatenaError):
    """A table came out wrong: a mistake of ours, names the table and row."""


class SolverError(CatenaError):
    """The solution failed; what was computed until then is kept."""

    exit_code = 3


class Interrupted(CatenaError):
    """The user or a time limit stopped the run; the file is valid."""

    exit_code = 4
