"""Fig. 20: the moment on the driving shaft
========================================

What the driving shaft of the press feels: the kinetostatic moment, as if nothing
were elastic, and the dynamic one. The measured record and the curve of the WKB method
in Fig. 20 are pictures without numbers and cannot be compared.
"""

import numpy as np
from against_print import HERE, reference, show, show_table, statement

import catena as ct
from catena.drives.transport_manipulator.build import train_of
from catena.drives.transport_manipulator.outputs import figures
from catena.periodic import shoot
from catena.periodic.mechanisms import TransmissionRates

STATE = (
    "shaft_twist",
    "hammer_deflection",
    "shaft_twist_rate",
    "hammer_deflection_rate",
)
spec = ct.load(HERE / "manipulator_case1.toml")
run = ct.simulate(spec)
show(next(f for f in figures(run) if f.name == "shaft_moment"))

# %%
# The file says the rest: the moment is k1 q1 + c1 dq1/dt, of which the spring carries
# nearly all.
dynamic, rigid = run.read("shaft_moment"), run.read("kinetostatic_moment")
spring = 7692.0 * run.read("shaft_twist")
excess = np.abs(dynamic).max() / np.abs(rigid).max()

# %%
# The full equations (52)-(54), shot from the linear solution, change little here: the
# shaft twists by less than 0.04 rad. (In a drive file: ``nonlinear = true``.)
train = train_of(spec)
start = [run.read(name)[0] for name in STATE]
orbit = shoot(TransmissionRates(train), train.period, start, steps=2000)
twist, nonlinear = run.read("shaft_twist"), orbit.states[:, 0]
gap = np.abs(twist - nonlinear).max() / np.abs(nonlinear).max()
rows = [
    statement(
        "Fig. 20: dynamic moment against kinetostatic",
        "swings around it",
        f"maximum {excess:.3f} times the kinetostatic one",
        excess > 1.0,
        "the measured curve cannot be compared",
    ),
    reference("spring moment k1 q1, minimum", -232.62, spring.min(), "N m", 1e-3),
    reference("spring moment k1 q1, maximum", 243.32, spring.max(), "N m", 1e-3),
    statement(
        "twist of the shaft, linear against full equations, manipulator",
        "small vibration",
        f"q1 up to {np.abs(twist).max():.3f} rad, difference {100 * gap:.1f} %",
        np.abs(twist).max() < 0.1,
    ),
]
show_table(rows)
