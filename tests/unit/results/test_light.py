from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import catena

PROBE = """
import sys
import catena.exchange, catena.results.run, catena.results.files.writer
import catena.results.figures, catena.results.provenance
heavy = {"h5py", "h5netcdf", "xarray", "pandas", "pyarrow", "numba", "matplotlib"}
print(sorted(heavy & set(sys.modules)))
"""


def test_importing_the_room_imports_nothing_heavy():
    environment = {**os.environ, "PYTHONPATH": str(Path(catena.__file__).parents[1])}
    command = [sys.executable, "-c", PROBE]
    done = subprocess.run(command, env=environment, capture_output=True, check=True)
    assert done.stdout.decode().strip() == "[]"
