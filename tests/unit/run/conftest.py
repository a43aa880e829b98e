"""A loop that looks up after every chunk, so that tests can stop it anywhere."""

import pytest

from catena.run import clock


@pytest.fixture
def attentive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "LOOK_SECONDS", 0.0)
    monkeypatch.setattr(clock, "CHUNK_SECONDS", 1e-9)
