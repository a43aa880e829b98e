"""What all tests share.

Property tests draw the same examples every time; ``random`` draws new ones:

    HYPOTHESIS_PROFILE=random make test

Two workers share the tests (``make test``). Kernels are compiled by the first test that
needs them and kept; so that no kernel is compiled by both workers, the tests of one
family of drives stay together and come first, and tests that need many families last.
"""

import gc
import os
import signal
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

for library in ("OPENBLAS", "MKL", "OMP"):  # workers share the processors already:
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")  # waiting threads take them

gc.set_threshold(5_000, 20, 20)
"""Tests and compiled kernels stay to the end; looking through all of them for waste
took a sixth of the time of the processor."""

settings.register_profile("same", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("random", deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

# A shell that starts tests in the background has them ignore Ctrl-C; tests send it.
signal.signal(signal.SIGINT, signal.default_int_handler)

TESTS = Path(__file__).parent
UNIT = TESTS / "unit"
FAMILIES = {
    "systems": ("drives/system", "drives/spatial_system", "planar", "rods", "dynamics"),
    "chains": ("drives/roller_chain", "drives/roller_span"),
    "pushbelts": (
        "drives/pushbelt_cvt",
        "drives/variator",
        "integrators/steps/test_belt",
        "integrators/steps/test_element",
        "integrators/steps/test_spatial_belt",
        "pairs/test_spatial_element",
    ),
    "chain variators": ("drives/chain_cvt", "integrators/steps/test_pin"),
    "belts": ("drives/belt_drive",),
    "steps": ("integrators",),
    "solvers": ("solvers", "contact"),
    "parts": ("pairs", "rows", "couplings", "bodies", "laws"),
    "periodic": ("periodic",),
}
"""How the paths of tests begin that need the same kernels; most to compile first."""
READERS = [
    path
    for path in (TESTS / "contracts").glob("test_*.py")
    if "tests.contracts.sources" in path.read_text(encoding="utf-8")
]
"""Contracts that read the whole source, which one worker does for all of them."""


@cache
def family_of(path: Path) -> str:
    """The family of a test; none for tests of many drives."""
    place = path.relative_to(UNIT).as_posix() if path.is_relative_to(UNIT) else ""
    for name, beginnings in FAMILIES.items():
        if place.startswith(beginnings):
            return name
    return ""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Families first, in their order; then the other files, one by one."""
    order = [*FAMILIES, ""]
    items.sort(key=lambda item: order.index(family_of(item.path)))


def pytest_collection_finish() -> None:
    """What was collected is no waste until the end."""
    gc.freeze()


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Workers take whole families and files, in the order of the list.

    The groups that xdist 3.8 itself offers are written into the names of tests, which
    pytest 9.2 no longer lets it change: both workers would compile everything.
    """
    from xdist.scheduler import LoadScopeScheduling

    class FamilyScheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.split("::", 1)[0]
            if (path := TESTS.parent / file) in READERS:
                return "readers of the source"
            return family_of(path) or file

    return FamilyScheduling(config, log)
