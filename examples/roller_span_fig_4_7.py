"""Fig. 4.7: the strand in resonance
=================================

No. 40 chain with larger friction, 19.9 pitches, 84 rpm ([KimJohnson1993] section 4.4).
Tension and deviation of the strand swing with twice the engagement frequency. In the
tension this shows only outside the collisions: the bursts alone give a flat comb.
"""

from pathlib import Path

import numpy as np
from against_print import show, show_table, statement

import catena as ct
from catena.drives.roller_span.outputs import figures
from catena.drives.roller_span.signals import burst_mask, harmonics

run = ct.simulate(ct.load(Path(__file__).parent / "roller_span_fig_4_7.toml"))
drawn = {figure.name: figure for figure in figures(run)}
show(drawn["roller_trajectory"], drawn["tension"], drawn["tension_harmonics"])

# %%
time = run.read("time")
late = time > 2.0
first, end = run.read("engagement_first_time"), run.read("engagement_end_time")
keep = late & ~burst_mask(time, first, end)
tension = harmonics(time, run.read("tension_last"), 84 * 24 / 60, keep)
shape = harmonics(time, run.read("highest") - run.read("lowest"), 84 * 24 / 60, late)
show_table(
    [
        statement(
            f"twice the engagement frequency in the {name}",
            "strong",
            f"second / first harmonic {values[1] / values[0]:.1f}",
            bool(values[1] == values.max()),
        )
        for name, values in (("tension", tension), ("extent", shape))
    ]
)
locked = run.read("engagement_phase_locked")
print(f"locked engagements: {np.nansum(locked):.0f} of {locked.size}")
