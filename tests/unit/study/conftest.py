import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import toy_drive

from catena.drives import DRIVES, Room


@pytest.fixture
def toy(monkeypatch):
    """A checked specification of the toy drive, known to this process only."""
    monkeypatch.setitem(DRIVES, "toy", Room("toy", "costs nothing"))
    for name, module in toy_drive.as_modules().items():
        monkeypatch.setitem(sys.modules, name, module)
    return toy_drive.Spec(drive="toy", speed="100 rad/s")
