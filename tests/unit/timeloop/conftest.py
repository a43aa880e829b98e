"""A loop that looks up after every chunk, so that tests can stop it anywhere."""

import pytest

from catena.timeloop import pace


@pytest.fixture
def attentive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "LOOK_SECONDS", 0.0)
    monkeypatch.setattr(pace, "CHUNK_SECONDS", 1e-9)
