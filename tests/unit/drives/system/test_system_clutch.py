"""Wheels pressed on each other: a clutch slips, locks, and stays locked."""

import numpy as np

import catena as ct

CLUTCH = """
drive = "system"
[[wheel]]
name = "engine"
inertia = "0.15 kg m^2"
spin = "100 rad/s"
[[wheel]]
name = "disc"
inertia = "0.05 kg m^2"
[[press]]
name = "facing"
a = "disc"
face = "engine"
point_a = ["100 mm", 0]
force = "2 kN"
friction = { law = "coulomb", coefficient = 0.3 }
[solve]
step = "0.1 ms"
duration = "0.4 s"
record_every = 5
"""


def test_clutch_slips_evenly_and_locks(tmp_path):
    run = ct.simulate(ct.loads(CLUTCH), out=tmp_path / "run")
    t, spin = run.read("time"), run.read("spin")
    locked = 0.0625  # 60 N m take 400 rad/s^2 from the engine, give the disc 1200
    slipping = t < locked - 1e-3
    np.testing.assert_allclose(spin[slipping, 0], 100.0 - 400.0 * t[slipping], 1e-9)
    np.testing.assert_allclose(spin[slipping, 1], 1200.0 * t[slipping], atol=1e-9)
    np.testing.assert_allclose(spin[t > locked + 1e-3], 75.0, rtol=1e-9)
    assert run.outcome.healthy
