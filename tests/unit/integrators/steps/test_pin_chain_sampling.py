"""The speed of a chain from its pins: along lines, and around pulleys."""

from types import SimpleNamespace

import numpy as np
import pytest
from tests.plain import plain

from catena.integrators.steps.pin_chain_sampling import chain_speed

pytestmark = plain

RADIUS, RATE = 0.06, 90.0


def around(alpha, arm, bars):
    """Links that turn about the origin, each by alpha from the one before."""
    places = alpha * np.arange(7.0)
    pin = RADIUS * np.exp(1j * places)
    e = 1j * np.exp(1j * (places + 0.5 * alpha))
    u = 1j * RATE * (pin - arm * e)
    pose = np.stack([e.real, e.imag])
    table = np.zeros(7 if bars else 0, dtype=[("e_x", float), ("e_y", float)])
    loads = table.view(np.recarray)
    if bars:
        loads.e_x, loads.e_y = pose
    body = SimpleNamespace(u=np.stack([u.real, u.imag, np.full(7, RATE)]))
    system = SimpleNamespace(law=SimpleNamespace(place=np.full(7, arm)), bars=table)
    return system, SimpleNamespace(body=body, pose=pose, bar_loads=loads)


@pytest.mark.parametrize("arm", [0.0, 4e-3])
@pytest.mark.parametrize("bars", [False, True])
def test_links_that_turn_by_little_leave_the_fourth_power_of_it(arm, bars):
    errors = []
    for alpha in (0.2, 0.1):
        wanted = RATE * 2.0 * RADIUS * np.sin(0.5 * alpha) / alpha
        errors.append(chain_speed(*around(alpha, arm, bars)) / wanted - 1.0)
    assert abs(errors[0]) < 0.2**4
    assert errors[0] / errors[1] == pytest.approx(16.0, rel=0.02)


@pytest.mark.parametrize("angle", [0.0, 0.9, -2.3])
def test_a_straight_chain_moves_as_its_links(angle):
    e = np.exp(1j * angle) * np.ones(4)
    body = SimpleNamespace(u=np.stack([7.0 * e.real, 7.0 * e.imag, np.zeros(4)]))
    work = SimpleNamespace(body=body, pose=np.stack([e.real, e.imag]), bar_loads=None)
    place = SimpleNamespace(place=np.full(4, 3e-3))
    system = SimpleNamespace(law=place, bars=np.zeros(0))
    assert chain_speed(system, work) == pytest.approx(7.0, rel=1e-14)
