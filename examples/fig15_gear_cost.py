"""Fig. 15: cost of Runge-Kutta and Newmark for the gear pair
==========================================================

The comparison of Fig. 7 for the gear pair, this time asked for in the drive file:
``compare_methods = true`` stores error and time of every method, and the report draws
them.
"""

import numpy as np
from against_print import HERE, Row, exact, saved_time, saving_row, show, show_table

import catena as ct
from catena.drives.gear_pair.build import build
from catena.drives.gear_pair.outputs import figures
from catena.periodic import solve_newmark, solve_rk4

spec = ct.load(HERE / "gear_pair_case2.toml")
run = ct.simulate(spec.with_values({"analysis.compare_methods": True}))
show(*(f for f in figures(run) if f.name in ("method_error", "method_cost")))

# %%
# "Identical" results, says the paper: to plotting accuracy.
system = build(spec).problem.system
rk4, newmark = solve_rk4(system, 2400), solve_newmark(system, 2400)
gap = np.abs(rk4.q - newmark.q).max() / np.abs(rk4.q).max()
numbers = {k.name: k.value for k in run.outcome.key_numbers}
saving = saved_time(system, 20_000)
more_steps = numbers["newmark_cost_equal_accuracy"] / numbers["newmark_cost_per_step"]
dearer = more_steps * (1.0 - saving)

# %%
rows = [
    saving_row("Fig. 15: time saved by Newmark at equal steps, gear pair", saving),
    Row(
        "time of Newmark / Runge-Kutta at equal error 1e-5, gear pair",
        "–",
        f"{dearer:.0f} times (this machine)",
        "print compares at equal steps only",
    ),
    exact("Runge-Kutta against Newmark, 2400 steps, of the maximum of q", gap, 1e-2),
    exact("re-integrated period misses its start, Runge-Kutta", rk4.defect, 1e-9),
    exact("re-integrated period misses its start, Newmark", newmark.defect, 1e-9),
    exact("order of Runge-Kutta (gear pair), miss of 4", numbers["order_rk4"] - 4, 0.1),
    exact("order of Newmark (gear pair), miss of 2", numbers["order_newmark"] - 2, 0.1),
    exact("order of Gauss-Legendre, miss of 6", numbers["order_gauss"] - 6.0, 0.2),
]
show_table(rows)
