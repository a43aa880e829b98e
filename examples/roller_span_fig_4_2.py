"""Fig. 4.2 and 4.3: elastic against inelastic collision
======================================================

No. 80 chain with Coulomb friction between torsion bars at 750 rpm ([KimJohnson1993]
section 4.1). One inelastic collision per roller is what earlier models had; it feels
about half the first impulse. Only the first two and the last two links notice.
"""

from pathlib import Path

import numpy as np
from against_print import printed, reference, show, show_table, statement

import catena as ct
from catena.drives.roller_span.outputs import figures

spec = ct.load(Path(__file__).parent / "roller_span_fig_4_2.toml")
elastic = ct.simulate(spec)
inelastic = ct.simulate(spec.with_values({"engagement.restitution": 0.0}))
drawn = {figure.name: figure for figure in figures(elastic)}
show(drawn["engagement_speeds"], drawn["speed_jumps"])


# %%
def last_first(run: ct.Run) -> int:
    """Row of the first collision of the last whole engagement."""
    whole = run.read("collision_engagement") == run.samples["engagement"] - 1
    return int(np.flatnonzero(whole)[0])


jump = {}
impulse = {}
for name, run in (("elastic", elastic), ("inelastic", inelastic)):
    jumps = run.read("speed_jump")[last_first(run)]
    jump[name] = jumps[np.isfinite(jumps)]
    impulse[name] = run.read("collision_normal_impulse")[last_first(run)]
links = jump["elastic"][1:-1]
count = int(elastic.read("engagement_collision_count")[-1])
times = elastic.read("collision_time")[last_first(elastic) :][:count]
release = elastic.read("release_time")
between = np.any((release > times[1]) & (release < times[2]))
show_table(
    [
        printed(
            "change of driver speed, inelastic / elastic",
            0.5,
            jump["inelastic"][0] / jump["elastic"][0],
            "",
            0.1,
        ),
        reference(
            "normal impulse, inelastic / elastic",
            0.578,
            impulse["inelastic"] / impulse["elastic"],
            "",
            0.03,
        ),
        statement("collisions", "six shown", f"{count}", count == 6, "cut-off 0.05"),
        statement(
            "second link against the first",
            "equal and opposite",
            f"{links[1] / links[0]:.3f}",
            abs(links[1] / links[0] + 1.0) < 0.07,
        ),
        statement(
            "links in the middle",
            "not affected",
            f"below {100 * np.abs(links[3:-3] / links[0]).max():.2g} %",
            bool(np.abs(links[3:-3]).max() < 0.01 * abs(links[0])),
        ),
        statement(
            "release of a link",
            "between collision 2 and 3",
            "so" if between else "elsewhere",
            bool(between),
        ),
    ]
)
