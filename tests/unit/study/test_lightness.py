import subprocess
import sys

HEAVY = ("numba", "xarray", "matplotlib", "dask", "distributed", "scipy.stats")
PROGRAM = f"""
import sys
import catena.study.runner, catena.study.figures
print([name for name in {HEAVY} if name in sys.modules])
"""


def test_planning_and_running_import_nothing_heavy():
    shown = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == "[]"
