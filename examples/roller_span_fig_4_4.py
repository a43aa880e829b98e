"""Fig. 4.4: the path of a roller
==============================

No. 40 chain with larger friction, 19.5 pitches, constant torques ([KimJohnson1993]
section 4.2). After its release a link goes on turning with the driven sprocket: the
roller dips below the path of the kinematic model, the more the faster the drive runs.
The speeds of the paper's panels follow from torques it does not state.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
from against_print import reference, show, show_table, statement

import catena as ct
from catena.drives.roller_span.outputs import figures

RPM = np.pi / 30.0
spec = ct.load(Path(__file__).parent / "roller_span_fig_4_4.toml")
kinematic_low = 0.5 * 12.7e-3 / np.tan(np.pi / 24)
dips = {}
for rpm in (50, 101, 300, 527):
    torque = 9.0 + 0.0329 * rpm * RPM
    run = ct.simulate(
        spec.with_values({"motor.torque": torque, "run.initial_speed": rpm * RPM})
    )
    late = run.read("time") > 1.5
    dips[rpm] = 1e3 * (kinematic_low - run.read("lowest")[late].min())
    path = next(f for f in figures(run) if f.name == "roller_trajectory")
    name, title = f"roller_span_fig_4_4_{rpm}", f"Path of a roller, about {rpm} rpm"
    show(replace(path, name=name, title=title))

# %%
found = ", ".join(f"{dip:.2f}" for dip in dips.values())
show_table(
    [
        statement(
            "dip after the release",
            "grows with speed",
            f"{found} mm",
            bool(np.all(np.diff(list(dips.values())) > 0.0)),
        ),
        reference("dip at about 300 rpm", 0.9, dips[300], "mm", 0.11),
        reference("dip at about 527 rpm", 1.3, dips[527], "mm", 0.08),
    ]
)
