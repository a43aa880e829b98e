"""What is sampled of a chain: its speed, strands, pins and pulleys."""

from types import SimpleNamespace

import numpy as np
import pytest
from tests.plain import plain

from catena.bodies.sheave import SHEAVE
from catena.integrators.steps.pin_chain_samples import ChainPulley, Pin, Total
from catena.integrators.steps.pin_chain_sampling import (
    chain_speed,
    largest_normal,
    take_pins,
    take_pressed,
    take_strands,
    tension,
)
from catena.integrators.steps.pin_chain_tables import Counter
from catena.integrators.steps.pulley_samples import Pulley
from catena.numerics.records import record, table
from catena.rows.flank import FLANK

pytestmark = plain

TENSE = record(tension=float)
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


def loaded_chain(bars):
    """Five links with tensions 1 to 5 times 100 N, places and turns at random."""
    draws = np.random.default_rng(6)
    pose = np.exp(1j * draws.uniform(0.0, 6.0, 5))
    loads = table(TENSE, 5, tension=100.0 * np.arange(1.0, 6.0))
    none = table(TENSE)
    body = SimpleNamespace(q=draws.normal(size=(3, 5)), u=draws.normal(size=(3, 5)))
    sheaves = table(SHEAVE, 2, c_x=[-1.0, 3.0], tan=[0.2, 0.5])
    sheaves.cos = 1.0 / np.hypot(1.0, sheaves.tan)
    law = SimpleNamespace(place=draws.normal(size=5))
    system = SimpleNamespace(
        law=law, sheaves=sheaves, bars=loads if bars else none,
        rockers=none if bars else loads,
    )  # fmt: skip
    work = SimpleNamespace(
        body=body, pose=np.stack([pose.real, pose.imag]), bar_loads=loads,
        rocker_loads=loads, rows=table(FLANK, 4), counter=np.zeros(5, dtype=int),
    )  # fmt: skip
    return system, work


def test_links_pull_as_their_bars_or_as_the_joints_at_their_ends():
    system, work = loaded_chain(bars=True)
    assert [tension(system, work, i) for i in range(5)] == [100, 200, 300, 400, 500]
    system, work = loaded_chain(bars=False)
    assert [tension(system, work, i) for i in range(5)] == [150, 250, 350, 450, 300]


def test_the_largest_normal_force_carries_radial_friction_too():
    """Radial friction that acts outwards on the pin presses the cone the more."""
    system, work = loaded_chain(bars=True)
    work.rows.b, work.rows.force = [0, 1, 1, 0], [900.0, 850.0, 100.0, 9e9]
    work.rows.P_g, work.rows.aspect = [-2e-3, 4e-3, 5e-3, 0.0], [1.0, 0.5, 0.5, 1.0]
    work.counter[Counter.ROWS] = 3
    dt, cos, sin = 1e-5, system.sheaves[1].cos, np.sin(np.arctan(0.5))
    outwards = 0.5 * 4e-3 / dt
    wanted = (850.0 * cos + outwards * sin) / cos
    assert wanted > 900.0
    assert largest_normal(system, work, dt) == pytest.approx(wanted)


@pytest.mark.parametrize("bars", [False, True])
def test_strands_pull_as_the_mean_of_the_links_of_their_middle_half(bars):
    """The axes stand at -1 and 3: links between 0 and 2 count."""
    system, work = loaded_chain(bars)
    system.law.place[:] = 0.3
    pins = np.array([[0.2, 0.9, 1.9, 1.4, 2.1], [0.5, 0.7, 0.6, -0.4, 0.8]])
    work.body.q[:2] = pins - 0.3 * work.pose
    pulls = [tension(system, work, i) for i in range(5)]
    total = np.full(len(Total), np.nan)
    take_strands(system, work, total)
    assert total[Total.UPPER] == pytest.approx(np.mean(pulls[:3]))
    assert total[Total.LOWER] == pytest.approx(pulls[3])
    assert total[Total.HIGHEST] == pytest.approx(0.7)
    assert total[Total.LOWEST] == pytest.approx(-0.4)
    work.body.q[1] += 5.0
    take_strands(system, work, total)
    assert total[Total.LOWER] == total[Total.LOWEST] == 0.0  # nobody is there
    assert total[Total.UPPER] == pytest.approx(np.mean(pulls[:4]))


def test_snapshots_hold_pins_by_their_place_on_the_link():
    """Directions run from pin to pin, forces go to those who touch."""
    system, work = loaded_chain(bars=True)
    draws = np.random.default_rng(2)
    P, dt = draws.normal(size=(5, 2)), 1e-5
    state = SimpleNamespace(memory=SimpleNamespace(P=P))
    work.rows.a, work.rows.b = [3, 1, 0, 0], [0, 1, 0, 0]
    work.rows.force, work.rows.aspect = [70.0, 90.0, 9e9, 9e9], [0.5, 1.0, 7.0, 7.0]
    work.rows.rho = [0.04, 0.05, 1.0, 1.0]
    work.counter[Counter.ROWS] = 2
    out = np.full((len(Pin), 5), np.nan)
    take_pins(system, state, work, out, dt)
    e = work.pose[0] + 1j * work.pose[1]
    pins = work.body.q[0] + 1j * work.body.q[1] + system.law.place * e
    assert out[Pin.X] + 1j * out[Pin.Y] == pytest.approx(pins)
    assert out[Pin.ANGLE] == pytest.approx(np.angle(np.roll(pins, -1) - pins))
    assert out[Pin.TENSION].tolist() == [100, 200, 300, 400, 500]
    assert out[Pin.TRAVEL] == pytest.approx(P[:, 0] / dt)
    assert out[Pin.OUT] == pytest.approx(P[:, 1] / dt * [1.0, 1.0, 1.0, 0.5, 1.0])
    cos = system.sheaves.cos
    assert out[Pin.AXIAL] == pytest.approx([0, 90.0 * cos[1], 0, 70.0 * cos[0], 0])
    assert out[Pin.RADIUS] == pytest.approx([0, 0.05, 0, 0.04, 0])


def test_pins_that_press_are_counted_with_their_mean_radius():
    _, work = loaded_chain(bars=True)
    work.rows.b, work.rows.force = [0, 1, 1, 1], [5.0, 3.0, 0.0, 4.0]
    work.rows.rho = [0.03, 0.05, 9.0, 0.06]
    work.counter[Counter.ROWS] = 4
    out = np.full((len(Pulley) + len(ChainPulley), 2), 9.0)
    take_pressed(work, out)
    assert out[ChainPulley.PINS].tolist() == [1, 2]
    assert out[ChainPulley.RADIUS] == pytest.approx([0.03, 0.055])
    work.rows.force = 0.0
    take_pressed(work, out)
    assert not out[[ChainPulley.PINS, ChainPulley.RADIUS]].any()
