"""How fast the ratio shifts with a clamping force off its balance.

A held run gives the force F_p* with which the primary pulley balances the secondary
one. Runs with both pulleys clamped and the primary force a few per cent off it shift,
and two rate laws are fitted to them by least squares:

    di/dt = k w_p (F_p - F_0)         linear in the force (Ide)
    di/dt = k_ln w_p ln(F_p / F_0)    in its logarithm (Shafai)

with the ratio i = r_O / r_I, the speed w_p of the primary pulley, and F_0 the force
without shift, fitted too; it should be near F_p*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from catena.drives.running import simulate
from catena.drives.verbs import Answer
from catena.errors import InputError
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Trace
from catena.run.protocols import Progress
from catena.spec.parts import DriveSpec

SHARES = (-0.08, -0.04, 0.04, 0.08)
"""Primary force off its balance, over the balance."""
ROUNDS = {"solve.duration": None, "solve.revolutions": 4.0, "solve.discard": 1.5}
"""A start that fades, then two revolutions to read the rate from."""


@dataclass(frozen=True)
class RateLaw:
    """A line fitted to rates of the ratio."""

    slope: float
    """Rate over speed and what drives it: 1/N, or 1 for the logarithm."""
    balance: float
    """Force without shift [N]."""
    determination: float
    """Share of the rates' variance that the line explains, R^2."""


def fitted(drive: Floats, rate: Floats, speed: float) -> tuple[float, float, float]:
    """Slope over speed, zero of the line, and R^2 of rates over what drives them."""
    slope, begin = np.polyfit(drive, rate, 1)
    rest = rate - (slope * drive + begin)
    spread = float(np.sum((rate - rate.mean()) ** 2))
    explained = 1.0 - float(np.sum(rest**2)) / spread if spread > 0.0 else float("nan")
    return float(slope) / speed, -float(begin / slope), explained


def rate_laws(force: Floats, rate: Floats, speed: float) -> tuple[RateLaw, RateLaw]:
    """The linear and the logarithmic law of forces [N] and rates [1/s]."""
    linear = RateLaw(*fitted(force, rate, speed))
    slope, zero, explained = fitted(np.log(force), rate, speed)
    return linear, RateLaw(slope, float(np.exp(zero)), explained)


def shift_law(
    spec: DriveSpec, progress: Progress, shares: Sequence[float] = SHARES
) -> Answer:
    """Run a variator off its balance and fit both laws.

    Raises:
        InputError: the variator has no end stop to begin with.
    """
    boundary = cast("Any", spec).boundary
    if boundary.stop not in ("primary", "secondary") or boundary.primary_speed is None:
        raise InputError(
            "variator: a shift law needs one end stop and a given primary speed, from "
            f"which the balance follows; found boundary.stop = {boundary.stop!r}"
        )
    held = numbers(spec, progress)
    balance, other = held["axial_primary"], held["axial_secondary"]
    free = {"boundary.stop": "none", "boundary.stop_speed": 0.0, **ROUNDS}
    free |= {"boundary.secondary_force": other}
    force = balance * (1.0 + np.asarray(shares))
    found = [
        numbers(spec.with_values({**free, "boundary.primary_force": one}), progress)
        for one in force
    ]
    rate = np.array([one["shift_rate"] for one in found])
    ratio = np.array([one["geometric_ratio"] for one in found])
    speed = primary_speed(boundary)
    linear, log = rate_laws(force, rate, speed)
    lines = [
        f"  balance at ratio {held['geometric_ratio']:.4f}: primary {balance:.5g} N, "
        f"secondary {other:.5g} N",
        *(
            f"  primary {a:.5g} N ({a / balance - 1.0:+.1%}): ratio {r:.4f} shifts by "
            f"{b:+.4g} 1/s"
            for a, b, r in zip(force, rate, ratio, strict=True)
        ),
        f"  linear law       di/dt = {linear.slope:.4g} 1/N w_p (F_p - "
        f"{linear.balance:.5g} N), R^2 {linear.determination:.4f}",
        f"  logarithmic law  di/dt = {log.slope:.4g} w_p ln(F_p / {log.balance:.5g} N),"
        f" R^2 {log.determination:.4f}",
    ]
    facts = {
        "balance": balance, "force": force.tolist(), "rate": rate.tolist(),
        "ratio": ratio.tolist(), "linear": vars(linear), "logarithmic": vars(log),
    }  # fmt: skip
    return Answer(
        lines, {"shift": facts}, (figure(force, rate, balance, linear, speed),)
    )


def primary_speed(boundary: Any) -> float:
    """Of the boundary at the end of its table [rad/s]."""
    given = boundary.primary_speed
    return float(given if isinstance(given, float) else given.value[-1])


def numbers(spec: DriveSpec, progress: Progress) -> dict[str, float]:
    """Key numbers of a run by name."""
    with simulate(spec, progress=progress, large=True) as run:
        return {n.name: n.value for n in run.outcome.key_numbers}


def figure(
    force: Floats, rate: Floats, balance: float, law: RateLaw, speed: float
) -> Figure:
    """Rates over the force off its balance, with the line."""
    ends = np.array([force.min(), force.max()])
    line = law.slope * speed * (ends - law.balance)
    return Figure(
        "shift_law",
        "Rate of the ratio over the force off its balance",
        Axis("primary force less that of the held ratio", "N"),
        Axis("rate of change of the ratio", "1/s"),
        (
            Trace(force - balance, rate, "runs", kind="markers"),
            Trace(ends - balance, line, "linear law", emphasis="reference"),
        ),
        caption=f"R^2 {law.determination:.4f}; no shift at {law.balance:.5g} N.",
        section="Engineering",
    )
