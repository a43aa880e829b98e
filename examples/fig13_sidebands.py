"""Fig. 13: the sidebands of the mesh frequency under the glass
============================================================

A zoom into the spectrum of dq/dt around the mesh frequency. The spacing of the lines,
30 Hz, is the speed of the pinion: it tells which gear carries the fault. The measured
spectra of Fig. 12 and 14 are pictures only; their structure is reproduced, their
amplitudes cannot be compared.
"""

import numpy as np
from against_print import HERE, reference, show, show_table, statement

import catena as ct
from catena.periodic import sidebands
from catena.results.figures import Axis, Figure, Mark, Trace

spec = ct.load(HERE / "gear_pair_case2.toml")
on_pinion = ct.simulate(spec)
on_wheel = ct.simulate(
    spec.with_values({"faulted": "wheel", "analysis.harmonics": 160})
)

# %%
# Errors on the pinion: lines 30 Hz apart on both sides of 420 Hz.
hertz = on_pinion.read("frequency")
rate = on_pinion.read("transmission_error_rate_amplitude")
zoom = (hertz > 200.0) & (hertz < 640.0)
marks = [Mark(420.0, "mesh", "x", "mesh")]
marks += [Mark(420.0 + 30.0 * i, f"{i:+d}", "x", "sideband") for i in (-3, -2, -1)]
marks += [Mark(420.0 + 30.0 * i, f"{i:+d}", "x", "sideband") for i in (1, 2, 3)]
show(
    Figure(
        "fig13_sidebands",
        "Spectrum of dq/dt around the mesh frequency, errors on the pinion",
        Axis("frequency", "Hz"),
        Axis("amplitude of dq/dt", "m/s"),
        (Trace(hertz[zoom], rate[zoom], "", "stem", "main"),),
        tuple(marks),
    )
)

# %%
# The same errors on the wheel: the lines move together to 30 Hz * 14/39 = 10.8 Hz.
wheel_hertz = on_wheel.read("frequency")
wheel_rate = on_wheel.read("transmission_error_rate_amplitude")
zoom = (wheel_hertz > 200.0) & (wheel_hertz < 640.0)
show(
    Figure(
        "fig13_sidebands_wheel",
        "The same errors on the wheel",
        Axis("frequency", "Hz"),
        Axis("amplitude of dq/dt", "m/s"),
        (Trace(wheel_hertz[zoom], wheel_rate[zoom], "", "stem", "main"),),
        (Mark(420.0, "mesh", "x", "mesh"),),
    )
)

# %%
ratio = {k: sidebands(rate, 14 * k).ratio for k in (1, 2)}
strongest = hertz[1:][np.argmax(rate[1:])]
rows = [
    statement(
        "Fig. 13: spacing of the sidebands",
        "f1 = 30 Hz",
        f"{hertz[1]:.4g} Hz",
        abs(hertz[1] - 30.0) < 1e-9,
    ),
    statement(
        "spacing with the errors on the wheel",
        "–",
        f"{wheel_hertz[1]:.4g} Hz",
        abs(wheel_hertz[1] - 30.0 * 14 / 39) < 1e-9,
    ),
    reference("sidebands / carrier at 420 Hz, case 2", 0.694, ratio[1], "", 5e-3),
    reference("sidebands / carrier at 840 Hz, case 2", 0.771, ratio[2], "", 5e-3),
    statement(
        "strongest line of dq/dt",
        "mesh frequency and its harmonics",
        f"{strongest:.0f} Hz",
        abs(strongest - 840.0) < 1e-6,
        "twice the mesh frequency, next to f0 = 869 Hz",
    ),
]
show_table(rows)
