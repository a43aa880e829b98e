"""Bicycle chains: frequencies of a span and losses, beside the measured ones."""

import math
from functools import cache

import numpy as np
from measured_rows import FOLDER, Row, table
from scipy.optimize import brentq

from catena.drives.loading import loads
from catena.drives.running import simulate
from catena.geometry.string import LinkStrand

LINKS, PITCH, GYRATION = 21, 0.0127, 0.225
READING = 0.4
"""Reading error of a frequency [Hz]."""
FITTED_FROM = 200.0
"""Tensions above this fit the mass, those below are predicted [N]."""
EXAMPLE = FOLDER.parents[1] / "examples" / "roller_chain_bicycle.toml"
ROLLING = 0.65
"""Radius of the bush over that of the roller, on which rollers turn."""
TURN = 2.0 * math.pi
RPM = TURN / 60.0
CENTRES = 0.41
"""Of the example [m]."""
ROUGHEST = 80.0
"""Of worn joints, more than any needs."""
MET = 0.003
"""Share of a value to which a fit meets it."""
SETTLE = 0.3
"""Time after which the example has settled [s]."""
LOSSES = "friction_loss", "viscous_loss", "contact_loss"
"""All that a chain loses."""


def unit_frequency(tension: float) -> float:
    """First frequency of the span with links of 1 kg [Hz]."""
    return LinkStrand(LINKS, PITCH, 1.0, GYRATION * PITCH**2, tension).frequency()


def span_rows() -> list[Row]:
    """One mass per chain, fitted at high tension; the low ones are predicted."""
    rows = []
    for chain in "ABCE":
        lines = [
            line for line in table("bristol_span_frequency") if line[f"f_{chain}_Hz"]
        ]
        pull = np.array([float(line["T_N"]) for line in lines])
        heard = np.array([float(line[f"f_{chain}_Hz"]) for line in lines])
        unit = np.array([unit_frequency(t) for t in pull])
        high = pull > FITTED_FROM
        scale = float(heard[high] @ unit[high] / (unit[high] @ unit[high]))
        slope = float(np.polyfit(np.log(pull), np.log(heard), 1)[0])
        own = float(np.polyfit(np.log(pull), np.log(unit), 1)[0])
        error = READING / heard.min() / math.log(pull.max() / pull.min())
        left = heard[high] - scale * unit[high]
        off = float(np.sqrt(left @ left / (high.sum() - 1) / (unit[high] @ unit[high])))
        mass = f"{1e3 / scale**2:.2f} g per link, {1.0 / scale**2 / PITCH:.3f} kg/m"
        rows.append(
            Row(f"chain {chain}: d ln f / d ln T", slope, error, own, "",
                remark="without any parameter; links and string both give 1/2"),
        )  # fmt: skip
        for t, f, u in zip(pull[~high], heard[~high], unit[~high], strict=True):
            rows.append(
                Row(f"chain {chain}: first frequency at {t:.0f} N", float(f), READING,
                    scale * float(u), "Hz", remark=f"mass fitted above 200 N: {mass}",
                    fit_error=off * float(u)),
            )  # fmt: skip
    return rows


@cache
def loss(
    teeth: tuple[int, int],
    friction: float,
    *,
    power: float = 250.0,
    cadence: float = 95.0,
    wear: float = 0.0,
    wear_friction: float = 0.0,
) -> float:
    """Power lost in the chain of the bicycle example [W]."""
    speed = cadence * RPM
    settled = chain_turn(teeth, speed)
    spec = loads(EXAMPLE.read_text(encoding="utf-8")).with_values(
        {
            "sprocket[0].tooth_count": teeth[0],
            "sprocket[1].tooth_count": teeth[1],
            "sprocket[0].boundary.speed": speed,
            "sprocket[1].boundary.torque": power / speed * teeth[1] / teeth[0],
            "chain.link_count": None,
            "chain.joint.friction": friction,
            "contact.tooth.friction": ROLLING * friction,
            "chain.variation.wear": wear,
            "chain.variation.wear_friction": wear_friction,
            "solve.settle": SETTLE,
            "solve.duration": SETTLE + settled,
        }
    )
    with simulate(spec) as run:
        numbers = {n.name: n.value for n in run.outcome.key_numbers}
        if not run.outcome.trust.ok:
            raise SystemExit(f"{teeth} teeth: {run.outcome.headline}")
    return sum(numbers.get(name, 0.0) for name in LOSSES)


