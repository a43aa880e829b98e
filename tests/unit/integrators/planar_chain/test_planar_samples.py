"""What a sample of a planar chain takes from contacts, for points chosen at random."""

from types import SimpleNamespace

import numpy as np
import pytest
from tests.plain import plain

from catena.couplings.pin_joint import JOINT_LOAD
from catena.integrators.planar_chain import sampling
from catena.integrators.planar_chain.samples import (
    Link,
    Rotor,
    Total,
    empty_samples,
)
from catena.integrators.planar_chain.sampling import (
    _take_climbs,
    _take_contacts,
    begin_sample,
    take_sample,
)
from catena.integrators.planar_chain.tables import Part
from catena.numerics.records import table
from catena.rows.planar import Counter

pytestmark = plain

LINKS, RADIUS, PITCH_RADIUS, DT = 10, 0.004, (0.03, 0.02), 1e-5
OFF = np.array([[0.0, 0.0], [2e-3, -1e-3]])
"""Centres of the teeth in the rotors; the second is out of true."""
ANGLE = 0.8
FIELDS = (
    ["b", "slot", "group"],
    ["force", "P", "n_x", "n_y", "b_n", "b_t"],
)
SLOTS = [3, 4, 5, 6, 7, 8, 2]
WHEELS = [1, 1, 1, 1, 1, 0, 0]
FORCES = [10.0, 20.0, 30.0, 0.0, 50.0, 60.0, 70.0]


@pytest.fixture
def contacts():
    """Five on the second wheel, one of them open, two on the first; a rail, too."""
    dice = np.random.default_rng(3)
    kind = [(name, int) for name in FIELDS[0]] + [(name, float) for name in FIELDS[1]]
    rows = np.zeros(9, dtype=kind).view(np.recarray)
    points = 0.06 * dice.standard_normal((9, 2))
    angle = dice.uniform(0.0, 6.0, 9)
    n_x, n_y = np.cos(angle), np.sin(angle)
    rows.b[:7], rows.slot[:7], rows.force[:7] = WHEELS, SLOTS, FORCES
    rows.b += LINKS
    rows.group = int(Part.TOOTH)
    rows.group[6] = int(Part.RAIL)
    rows.P[:7] = dice.uniform(-1e-4, 1e-4, 7)
    rows.n_x, rows.n_y = n_x, n_y
    rows.b_n = points[:, 0] * n_y - points[:, 1] * n_x
    rows.b_t = points[:, 0] * n_x + points[:, 1] * n_y
    counter = np.zeros(8, dtype=int)
    counter[Counter.ROWS] = 7
    pose = np.zeros((2, LINKS + 2))
    pose[:, LINKS:] = [[1.0, np.cos(ANGLE)], [0.0, np.sin(ANGLE)]]
    return SimpleNamespace(rows=rows, counter=counter, pose=pose), points


def test_the_highest_roller_between_two_others_is_noted(contacts):
    work, points = contacts
    rows = work.rows
    wheels = np.zeros(2, dtype=[("off_x", float), ("off_y", float)]).view(np.recarray)
    wheels.off_x, wheels.off_y = OFF.T
    rotors = np.zeros(2, dtype=[("r_pitch", float)]).view(np.recarray)
    rotors.r_pitch = PITCH_RADIUS
    teeth = SimpleNamespace(radius=RADIUS, wheels=wheels)
    system = SimpleNamespace(half=np.zeros(LINKS), teeth=teeth, rotors=rotors)
    rotor = np.zeros((len(Rotor), 2))
    _take_climbs(system, work, rotor)
    c, s = np.cos(ANGLE), np.sin(ANGLE)
    centre = np.array([[c, -s], [s, c]]) @ OFF[1]
    middles = points + RADIUS * np.stack([rows.n_x, rows.n_y], axis=1)
    heights = np.hypot(*(middles - centre).T) - PITCH_RADIUS[1]
    inner = heights[[1, 2]]  # pressed, with others on the wheel before and behind
    assert inner.max() > 0.0
    assert rotor[Rotor.CLIMB] == pytest.approx([0.0, inner.max()], rel=1e-12)
    rows.force[1 + int(np.argmax(inner))] = 0.0
    rotor[:] = 0.0
    _take_climbs(system, work, rotor)
    assert rotor[Rotor.CLIMB, 1] == pytest.approx(max(inner.min(), 0.0), rel=1e-12)


