"""Fig. 4.5: the phase between release and engagement
===================================================

No. 40 chain with smaller friction ([KimJohnson1993] section 4.3). In the kinematic
model the phase is fixed by the centre distance; in motion it grows with the speed.
Panel (a), the definition, is lost in our copy: here the phase is the time from the last
release to the first collision in tooth periods. Below 200 rpm sub-resonances disturb
the growth.
"""

from pathlib import Path

import numpy as np
from against_print import reference, show, show_table, statement

import catena as ct
from catena.results.figures import Axis, Figure, Trace

SPEEDS = (50, 100, 200, 400, 600, 800, 1000)
spec = ct.load(Path(__file__).parent / "roller_span_fig_4_5.toml")
phase = {}
for tangent in (19.5, 20.0):
    values = []
    for rpm in SPEEDS:
        changed = {"motor.speed": f"{rpm} rpm", "span.tangent_pitches": tangent}
        run = ct.simulate(spec.with_values(changed))
        values.append(run.outcome.key_number("phase").value)
    phase[tangent] = np.array(values)

# %%
show(
    Figure(
        "roller_span_fig_4_5",
        "Phase between release and engagement",
        Axis("speed of the driver", "rpm"),
        Axis("phase, share of a tooth period"),
        tuple(
            Trace(np.array(SPEEDS), values, f"{tangent} pitches")
            for tangent, values in phase.items()
        ),
    )
)

# %%
late = np.array(SPEEDS) >= 200
rows = [
    statement(
        f"growth from 200 to 1000 rpm, {tangent} pitches",
        "grows",
        ", ".join(f"{value:.3f}" for value in values[late]),
        bool(np.all(np.diff(values[late]) > 0.0)),
    )
    for tangent, values in phase.items()
]
rows += [
    reference("20.0 pitches, 600 rpm", 0.282, phase[20.0][4], "", 0.03),
    reference("20.0 pitches, 1000 rpm", 0.446, phase[20.0][6], "", 0.02),
    reference("19.5 pitches, 1000 rpm", 0.978, phase[19.5][6], "", 0.015),
]
show_table(rows)
