"""The belt drive that another program published, beside the spread of its variants."""

import runpy
from pathlib import Path

import pytest

import catena as ct
from catena.drives.loading import spec_from

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "belt_drive.py"


@pytest.mark.paper
def test_speed_creep_tensions_and_loss_are_those_of_another_program() -> None:
    known = runpy.run_path(str(BENCHMARK))
    run = ct.simulate(spec_from(known["published"](240)))
    found = known["quantities"](run)
    for name, (low, high) in known["PUBLISHED"].items():
        assert low <= found[name] <= high, name
