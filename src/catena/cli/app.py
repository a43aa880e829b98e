"""The list of verbs, and what they share: how they speak and how they end.

Exit codes: 0 fine and trusted, 2 input that cannot be used, 3 solution failed,
4 interrupted, 5 complete but not trustworthy.
"""

from __future__ import annotations

import json as json_module
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.models import CommandInfo

from catena._version import __version__
from catena.cli.interruption import EXIT_INTERRUPTED
from catena.cli.streams import UNHEARD, mistake, prepare, refused, say
from catena.errors import (
    AssemblyError,
    CatenaError,
    InputError,
    Interrupted,
    SpecError,
)
from catena.results.trust import EXIT_CODES, Trust

app = typer.Typer(
    name="catena",
    help="Dynamics of chain and belt drives: one file, one command, one report.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

PANELS = {
    "First steps": ("demo", "new", "explain", "check"),
    "A run": ("run", "resume", "info", "report", "plot", "animate", "export"),
    "Many runs": ("study", "map", "chart", "variator", "compare-engines"),
    "Steady states and vibration": (
        "steady", "modes", "kinematics", "span-frequencies", "cvt-elements",
    ),
    "The program itself": ("verify", "doctor", "warmup", "schema"),
}  # fmt: skip
"""Verbs as the help lists them, in the order in which they are met."""

AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
Overwrite = Annotated[
    bool, typer.Option("--overwrite", help="Replace results that are already there.")
]


def _show_version(wanted: bool) -> None:
    if wanted:
        print(__version__)
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Show the version and end.",
            is_eager=True,
            callback=_show_version,
        ),
    ] = False,
) -> None:
    pass


def start() -> None:
    """Learn the verbs and do what the command line says."""
    from catena.cli import (  # noqa: F401  (the verbs)
        chains,
        engines,
        explain,
        many,
        maps,
        modes,
        orbits,
        running,
        upkeep,
        variators,
        views,
    )

    _sort_verbs()
    prepare()
    try:
        app()
    except OSError as error:  # outside every verb: help, arguments
        say(f"catena: {refused(error)}", "stderr")
        sys.exit(InputError.exit_code)


def _sort_verbs() -> None:
    """Verbs under their headings; one that has none comes last and is still listed."""
    order = {
        verb: (place, panel)
        for place, (panel, verb) in enumerate(
            (panel, verb) for panel, verbs in PANELS.items() for verb in verbs
        )
    }

    def place_of(info: CommandInfo) -> int:
        place, panel = order.get(_verb_of(info), (len(order), None))
        if panel is not None:
            info.rich_help_panel = panel
        return place

    app.registered_commands.sort(key=place_of)


def _verb_of(info: CommandInfo) -> str:
    """The name by which a command is called."""
    return info.name or getattr(info.callback, "__name__", "").replace("_", "-")


def out_name(text: str) -> Path:
    """A name to write to; the empty one would be the working folder."""
    if not str(text).strip() or "\0" in str(text):
        raise typer.BadParameter(f"found {text!r}; expected a name to write to")
    return Path(text)


class Speaker:
    """Answers in words on a terminal, or in one JSON object."""

    def __init__(self, as_json: bool) -> None:
        self.as_json = as_json

    def line(self, text: str) -> None:
        """A line on the way; kept off the answer in JSON mode."""
        if not self.as_json:
            say(text)

    def aside(self, text: str) -> None:
        """A remark that is not part of the answer."""
        say(text, "stderr")

    def answer(self, data: dict[str, Any]) -> None:
        """The answer itself, in JSON mode; words were spoken by ``line``."""
        if self.as_json:
            say(json_module.dumps({"ok": True, **data}, indent=2, default=str))

    def failure(self, error: CatenaError) -> None:
        """What went wrong."""
        ended = {t.exit_code: t for t in EXIT_CODES}.get(error.exit_code)
        if not self.as_json:
            words = str(error)
            if ended and not words.startswith(ended):
                words = f"{ended}: {words}"
            say(f"catena: {words}", "stderr")
            if error.kept:
                say(f"results  {error.kept}", "stderr")
            return
        data: dict[str, Any] = {"ok": False, "error": str(error)}
        data["kind"] = type(error).__name__
        if error.kept:
            data["results"] = str(error.kept)
        if ended:
            data["trust"] = ended.value
        if isinstance(error, SpecError):
            data["problems"] = [problem.as_dict() for problem in error.problems]
        say(json_module.dumps(data, indent=2))


def end_with(trust: Trust) -> None:
    """End the command with the code of that word."""
    if trust.exit_code:
        raise typer.Exit(trust.exit_code)


def _told_of(error: CatenaError, file: Path) -> CatenaError:
    """The same, headed by its file, with values as that file writes them."""
    if isinstance(error, SpecError):
        from catena.drives.loading import as_file_writes

        error = as_file_writes(error, file)
    return error.found_in(str(file))


@contextmanager
def speaking(as_json: bool, file: Path | None = None) -> Iterator[Speaker]:
    """Run a verb; every error of ours becomes one message and an exit code.

    Mistakes are headed by the file the verb works on. What the operating system
    refuses, and mistakes of our own, are caught here for every verb: no traceback.
    """
    speaker = Speaker(as_json)
    try:
        yield speaker
        if UNHEARD.reason:
            raise InputError(UNHEARD.reason)
    except (typer.Exit, typer.Abort, typer.BadParameter):
        raise
    except CatenaError as error:
        speaker.failure(_told_of(error, file) if file else error)
        raise typer.Exit(error.exit_code) from None
    except KeyboardInterrupt:
        speaker.failure(Interrupted("interrupted"))
        raise typer.Exit(EXIT_INTERRUPTED) from None
    except MemoryError:
        speaker.failure(CatenaError("not enough memory for this"))
        raise typer.Exit(CatenaError.exit_code) from None
    except OSError as error:
        speaker.failure(InputError(refused(error)))
        raise typer.Exit(InputError.exit_code) from None
    except Exception as error:
        speaker.failure(AssemblyError(mistake(error)))
        raise typer.Exit(AssemblyError.exit_code) from None