def chain_turn(teeth: tuple[int, int], speed: float) -> float:
    """Time in which every link, each of its own wear, has come around once [s]."""
    apart = CENTRES / PITCH
    wrapped = 0.5 * sum(teeth) + ((teeth[0] - teeth[1]) / TURN) ** 2 / apart
    return (2.0 * apart + wrapped) / teeth[0] * TURN / speed


def fitted_friction(difference: float) -> float:
    """Pin friction at which 39/11 loses so much more than 53/15 [W], by secants."""
    mu = 0.2
    for _ in range(6):
        found = loss((39, 11), mu) - loss((53, 15), mu)
        if abs(found - difference) < MET * difference:
            break
        mu = round(mu * difference / found, 4)
    return mu


def chain_rows() -> list[Row]:
    """Pin friction fitted on a difference; losses, wear and slopes beside it."""
    told = {line["what"]: line for line in table("chain_losses")}
    difference, worn = (
        (float(line["value_W"]), float(line["uncertainty_W"])) for line in told.values()
    )
    mu = fitted_friction(difference[0])
    fit = difference[1] / difference[0]  # as well known as what it was fitted on
    rows = [
        Row("39/11 minus 53/15", *difference, loss((39, 11), mu) - loss((53, 15), mu),
            "W", fitted=f"pin friction {mu:.3f}",
            remark="power and cadence assumed: 250 W, 95 rpm"),
    ]  # fmt: skip
    new = loss((53, 11), mu)
    for line in table("friction_facts_run_time"):
        rows.append(
            Row(f"loss of {line['chain']}, 53/11, 250 W, new", float(line["new"]), 0.02,
                new, "W", fit_error=fit * new,
                remark=f"after 8 h {line['8h']} W; lubricant and make differ"),
        )  # fmt: skip
    return [*rows, *wear_rows(mu, worn, fit), *slope_rows(mu, fit)]


def wear_rows(mu: float, worn: tuple[float, float], fit: float) -> list[Row]:
    """What 1 % elongation adds, by lengths alone and with rougher joints."""
    new, pair = loss((53, 11), mu), (53, 11)
    alone = loss(pair, mu, wear=0.01) - new

    def missing(roughness: float) -> float:
        rough = loss(pair, mu, wear=0.01, wear_friction=roughness)
        return worn[0] - (rough - new)

    needed = round(float(brentq(missing, 0.0, ROUGHEST, xtol=0.1)), 1)
    rough = worn[0] - missing(needed)
    return [
        Row("1 % worn minus new, lengths alone", *worn, alone, "W",
            remark="wear that only lengthens the chain cannot explain it",
            fit_error=fit * abs(alone)),
        Row("1 % worn minus new, rougher joints", *worn, rough, "W",
            fitted=f"chain.variation.wear_friction {needed:g}"),
    ]  # fmt: skip


def slope_rows(mu: float, fit: float) -> list[Row]:
    """Loss per power, from 100 to 400 W; fixed losses of a rig cancel."""
    rows = []
    lines = {line["power_W"]: line for line in table("wilson_six_speed")}
    for cog in (24, 13):
        low, high = (
            float(p) * (1.0 - float(lines[p][f"eta_{cog}T"]) / 100.0)
            for p in ("100", "400")
        )
        ours = (
            loss((48, cog), mu, power=400.0, cadence=75.0)
            - loss((48, cog), mu, power=100.0, cadence=75.0)
        ) / 3.0
        rows.append(
            Row(f"loss per power, {cog} teeth", (high - low) / 3.0, 0.1, ours, "%",
                fit_error=fit * ours,
                remark="ring of 48 teeth and 75 rpm assumed; derailleur not modelled"),
        )  # fmt: skip
    return rows
