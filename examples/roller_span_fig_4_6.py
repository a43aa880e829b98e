"""Fig. 4.6: transverse motion over the speed
==========================================

No. 40 chain with larger friction, the speed rising through the fundamental frequency of
the strand ([KimJohnson1993] section 4.4). The kinematic model expects the largest
motion at 20.0 and the least at 20.5 pitches; the paper found 19.9 and 20.4. The ramp
rate is not in the paper; 10 rpm/s is used. All eleven distances run over the cores with
``catena study roller_span_fig_4_6.toml --vary span.tangent_pitches=19.5:20.5:11``.
"""

from dataclasses import replace
from pathlib import Path

from against_print import printed, reference, show, show_table, statement

import catena as ct
from catena.drives.roller_span.outputs import figures
from catena.geometry.polygon import pitch_radius
from catena.geometry.string import MovingString

spec = ct.load(Path(__file__).parent / "roller_span_fig_4_6.toml")
extent = {}
for tangent in (19.5, 19.9, 20.4):
    run = ct.simulate(spec.with_values({"span.tangent_pitches": tangent}))
    extent[tangent] = 1e3 * run.outcome.key_number("extent").value
    for figure in figures(run):
        if figure.name in ("extreme_points", "extent_over_speed"):
            name = f"roller_span_fig_4_6_{figure.name}_{10 * tangent:.0f}"
            title = f"{figure.title}, {tangent} pitches"
            show(replace(figure, name=name, title=title))

# %%
tension, mass = 9.0 / pitch_radius(0.0127, 24), 8.34e-3 / 0.0127
rows = []
for tangent, rpm in ((19.5, 84.7), (20.0, 82.6)):
    string = MovingString(tangent * 0.0127, tension, mass)
    found = string.resonance_speed(0.0127, 24) * 9.549296585513721
    rows.append(printed(f"fundamental, {tangent} pitches", rpm, found, "rpm", 1e-3))
rows += [
    statement(
        "extent at 19.9 against 20.4 and 19.5 pitches",
        "largest at 19.9, least at 20.4",
        ", ".join(f"{value:.2f}" for value in extent.values()) + " mm",
        extent[19.9] > extent[19.5] > extent[20.4],
    ),
    reference("largest extent at 19.9 pitches", 3.65, extent[19.9], "mm", 0.05),
]
show_table(rows)
