"""Exact identities of the three machines
======================================

Some properties of the periodic solutions hold exactly, whatever the parameters. They
test a program more sharply than any picture ([KhangDien2012] sections 4.1 to 4.3).
"""

import numpy as np
from against_print import HERE, exact, show_table

import catena as ct

# %%
# Every row of (64) and (77) but the first has inertia terms that are a total second
# derivative: over one period they vanish, and the mean deflections are the static ones.
from catena.drives.cam_mechanism.build import train_of as cam_of
from catena.drives.gear_pair.build import gears_of
from catena.drives.transport_manipulator.build import train_of as manipulator_of
from catena.periodic import floquet, parity, solve_collocation, solve_newmark, solve_rk4
from catena.periodic.mechanisms import gear_pair_system, transmission_system

cam_spec = ct.load(HERE / "cam_case1.toml")
cam_spec.speed = "600 rpm"
cam = transmission_system(cam_of(cam_spec))
series = solve_collocation(cam)
means = series.coefficients[0].real
by_steps = solve_rk4(cam, 8000)
rk4_mean = by_steps.q[:-1, 2].mean() + 100.0 / 2.6e8
rows = [
    exact("mean of q3 = -F/k3, cam", means[2] / (-100.0 / 2.6e8) - 1.0, 1e-7),
    exact("mean of q2 = -F/k2, cam", means[1] / (-100.0 / 8.2e8) - 1.0, 1e-7),
    exact(
        "mean of q3, Runge-Kutta, 8000 steps, of its maximum",
        rk4_mean / np.abs(by_steps.q[:, 2]).max(),
        1e-7,
    ),
]

# %%
# Without load, the twist has even harmonics only and the deflections odd ones.
manipulator = transmission_system(
    manipulator_of(ct.load(HERE / "manipulator_case1.toml"))
)
lines = solve_collocation(manipulator).coefficients
split = parity(lines)
curve = solve_rk4(manipulator, 2400).q[:, 1]
coarse = solve_newmark(manipulator, 2400).q[:, 1]
odd_in_twist = split.odd[0] / split.even[0]
even_in_deflection = split.even[1] / split.odd[1]
rows += [
    exact("F = 0: odd harmonics in q1", odd_in_twist, 1e-10),
    exact("F = 0: even harmonics in q2", even_in_deflection, 1e-10),
    exact(
        "F = 0: maximum and minimum of q2 are opposite",
        (curve.max() + curve.min()) / curve.max(),
        1e-7,
    ),
    exact(
        "Runge-Kutta against Newmark, 2400 steps, of the maximum of q2",
        np.abs(curve - coarse).max() / curve.max(),
        5e-4,
    ),
]

# %%
# Lines at the mesh frequency do not know the tooth errors; sideband i scales with e_i.
gears = {c: gears_of(ct.load(HERE / f"gear_pair_case{c}.toml")) for c in (1, 2)}
q = {
    c: solve_collocation(gear_pair_system(g), tolerance=1e-13).amplitudes[:, 0]
    for c, g in gears.items()
}
carriers = q[2][14:100:14] / q[1][14:100:14] - 1.0
ratios = np.array(gears[2].error) / np.array(gears[1].error)
bands = [q[2][28 + i] / q[1][28 + i] / ratios[abs(i) - 1] - 1.0 for i in (-1, 1, 2, 6)]
rows += [
    exact("gear pair: carriers equal in both cases", np.abs(carriers).max(), 1e-10),
    exact("gear pair: sideband i scales with e_i", np.abs(bands).max(), 1e-9),
]

# %%
# Liouville: the product of all multipliers is exp of the integral of trace P. The two
# small multipliers of the manipulator, about 3e-21, must be right for it to hold.
stability = floquet(manipulator)
print("multipliers:", np.abs(stability.multipliers), "resolved:", stability.resolved)
newmark = floquet(manipulator, method="newmark", steps=2000)
rk4 = floquet(manipulator, method="rk4", steps=500)
radius = stability.spectral_radius
rows += [
    exact("Liouville's formula, manipulator", stability.liouville_defect, 1e-6),
    exact(
        "|rho| max by Runge-Kutta, 500 steps", rk4.spectral_radius / radius - 1, 1e-3
    ),
    exact(
        "|rho| max by Newmark, 2000 steps", newmark.spectral_radius / radius - 1, 5e-3
    ),
    exact(
        "Newmark's map on (q, q', q'') has n zero multipliers",
        float(np.abs(newmark.multipliers[4:]).max()),
        1e-12,
    ),
]
show_table(rows)
