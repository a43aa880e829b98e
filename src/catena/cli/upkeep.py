"""Verbs about the program itself: schema, warmup, doctor."""

from __future__ import annotations

import json as json_module
import os
import platform
import shutil
import tempfile
import time
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

from catena._version import __version__
from catena.cli.app import AsJson, app, speaking
from catena.cli.streams import say
from catena.errors import install_hint

EXTRAS = {
    "plot": "matplotlib",
    "study": "distributed",
    "io": "pyarrow",
    "view": "imageio_ffmpeg",
}
"""Extra, and the module that shows it is installed."""
CORE = ("numpy", "scipy", "numba", "pydantic", "pint", "h5py", "h5netcdf", "xarray")


@app.command()
def schema(
    drive: Annotated[str, typer.Argument(help="Only this kind of drive.")] = "",
    json: AsJson = False,
) -> None:
    """Print the JSON schema of drive files, for completion in editors."""
    from catena.drives.schema import drive_schema

    with speaking(json):
        say(json_module.dumps(drive_schema(drive), indent=2))


@app.command()
def warmup(json: AsJson = False) -> None:
    """Compile the kernels of all drives, so that later runs start at once."""
    from catena.drives import DRIVES
    from catena.drives.loading import loads
    from catena.drives.running import simulate
    from catena.jit import cache_root

    with speaking(json) as speaker:
        seconds = {}
        for room in DRIVES.values():
            start = time.perf_counter()
            simulate(loads(room.template()))
            room.warm_up()
            seconds[room.name] = round(time.perf_counter() - start, 3)
            speaker.line(f"{room.name:24} {seconds[room.name]:.2f} s")
        speaker.line(f"kernels  {cache_root()}")
        speaker.answer({"seconds": seconds, "kernels": str(cache_root())})


@app.command()
def doctor(json: AsJson = False) -> None:
    """Tell what this installation has, and what is missing."""
    from catena.jit import cache_root

    with speaking(json) as speaker:
        facts: dict[str, Any] = {
            "catena": __version__,
            "python": platform.python_version(),
            "platform": platform.platform(),
            "cores": os.cpu_count(),
            **{name: metadata.version(name) for name in CORE},
            "kernel cache": str(cache_root()),
            "free disk": f"{shutil.disk_usage(Path.cwd()).free / 1e9:.1f} GB",
            "temporary folder": tempfile.gettempdir(),
        }
        for extra, module in EXTRAS.items():
            found = find_spec(module) is not None
            hint = f"missing: {install_hint(extra)}"
            facts[f"extra {extra}"] = "installed" if found else hint
        for name, value in facts.items():
            speaker.line(f"{name:18} {value}")
        speaker.answer(facts)
