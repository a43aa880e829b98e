"""Kinetic damping takes energy out of every motion, however fast."""

import catena as ct
from catena.drives.roller_chain.build import build_planar
from catena.drives.roller_chain.start.equilibrium import (
    path_state,
    still_system,
    torques_at,
)
from catena.integrators.planar_chain.assembly import work_for
from catena.integrators.planar_chain.relaxation import relax

IDLER_ON_AN_ARM = """
drive = "roller_chain"
chain = { standard = "ISO 606 08B-1" }
[[sprocket]]
name = "in"
tooth_count = 17
centre = [0, 0]
boundary = { kind = "speed", speed = "450 rpm" }
[[sprocket]]
name = "roll"
tooth_count = 15
centre = ["170 mm", "-52 mm"]
side = "outside"
inertia = "1e-4 kg m^2"
[[sprocket]]
name = "out"
tooth_count = 35
centre = ["340 mm", "10 mm"]
inertia = "0.02 kg m^2"
boundary = { kind = "load", torque = "25 N m" }
[[arm]]
name = "tens"
pivot = ["120 mm", "-110 mm"]
sprockets = ["roll"]
inertia = "3e-3 kg m^2"
preload = "4 N m"
stiffness = "2 N m/rad"
[contact.tooth]
damping = "800 N s/m"
[solve]
gravity = [0, -9.81]
"""


def test_what_has_come_to_rest_stays_there():
    """The arm swings against its wheel in 10.3 steps, about the way between two looks.

    Stops where it turned back, from which it began with half a step's velocity too
    much, made it grow to 520 kN.
    """
    spec = ct.loads(IDLER_ON_AN_ARM)
    job = build_planar(spec)
    still = still_system(spec, job.placed, job.system)
    state, work = path_state(spec, job.placed, job.system), work_for(job.system)
    given = torques_at(job.system, state)
    for _ in range(4):
        left, _ = relax(still.system, state, work, given, still.step, 20_000, 0.0)
    assert left < 0.01
