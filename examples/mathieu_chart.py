"""Stability chart of Mathieu's equation
=====================================

A swing whose string is shortened twice per period starts to swing by itself. Mathieu's
equation, x'' + (a - 2q cos 2t) x = 0, is unstable in tongues that start at a = 1, 4, 9;
damping lifts them off the axis. The known answers are those of the literature on
Mathieu functions.
"""

import numpy as np
from against_print import HERE, exact, show, show_table

import catena as ct
from catena.periodic import floquet, from_callables, from_fourier
from catena.results.figures import Axis, Figure, Map, Trace
from catena.study.chart import chart

spec = ct.load(HERE / "mathieu.toml")

# %%
# The chart over two keys of the file, and its border, sharpened between the points. The
# file holds -2q; the picture shows q.
made = chart(
    spec,
    "stiffness.mean[0][0]=-1:10:110",
    "stiffness.harmonic[0].cos[0][0]=-10:-0.01:80",
)
print(made.outcome.verdict)
a = made.read("stiffness_mean_0_0")
q = -0.5 * made.read("stiffness_harmonic_0_cos_0_0")
border = made.read("boundary_x"), -0.5 * made.read("boundary_y")
show(
    Figure(
        "mathieu_chart",
        "Mathieu's equation: where free vibrations grow",
        Axis("mean stiffness a"),
        Axis("swing of the stiffness q"),
        (Trace(*border, "border of stability", "line", "main"),),
        map=Map(
            a,
            q[::-1],
            np.log10(made.read("largest_multiplier"))[::-1],
            "log10 of the growth per period",
        ),
    )
)


# %%
# Known answers: traces of the monodromy matrix, with default settings.
def mathieu(a: float, q: float, damping: float = 0.0):
    """Mathieu's equation with damping 2 delta."""
    stiffness = ([[a]], [(1, [[-2.0 * q]], [[0.0]])])
    return from_fourier(np.pi, [[1.0]], [[2.0 * damping]], stiffness)


def meissner(first: float, second: float, one: float, other: float):
    """Stiffness ``first`` for the time ``one``, then ``second`` for ``other``."""
    return from_callables(
        one + other,
        lambda t: np.ones((1, 1)),
        lambda t: np.zeros((1, 1)),
        lambda t: np.where(t < one, first, second)[:, None, None],
        breaks=(0.0, one),
    )


def trace(system) -> float:
    """Sum of both multipliers."""
    return float(floquet(system).multipliers.sum().real)


traces = {
    (1.0, 0.3): -2.2214915022407,
    (2.5, 1.3): -0.4653226472693,
    (0.5, 0.5): -2.0898767741644,
    (4.0, 1.0): 2.0213143974168,
    (9.2, 3.0): -1.9944888523057,
}
rows = [
    exact(f"Mathieu ({a}, {q}): trace", trace(mathieu(a, q)) - known, 1e-8)
    for (a, q), known in traces.items()
]
edges = (-0.45513860410741, -0.11024881699210, 1.85910807251436, 3.91702477299847)
for edge, sign in zip(edges, (1, -1, -1, 1), strict=True):
    miss = trace(mathieu(edge, 1.0)) - 2.0 * sign
    rows.append(exact(f"Mathieu q = 1, border a = {edge:.6f}: trace", miss, 1e-8))
damped = floquet(mathieu(1.0, 0.3, 0.05)).multipliers
rows += [
    exact("damped Mathieu: larger multiplier", damped[0].real + 1.36305000625133, 1e-8),
    exact(
        "damped Mathieu: smaller multiplier", damped[1].real + 0.53585905704033, 1e-8
    ),
    exact(
        "damped Mathieu: product = exp(-2 delta pi)",
        damped.prod().real - np.exp(-0.1 * np.pi),
        1e-12,
    ),
]
steps = {
    (2.3, 0.7, np.pi, np.pi): 1.06843883022392,
    (1.3**2, 0.4**2, 1.1, 2.0): -2.33133783315921,
    (1.2, -0.3, np.pi, np.pi): -4.31174756523212,
}
for data, known in steps.items():
    label = f"Meissner {data[0]:.3g} | {data[1]:.3g}: trace"
    rows.append(exact(label, trace(meissner(*data)) - known, 1e-8))
show_table(rows)
