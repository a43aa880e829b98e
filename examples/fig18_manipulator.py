"""Fig. 18 and 19: transport manipulator of a forging press
========================================================

A cam moves the hammer of a forging press at 50 rpm ([KhangDien2012] section 4.3). The
paper prints the largest Floquet multiplier of both cam profiles. Case 1 is reproduced;
case 2 is not, unless the fifth coefficient of Table 2 is given a minus sign.
"""

from pathlib import Path

import numpy as np
from against_print import printed, reference, show, show_table, statement

import catena as ct
from catena.results.figures import Axis, Figure, Mark, Trace

HERE = Path(__file__).parent
specs = {f"case {i}": ct.load(HERE / f"manipulator_case{i}.toml") for i in (1, 2)}
specs["case 2, a5 < 0"] = specs["case 2"].with_values({"profile[2].cos": -0.00518})
runs = {name: ct.simulate(spec) for name, spec in specs.items()}
q2 = {name: run.read("hammer_deflection") for name, run in runs.items()}
lines = {name: run.read("hammer_deflection_amplitude") for name, run in runs.items()}

# %%
# Fig. 18 (case 1) and Fig. 19 (case 2, with both signs of a5).
time, hertz = runs["case 1"].read("time"), runs["case 1"].read("frequency")
emphasis = {"case 1": "main", "case 2": "normal", "case 2, a5 < 0": "reference"}


def curves(name: str, cases: tuple[str, ...]) -> Figure:
    """Deflection over time."""
    traces = tuple(Trace(time, q2[c], c, "line", emphasis[c]) for c in cases)
    title = f"Deflection of the hammer, {cases[0]}"
    axes = Axis("time", "s"), Axis("deflection of the hammer q2", "m")
    return Figure(f"{name}_manipulator", title, *axes, traces)


def spectrum(name: str, cases: tuple[str, ...]) -> Figure:
    """Deflection over frequency."""
    traces = tuple(
        Trace(hertz[1:16] + 0.1 * i, lines[c][1:16], c, "stem", emphasis[c])
        for i, c in enumerate(cases)
    )
    marks = tuple(Mark(k * hertz[1], f"{k}Ω", "x", "rotation") for k in (1, 3, 5))
    title = f"Spectrum of the hammer's deflection, {cases[0]}"
    axes = Axis("frequency", "Hz"), Axis("amplitude of q2", "m")
    return Figure(f"{name}_manipulator_spectrum", title, *axes, traces, marks)


both = ("case 2", "case 2, a5 < 0")
show(curves("fig18", ("case 1",)), spectrum("fig18", ("case 1",)))
show(curves("fig19", both), spectrum("fig19", both))

# %%
# The multipliers: a complex pair decides; the other two are about 1e-19 and would drown
# in rounding if they were read from the monodromy matrix.
for name, run in runs.items():
    print(name, "ln|rho| =", np.round(run.read("multiplier_log_modulus"), 4))
radius = {
    name: run.outcome.key_number("largest_multiplier").value
    for name, run in runs.items()
}
rows = [
    printed("|rho| max, case 1", 0.001992, radius["case 1"], "", 5e-3),
    printed(
        "|rho| max, case 2, Table 2 as printed", 0.001623, radius["case 2"], "", 5e-3
    ),
    printed(
        "|rho| max, case 2, a5 = -0.00518", 0.001623, radius["case 2, a5 < 0"], "", 5e-3
    ),
]
known = {"case 1": 0.0019967, "case 2": 0.0014538, "case 2, a5 < 0": 0.0016278}
first = {
    "case 1": (0.837731, 0.785305, 0.116952),
    "case 2": (0.841488, 1.192819, 0.691910),
    "case 2, a5 < 0": (0.841819, 1.193718, 0.470043),
}
for c in runs:
    rows.append(
        reference(f"|rho| max, manipulator, {c}", known[c], radius[c], "", 1e-3)
    )
    for k, value in zip((1, 3, 5), first[c], strict=True):
        label = f"q2 harmonic {k}, {c}"
        rows.append(reference(label, value, lines[c][k] * 1e3, "mm", 1e-3))
for c in runs:
    rank = np.argsort(lines[c][1:])[::-1][:3] + 1
    shown = ", ".join(str(k) for k in rank)
    holds = sorted(rank) == [1, 3, 5]
    rows.append(
        statement(f"Fig. 18-19: strongest harmonics, {c}", "1, 3, 5", shown, holds)
    )
show_table(rows)
