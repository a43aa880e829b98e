"""Draws the pictures of README and theory page: ``python docs/make_images.py``."""

from pathlib import Path

import numpy as np

import catena as ct
from catena.results.figures import Axis, Figure, Map, Mark, Trace
from catena.study.chart import chart
from catena.view.plots import save_figure

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
EXAMPLES = ROOT / "examples"


def gear_pair_spectrum() -> Figure:
    """Spectrum of dq/dt of the gear pair with larger tooth errors, on a log scale."""
    run = ct.simulate(ct.load(EXAMPLES / "gear_pair_case2.toml"))
    hertz = run.read("frequency")
    rate = run.read("transmission_error_rate_amplitude")
    carriers = np.arange(14, 57, 14)
    others = np.setdiff1d(np.arange(2, 60), carriers)
    return Figure(
        "gear_pair_spectrum",
        "Gear pair 14/39 at 1800 rpm: tooth faults show as sidebands of the mesh",
        Axis("frequency", "Hz", limits=(0.0, 1800.0)),
        Axis("amplitude of dq/dt", "m/s", log=True, limits=(1e-6, 3e-2)),
        (
            Trace(hertz[others], rate[others], "sidebands, 30 Hz apart", "stem"),
            Trace(hertz[carriers], rate[carriers], "mesh harmonics", "stem", "main"),
        ),
        tuple(
            Mark(420.0 * k, "mesh 420 Hz" if k == 1 else f"{k} × mesh", "x", "mesh")
            for k in (1, 2, 3, 4)
        ),
    )


def mathieu_chart() -> Figure:
    """Growth per period of Mathieu's equation over a and q."""
    made = chart(
        ct.load(EXAMPLES / "mathieu.toml"),
        "stiffness.mean[0][0]=-1:12:260",
        "stiffness.harmonic[0].cos[0][0]=-12:-0.01:160",
    )
    q = -0.5 * made.read("stiffness_harmonic_0_cos_0_0")
    growth = np.log10(made.read("largest_multiplier"))
    return Figure(
        "mathieu_chart",
        "Mathieu's equation: where free vibrations grow",
        Axis("mean stiffness a"),
        Axis("swing of the stiffness q"),
        (
            Trace(
                made.read("boundary_x"),
                -0.5 * made.read("boundary_y"),
                "border of stability",
                emphasis="main",
            ),
        ),
        map=Map(
            made.read("stiffness_mean_0_0"),
            q[::-1],
            growth[::-1],
            "log10 of growth per period",
        ),
    )


def main() -> None:
    """Draw both."""
    for figure in (gear_pair_spectrum(), mathieu_chart()):
        path = save_figure(figure, IMAGES / f"{figure.name}.png", dpi=220)
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
