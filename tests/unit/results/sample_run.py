"""A small run with every kind of variable, and the law its numbers follow."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from catena.results.catalogue import Catalogue, Coordinate, Variable
from catena.results.files.writer import RunWriter
from catena.results.health import Check, KeyNumber, Outcome

OUTCOME = Outcome(
    "stable",
    (KeyNumber("peak", "largest torque", 12.5, "N m"),),
    (Check("energy", "energy residual", 1e-9, 1e-6, True),),
    ("one warning",),
)


def make_catalogue() -> Catalogue:
    return Catalogue(
        sizes={"time": None, "event": None, "link": 3, "speed": 4},
        coordinates={
            "link": Coordinate(["inner", "outer", "ü"], label="link"),
            "speed": Coordinate(np.linspace(1.0, 2.0, 4), "rad/s", "shaft speed"),
        },
        variables=(
            Variable("time", ("time",), "s", "time", "t"),
            Variable("force", ("time", "link"), "N", "link force", "F", "[X] (1)"),
            Variable("code", ("event",), "1", "event code", dtype="int8"),
            Variable("chart", ("speed", "link"), "1", "growth", gaps=True),
            Variable("ratio", (), "1", "transmission ratio"),
        ),
    )


def block(start: int, count: int) -> dict[str, np.ndarray]:
    """Samples whose values follow from their index alone."""
    index = np.arange(start, start + count, dtype=float)
    return {
        "time": index * 1e-3,
        "force": np.sin(index[:, None] + np.array([0.0, 1.0, 2.0])) * 1e3,
    }


def fill(writer: RunWriter, blocks: int, count: int = 50) -> None:
    for number in range(blocks):
        writer.append(block(number * count, count))
        writer.append({"code": np.array([number % 100], dtype=np.int8)})


def put_all(writer: RunWriter) -> None:
    chart = np.arange(12.0).reshape(4, 3)
    chart[1, 1] = np.nan
    writer.put("chart", chart)
    writer.put("ratio", 2.5)


def complete_run(folder: Path, blocks: int = 6, **options: object) -> Path:
    writer = RunWriter.create(folder, make_catalogue(), {"spec": "a = 1\n"}, **options)
    fill(writer, blocks)
    put_all(writer)
    return writer.finish(OUTCOME, {"wall_time": 1.5})


def killed_run(folder: Path, blocks: int = 6) -> Path:
    """What a kill leaves: the file as last committed, nothing closed properly."""
    writer = RunWriter.create(folder, make_catalogue(), {"spec": "a = 1\n"})
    fill(writer, blocks)
    put_all(writer)
    writer._release()
    return writer.path
