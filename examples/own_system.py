"""A system of your own
====================

Any linear system M(t) q'' + C(t) q' + K(t) q = d(t) with periodic coefficients can be
stated in Python: as functions, as tables, or as Fourier series. Here a rotor on a shaft
that is stiffer in one direction, as a keyway makes it, seen by an observer who stands
still: the stiffness repeats twice per turn, and between two speeds it is unstable.
"""

import numpy as np
from against_print import exact, show, show_table, statement

from catena.periodic import (
    floquet,
    from_callables,
    from_tables,
    solve_collocation,
    solve_gauss,
    sweep_speed,
)
from catena.results.figures import Axis, Figure, Mark, Trace

MASS, DAMPING, GRAVITY = 10.0, 40.0, 9.81  # kg, N s/m, m/s^2
SOFT, STIFF = 0.8e6, 1.2e6  # N/m


# %%
# Functions of an array of times: (m,) in, (m, 2, 2) out. Constants stay constant.
def stiffness(t, speed):
    """Stiffness of the turning shaft in the frame at rest."""
    mean, swing = 0.5 * (STIFF + SOFT), 0.5 * (STIFF - SOFT)
    c, s = np.cos(2.0 * speed * t), np.sin(2.0 * speed * t)
    return mean * np.eye(2) + swing * np.stack([[c, s], [s, -c]]).transpose(2, 0, 1)


def rotor(speed):
    """The rotor at one speed; half a turn is the period."""
    return from_callables(
        np.pi / speed,
        M=lambda t: MASS * np.eye(2),
        C=lambda t: DAMPING * np.eye(2),
        K=lambda t: stiffness(t, speed),
        d=lambda t: np.array([0.0, -MASS * GRAVITY]),
    )


# %%
# Stability and the vibration under its own weight at 150 rad/s, by two methods.
system = rotor(150.0)
print(floquet(system).verdict.text)
vibration = solve_gauss(system, tolerance=1e-10)
truth = solve_collocation(system)
miss = np.abs(vibration.q - truth.at(vibration.times)).max() / np.abs(vibration.q).max()

# %%
# The same system from a table of 64 samples over the period.
times = np.arange(64) * system.period / 64
table = from_tables(
    system.period,
    MASS * np.eye(2),
    DAMPING * np.eye(2),
    stiffness(times, 150.0),
    [0.0, -MASS * GRAVITY],
)
by_table = solve_gauss(table, tolerance=1e-9)
gap = np.abs(by_table.q[0] - vibration.q[0]).max() / np.abs(vibration.q).max()

# %%
# Run-up: half the critical speed shows the weight, the critical speed the instability.
speeds = np.linspace(60.0, 400.0, 171)
found = sweep_speed(rotor, speeds, harmonics=8)
marks = (Mark(np.sqrt(SOFT / MASS), "soft"), Mark(np.sqrt(STIFF / MASS), "stiff"))
show(
    Figure(
        "own_system_stability",
        "Rotor on an unequally stiff shaft: growth per half turn",
        Axis("speed", "rad/s"),
        Axis("largest multiplier"),
        (Trace(speeds, found.radius, "", "line", "main"),),
        (*marks, Mark(1.0, "limit of stability", "y")),
    ),
    Figure(
        "own_system_resonance",
        "Vibration under the rotor's own weight",
        Axis("speed", "rad/s"),
        Axis("largest vertical vibration", "m", log=True),
        (Trace(speeds, found.peak[:, 1], "", "line", "main"),),
        (*marks, Mark(0.5 * np.sqrt(0.5 * (SOFT + STIFF) / MASS), "half critical")),
    ),
)

# %%
# In the turning frame the coefficients are constant: the exact multiplier.
unstable = speeds[found.radius > 1.0]


def exact_radius(speed):
    """Largest multiplier from the constant matrices of the turning frame."""
    gyro = np.array([[0.0, -2.0 * speed], [2.0 * speed, 0.0]]) * MASS
    circulation = DAMPING * speed * np.array([[0.0, -1.0], [1.0, 0.0]])
    K = np.diag([STIFF, SOFT]) - MASS * speed**2 * np.eye(2) + circulation
    C = DAMPING * np.eye(2) + gyro
    P = np.block([[np.zeros((2, 2)), np.eye(2)], [-K / MASS, -C / MASS]])
    return np.exp(np.linalg.eigvals(P).real.max() * np.pi / speed)


differences = [
    r / exact_radius(s) - 1.0 for s, r in zip(speeds, found.radius, strict=True)
]
rows = [
    exact("own system: Gauss against harmonic balance", miss, 1e-8),
    exact("own system: table of 64 samples against functions", gap, 1e-4),
    exact(
        "own system: multipliers against the turning frame",
        max(map(abs, differences)),
        1e-7,
    ),
    statement(
        "own system: unstable speeds lie between both critical ones",
        "–",
        f"{unstable.min():.0f} to {unstable.max():.0f} rad/s",
        bool(282 < unstable.min() and unstable.max() < 347),
    ),
]
show_table(rows)
