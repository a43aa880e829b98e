"""Fig. 9 and 10: gear pair with faulted teeth
===========================================

Helical gears with 14 and 39 teeth at 1800 rpm ([KhangDien2012] section 4.2). The mesh
stiffness swings with every tooth, 420 times a second; tooth errors repeat with every
turn of the pinion, 30 times a second, and show as sidebands of the mesh frequency.
"""

import numpy as np
from against_print import HERE, printed, reference, show, show_table, statement

import catena as ct
from catena.results.figures import Axis, Figure, Trace

runs = {c: ct.simulate(ct.load(HERE / f"gear_pair_case{c}.toml")) for c in (1, 2)}
for number in runs[1].outcome.key_numbers:
    print(f"{number.label:60} {number.value:12.6g} {number.units}")

# %%
# Fig. 9: the dynamic transmission error over one turn of the pinion.
time = runs[1].read("time")
q = {c: run.read("transmission_error") for c, run in runs.items()}
show(
    Figure(
        "fig09_gear_pair",
        "Dynamic transmission error over one turn of the pinion",
        Axis("time", "s"),
        Axis("transmission error q", "m"),
        (
            Trace(time, q[2], "case 2, larger errors", "line", "normal"),
            Trace(time, q[1], "case 1", "line", "main"),
        ),
    )
)

# %%
# Fig. 10: the spectra of its rate, as the drive itself describes them.
from dataclasses import replace

from catena.drives.gear_pair.outputs import figures

for case, run in runs.items():
    spectrum = next(
        f for f in figures(run) if f.name == "transmission_error_rate_amplitude"
    )
    title = f"Spectrum of dq/dt, case {case}"
    show(replace(spectrum, name=f"fig10_gear_pair_case_{case}", title=title))

# %%
# Print gives natural frequency and mesh frequency as numbers, the rest as curves.
numbers = {k.name: k.value for k in runs[1].outcome.key_numbers}
rates = {c: r.read("transmission_error_rate_amplitude") * 1e3 for c, r in runs.items()}
ratio = {
    c: {k.name: k.value for k in r.outcome.key_numbers}["sideband_ratio_1"]
    for c, r in runs.items()
}
natural = numbers["natural_frequency"]
rows = [
    printed("mean natural frequency omega0", 5462, 2 * np.pi * natural, "1/s", 2e-4),
    printed("mean natural frequency f0", 869, natural, "Hz", 1e-3),
    printed("mesh frequency", 420, numbers["mesh_frequency"], "Hz", 1e-9),
    reference("reduced mass (70)", 27.4337, numbers["reduced_mass"], "kg", 1e-5),
    reference("mesh damping", 7192.5, numbers["mesh_damping"], "N s/m", 1e-4),
    reference(
        "largest multiplier, gear pair",
        0.012656,
        numbers["largest_multiplier"],
        "",
        1e-4,
    ),
    statement(
        "Fig. 10: larger errors give larger sidebands",
        "yes",
        f"sidebands / carrier at 420 Hz {ratio[1]:.3f} and {ratio[2]:.3f}",
        ratio[2] > ratio[1],
    ),
]
known = {
    1: ((14, 1.5558), (13, 0.0865), (15, 0.1218), (28, 12.2793), (42, 1.2367)),
    2: ((14, 1.5558), (13, 0.5765), (15, 0.8123), (28, 12.2793), (42, 1.2367)),
}
for c, lines in known.items():
    for k, value in lines:
        label = f"dq/dt at {30 * k} Hz, case {c}"
        rows.append(reference(label, value, rates[c][k], "mm/s", 5e-3))
show_table(rows)
