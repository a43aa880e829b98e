"""Contacts that close or open within a half-explicit step do the work they store."""

import numpy as np
import pytest

from catena.laws.crossing import crossing_share

STIFFNESS, STEP = 1e6, 1e-5


def _work(depths: np.ndarray, shared: bool) -> float:
    """Of the forces at all depths but the ends, as the step lets them work [J].

    Each is found with the way before it, and acts on the mean of the ways beside it.
    """
    total = 0.0
    for before, here, ahead in zip(depths[:-2], depths[1:-1], depths[2:], strict=True):
        if here > 0.0:
            share = crossing_share(here, here - before) if shared else 1.0
            total += STIFFNESS * here * share * 0.5 * (ahead - before)
    return total


@pytest.mark.parametrize("offset", [0.0, 0.1, 0.35, 0.5, 0.77, 0.999])
@pytest.mark.parametrize("speed", [-3.0, 0.4])
def test_work_of_a_crossing_is_what_is_stored(offset: float, speed: float) -> None:
    """At constant speed, wherever between two steps the surface lies."""
    way = speed * STEP
    depths = way * (np.arange(-5, 8) + offset) * np.sign(speed)
    depths = depths[np.argsort(np.sign(speed) * depths)]
    deepest = depths.max()
    stored = np.sign(speed) * 0.5 * STIFFNESS * deepest**2
    # half of the force at the deepest place works on the way towards it
    half = 0.5 * STIFFNESS * deepest * way
    assert _work(depths, True) + half == pytest.approx(stored, rel=1e-12)
    if 0.05 < offset < 0.95:
        assert abs(_work(depths, False) + half - stored) > 1e-3 * abs(stored)


def test_without_shares_a_crossing_overrates_its_work_by_a_twelfth() -> None:
    """k (v dt)^2 / 12 in the mean over all places of the surface between two steps."""
    way, extra = 3e-5, []
    for offset in (np.arange(200) + 0.5) / 200:
        depths = way * (np.arange(-3, 4) + offset)
        deepest = depths[-1]
        work = _work(depths, False) + 0.5 * STIFFNESS * deepest * way
        extra.append(work - 0.5 * STIFFNESS * deepest**2)
    assert np.mean(extra) == pytest.approx(STIFFNESS * way**2 / 12.0, rel=1e-4)


def test_contacts_that_stay_closed_keep_their_force() -> None:
    assert crossing_share(1e-3, 9.9e-4) == 1.0
    assert crossing_share(1e-3, 0.0) == 1.0
    assert crossing_share(1e-3, -1e-3) == pytest.approx(1.0)
    assert crossing_share(1e-9, 1.0) == pytest.approx(0.5)
