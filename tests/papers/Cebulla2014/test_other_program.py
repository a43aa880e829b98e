"""The study variator in another program of the same equations: numbers.

It starts from grooves that have not yet given way, with rings at 2600 N; so do these
runs. Its influence coefficients hold at 50 mm; that they grow with the square of the
radius is not noted, it follows from its figures at LOW and OD (theory page).
"""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[3] / "examples"))

from pushbelt_measured import Measured, measured

pytestmark = pytest.mark.paper

NOTED = {
    ("MED", "tilting"): (1.293, 206.42),
    ("MED", "coupled"): (1.268, 205.58),
    ("MED", "rigid"): (1.342, 208.44),
    ("LOW", "rigid"): (0.893, 86.68),
    ("LOW", "coupled"): (0.953, 84.79),
    ("OD", "rigid"): (1.568, 217.33),
    ("OD", "coupled"): (1.121, 214.78),
}
"""Thrust ratio and secondary speed [rad/s]."""


def started_alike(case: str, sheaves: str) -> Measured:
    return measured(case, sheaves, grooves="unloaded", ring_tension=2600.0)


@pytest.mark.parametrize(("case", "sheaves"), NOTED)
def test_thrust_ratio(case: str, sheaves: str) -> None:
    thrust, _ = NOTED[case, sheaves]
    assert started_alike(case, sheaves).thrust[-1] == pytest.approx(thrust, rel=0.01)


@pytest.mark.parametrize(("case", "sheaves"), NOTED)
def test_secondary_speed(case: str, sheaves: str) -> None:
    _, speed = NOTED[case, sheaves]
    assert started_alike(case, sheaves).speed == pytest.approx(speed, rel=0.001)


def test_push_force_and_tension() -> None:
    """They share a preload that is not robust: a quarter."""
    found = started_alike("MED", "tilting")
    assert found.most_push == pytest.approx(1215.0, rel=0.25)
    assert found.tension == pytest.approx((2160.0, 2740.0), rel=0.25)


def test_push_force_along_the_secondary_pulley() -> None:
    """LOW: eight parts of the arc."""
    noted = [1738, 2075, 2395, 2583, 2580, 2372, 1935, 815]
    assert started_alike("LOW", "coupled").push == pytest.approx(noted, rel=0.05)


def test_spiral_running() -> None:
    """Variation of the ring's radius on the secondary pulley."""
    assert started_alike("LOW", "coupled").spiral[1] == pytest.approx(1.4e-3, rel=0.10)
    assert started_alike("MED", "coupled").spiral[1] == pytest.approx(0.3e-3, rel=0.25)


@pytest.mark.parametrize("sheaves", ["tilting", "coupled"])
def test_efficiency(sheaves: str) -> None:
    assert 0.97 < started_alike("MED", sheaves).efficiency < 0.99
