"""Compares Catena with measurements, row by row; disagreements are printed as such.

``python docs/make_measurement.py`` (``make measurement``) writes
``docs/theory/measurement.md`` and its picture; takes some minutes.
"""

import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS))

from measured_chains import chain_rows, span_rows  # noqa: E402
from measured_rows import Row, markdown, table  # noqa: E402
from measured_variator import capacity_rows  # noqa: E402

TARGET = DOCS / "theory" / "measurement.md"
PICTURE = DOCS / "images" / "measurement.png"


def counted(rows: list[Row]) -> str:
    """How many predictions agree, are near, disagree."""
    told = [row.verdict for row in rows if not row.fitted]
    agree = sum(word == "agrees" for word in told)
    near = sum(word.startswith("near") for word in told)
    return (
        f"{len(told)} predictions: {agree} agree within the uncertainty of the "
        f"measurement, {near} are within 10 %, {len(told) - agree - near} disagree."
    )


def spicer() -> str:
    """Speed at which a straight line through the measured efficiencies is 100 %."""
    import numpy as np

    lines = table("spicer_52_21_100W")
    speed = [float(line["rpm"]) for line in lines]
    share = [float(line["efficiency_percent"]) for line in lines]
    slope, start = np.polyfit(speed, share, 1)
    return f"{(100.0 - start) / slope:.0f} rpm"


def draw(rows: list[Row]) -> None:
    """Computed over measured, on logarithmic axes."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(5.2, 5.0), layout="constrained")
    groups = {"N m": "largest torque", "Hz": "span frequency", "W": "loss"}
    for unit, label in groups.items():
        chosen = [r for r in rows if r.unit == unit and r.computed > 0.0]
        for fit, face in ((False, None), (True, "none")):
            part = [r for r in chosen if bool(r.fitted) == fit]
            axes.errorbar(
                [r.measured for r in part], [r.computed for r in part],
                xerr=[r.uncertainty for r in part], fmt="o", markerfacecolor=face,
                color={"N m": "C0", "Hz": "C1", "W": "C2"}[unit], markersize=5,
                label=None if fit else f"{label} [{unit}]",
            )  # fmt: skip
    ends = [0.3, 800.0]
    axes.plot(ends, ends, color="0.5", linewidth=1)
    axes.set(
        xscale="log", yscale="log", xlim=ends, ylim=ends, aspect="equal",
        xlabel="measured", ylabel="Catena",
    )  # fmt: skip
    axes.legend(frameon=False, title="open: fitted on this value")
    figure.savefig(PICTURE, dpi=150)


PAGE = """# Against measurement

Made by `make measurement`; every number below is computed anew from the data in
`docs/measured/`, whose files name their sources. A row that was fitted is marked; all
others are predictions. ± of a computed value is what the uncertainty of the fitted one
leaves open; a prediction agrees where both together explain the difference. {count}

![Computed over measured values](../images/measurement.png)

## Largest torque of a pushbelt variator

One flank friction, fitted at MED, for all settings of [Cebulla2014] Tables 7.1 to 7.3
(reference variator `study`, whose sizes are estimates). The torque is the slip limit
that `catena check` prints.

{capacity}

MED, OD and OD-KpKs ask for nearly one friction. LOW and the two settings of the
spiral running ask for far less: either friction falls with pressure, or the torque to
which the thesis refers is a rating there and not gross slip (Table 7.3 prints a load of
0.7 where its torques give 208/260 = 0.8). A Coulomb coefficient
cannot tell. All pushbelt examples therefore keep the one value 0.09 of the thesis, and
their loads stay below the slip limit that it gives.

## Frequency of a span

A span of 21 links of a bicycle chain, pulled by dead weights, four chains of unknown
make. `catena span-frequencies --links 21 --pitch "12.7 mm" --link-mass ...` gives the
numbers.

{span}

Of the slope no mass can be adjusted. Readings scatter more than their reading error
from one weight to the next, so that disagreements of both signs occur.

## Losses of a bicycle chain

Runs of `examples/roller_chain_bicycle.toml` with the stated teeth, power and wear.
Pin friction is fitted on the difference of two drives of the same ratio, in which the
bearings of the test rig cancel; rollers turn on their bushes with the same friction.
Losses are means over one turn of the chain, in which each link, worn by its own share,
comes around once; a run that is not trustworthy ends the comparison.

{chain}

What is not known: power and cadence behind the difference, and whether both spans
carried the tension and the reading was halved.

## Not compared

Efficiencies of a derailleur drive at 100 W (52/21 teeth) fall from 97.8 to 89.9 %
between 40 and 90 rpm (`docs/measured/spicer_52_21_100W.csv`). A straight line through
them reaches 100 % at {spicer}, so losses of the rig are part of them: no model of a
chain should reproduce them.
"""


def main() -> None:
    """Write page and picture."""
    capacity, span, chain = capacity_rows(), span_rows(), chain_rows()
    rows = [*capacity, *span, *chain]
    draw(rows)
    page = PAGE.format(
        count=counted(rows),
        capacity=markdown(capacity),
        span=markdown(span),
        chain=markdown(chain),
        spicer=spicer(),
    )
    TARGET.write_text(page, encoding="utf-8")
    print(TARGET, counted(rows), sep="\n")


if __name__ == "__main__":
    main()
