"""Fig. 4.1: an engagement is a series of collisions
=================================================

No. 80 chain with viscous friction at 384 rpm ([KimJohnson1993] section 4.1). The roller
meets the driver, rebounds, and meets it again; the series ends with the first collision
slower than 5 % of the driver speed. That cut-off and the drive torque are not in the
paper; here the speed is prescribed. The curves of our copy cannot be read, so numbers
are compared with an independent computation.
"""

from pathlib import Path

import numpy as np
from against_print import reference, show, show_table, statement

import catena as ct
from catena.drives.roller_span.outputs import figures

run = ct.simulate(ct.load(Path(__file__).parent / "roller_span_fig_4_1.toml"))
print(run.outcome.verdict)

# %%
# Speed of the engaging link, speed of the driver, separation angle.
drawn = {figure.name: figure for figure in figures(run)}
show(drawn["engagement_speeds"], drawn["separation_angle"])

# %%
last = run.read("collision_engagement") == run.samples["engagement"] - 1
approach = -run.read("collision_approach_speed")[last]
duration = run.read("engagement_end_time")[-1] - run.read("engagement_first_time")[-1]
phase = run.read("engagement_phase")[-1]
show_table(
    [
        statement(
            "engagement",
            "a series of collisions and rebounds",
            f"{approach.size} collisions",
            approach.size > 1,
            "cut-off 0.05",
        ),
        statement(
            "collisions weaken after the second",
            "Fig. 4.1",
            " ".join(f"{value:.2f}" for value in approach) + " rad/s",
            bool(np.all(np.diff(approach[1:]) < 0.0)),
        ),
        reference("duration", 1.795e-3, duration, "s", 0.01),
        reference("first approach / u0", 0.2675, approach[0] / 40.212, "", 0.01),
        reference("phase", 0.619, phase, "", 0.01),
    ]
)