def test_contacts_press_links_and_turn_rotors(contacts):
    """Force and moment on a rotor are those of the forces at its points."""
    work, points = contacts
    rows, link, rotor = work.rows, np.zeros((8, LINKS)), np.zeros((len(Rotor), 2))
    _take_contacts(work, link, rotor, DT)
    teeth, rails = np.zeros(LINKS), np.zeros(LINKS)
    teeth[SLOTS[:6]], rails[SLOTS[6]] = FORCES[:6], FORCES[6]
    assert link[Link.TOOTH_FORCE] == pytest.approx(teeth)
    assert link[Link.RAIL_FORCE] == pytest.approx(rails)
    n = np.stack([rows.n_x, rows.n_y], axis=1)
    t = np.stack([-rows.n_y, rows.n_x], axis=1)
    force = -rows.force[:, None] * n + rows.P[:, None] / DT * t
    for r in (0, 1):
        mine = (rows.b == LINKS + r)[:7].nonzero()[0]
        total = force[mine].sum(axis=0)
        assert rotor[Rotor.FORCE_X, r] == pytest.approx(total[0], rel=1e-9)
        assert rotor[Rotor.FORCE_Y, r] == pytest.approx(total[1], rel=1e-9)
        turn = points[mine, 0] * force[mine, 1] - points[mine, 1] * force[mine, 0]
        assert rotor[Rotor.REACTION, r] == pytest.approx(turn.sum(), rel=1e-9)


@pytest.mark.parametrize("rigid", [False, True])
def test_totals_are_the_largest_since_the_last_sample(monkeypatch, rigid):
    """Of joints by the root of their squares; of rigid contacts by their means."""
    for name in ("links", "rotors", "contacts", "climbs", "bearings"):
        monkeypatch.setattr(sampling, f"_take_{name}", lambda *_: None)
    monkeypatch.setattr(sampling, "stored_energy", lambda *_: 42.0)
    sums = SimpleNamespace(link=np.array([[3.0, 8, 1], [2, 1, 9]]) * 1e-4,
                           rotor=np.zeros((4, 1)))  # fmt: skip
    work = SimpleNamespace(
        joints=table(JOINT_LOAD, 3, peak=[16.0, 49.0, 25.0]), sums=sums,
        extreme=np.array([70.0, 3e-6]), piston=np.array([5.0]),
    )  # fmt: skip
    memory = SimpleNamespace(pressure=np.array([2e5]), gap=np.zeros(3))
    loss = np.arange(10.0).reshape(2, 5)
    ledger = SimpleNamespace(loss=loss, input_work=np.zeros(1))
    state = SimpleNamespace(t=np.array([0.3]), memory=memory, ledger=ledger)
    system = SimpleNamespace(options=SimpleNamespace(rigid=rigid))
    samples = empty_samples(2, state)
    take_sample(system, state, work, samples, 1, 1e-6, 50)
    total = samples.total[1]
    assert total[[Total.TIME, Total.STORED]].tolist() == [0.3, 42.0]
    assert total[Total.PEAK_JOINT] == pytest.approx(7.0)
    means = 9e-4 / (50 * 1e-6)
    assert total[Total.PEAK_CONTACT] == pytest.approx(means if rigid else 70.0)
    assert total[Total.PEAK_DEPTH] == 3e-6
    assert samples.guide[1, :, 0].tolist() == [5.0, 2e5]
    assert samples.loss[1].ravel().tolist() == list(range(10))
    assert not samples.total[0].any()
    begin_sample(work)
    assert not work.joints.peak.any()
    assert not sums.link.any()
    assert work.extreme.tolist() == [0.0, 3e-6]
