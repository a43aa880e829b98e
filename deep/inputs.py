"""C5, C18: files that are wrong, paths that lead away."""

from __future__ import annotations

import random
import signal
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from copy import deepcopy
from pathlib import Path
from types import FrameType
from typing import Any

from counting import Count
from typer.testing import CliRunner

import catena as ct
from catena.drives import DRIVES
from catena.errors import CatenaError
from catena.spec.writing import toml_text

LONGEST = 10
"""Time in which a file must be answered [s]."""
ODD: list[Any] = [
    0, -1, 1, 1e308, -1e308, 1e-308, float("nan"), float("inf"), 10**400, True, "",
    "1 m", "12 furlong", "nan", "\x00", "a" * 1000, [], [[]], {}, [{}], {"a": 1},
    "../../etc/passwd", "{0.__class__}",
]  # fmt: skip


class TooLongError(Exception):
    """A file kept the program busy."""


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Stop what takes longer, in time of the processor."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def answer(text: str) -> str:
    """'fine' or 'refused'; everything else is what must not happen."""
    try:
        with at_most(LONGEST):
            spec = ct.loads(text)
            DRIVES[spec.drive].build(spec)
    except CatenaError as error:
        return "refused" if str(error).strip() else "refused without words"
    except TooLongError:
        return f"took longer than {LONGEST} s"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "fine"


def paths_in(node: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """All places in nested data."""
    found = [path] if path else []
    items: Any = ()
    if isinstance(node, dict):
        items = node.items()
    elif isinstance(node, list):
        items = enumerate(node)
    for key, value in items:
        found += paths_in(value, (*path, key))
    return found


def put(data: Any, path: tuple[Any, ...], value: object) -> None:
    """Put a value at a place."""
    for key in path[:-1]:
        data = data[key]
    data[path[-1]] = value


def mutated(text: str, dice: random.Random) -> str:
    """A file with bytes or values changed."""
    if dice.random() < 0.4:
        content = bytearray(text.encode())
        for _ in range(dice.randint(1, 4)):
            at = dice.randrange(len(content))
            content[at] = dice.randrange(256)
        cut = (
            content[: dice.randrange(len(content))] if dice.random() < 0.2 else content
        )
        return bytes(cut).decode("utf-8", "replace")
    data = tomllib.loads(text)
    for _ in range(dice.randint(1, 3)):
        if places := paths_in(data):
            put(data, dice.choice(places), deepcopy(dice.choice(ODD)))
    try:
        return toml_text(data)
    except (TypeError, ValueError):
        return text


def fuzzed(share: float) -> Count:
    """C5: mutated files of all kinds and examples."""
    count = Count("C5", "wrong files answered in one sentence", 20_000)
    texts = [room.template() for room in DRIVES.values()]
    texts += [f.read_text("utf-8") for f in sorted(Path("examples").glob("*.toml"))]
    for text in texts:  # compiles what they need, which takes its time
        DRIVES[(spec := ct.loads(text)).drive].build(spec)
    dice = random.Random(5)
    for k in range(round(20_000 * share)):
        text = mutated(texts[k % len(texts)], dice)
        told = answer(text)
        count.add(told in ("fine", "refused"), f"{told} <- {text[:200]!r}")
    return count


def led_away(share: float) -> Count:
    """C18: names of results that leave the folder, through the command line."""
    from catena.cli import running  # noqa: F401  (the verbs)
    from catena.cli.app import app

    count = Count("C18", "paths that lead away or replace things are refused", 100)
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        home = Path(folder)
        (home / "x.toml").write_text(DRIVES["periodic"].template())
        (home / "file").write_text("mine")
        (home / "link").symlink_to(home / "nowhere" / "deep")
        names = bad_names(home)
        for name in random.Random(18).sample(names, max(1, round(len(names) * share))):
            told = CliRunner().invoke(app, ["run", "x.toml", "--out", name])
            kept = told.exit_code == 2 and (home / "file").read_text() == "mine"
            crash = told.exception and not isinstance(told.exception, SystemExit)
            words = f"--out {name[:80]!r}: {told.exit_code} {told.exception}"
            count.add(kept and not crash, words)
    return count


def bad_names(home: Path) -> list[str]:
    """A hundred places where results must not go."""
    files = [str(home / "file"), "file", "./file", "x.toml", str(home / "link"), "link"]
    heads = ["/proc", "/sys", "/dev/null", "/dev/full", "/proc/self/fd", "file", "link"]
    tails = ["x", "a/b", "c/d/e", "\x00", "x" * 300, "run.nc", "x\x00y", "é" * 200]
    tails += ["run.lock", "a.run", "1/2/3/4", "\n\x00"]
    joined = [f"{head}/{tail}" for head in heads for tail in tails]
    zeros = [
        f"{word}\x00{end}" for word in ("a", "..", "/tmp", "") for end in ("", "b")
    ]
    long = ["x" * size for size in (256, 300, 1000, 5000, 100_000)]
    deep = ["/".join(["y" * 200] * size) for size in (25, 50, 200)]
    return ["", *files, *joined, *zeros, *long, *deep]
