"""The belt drive that another program published, beside the spread of its variants."""

import runpy
from pathlib import Path

import pytest

import catena as ct
from catena.drives.loading import spec_from

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "belt_drive.py"
BEYOND = 1e-3
"""Share by which the extremes of the tension may leave the spread: those of the other
program are taken at its last step, ours over two turns."""


@pytest.mark.paper
def test_speed_creep_tensions_and_loss_are_those_of_another_program() -> None:
    known = runpy.run_path(str(BENCHMARK))
    run = ct.simulate(spec_from(known["published"](240)))
    found = known["quantities"](run)
    for name, (low, high) in known["PUBLISHED"].items():
        assert low * (1.0 - BEYOND) <= found[name] <= high * (1.0 + BEYOND), name
