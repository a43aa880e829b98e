"""Pushbelt: what runs of the study variator give
==============================================

Runs of the settings of [Cebulla2014] Tables 7.1 to 7.3 with one thing changed at a
time, each reduced to the numbers and curves one compares: thrust ratio by revolution,
speed, efficiency, forces along the belt, spiral running, endplay. Used by the scripts
of the thesis' figures, by their tests, and by the table in the documentation.
"""

import os
import sys
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from pushbelt_along import LOOSE_STRAND, PUSH_STRAND, SECONDARY, Along, along, parts

import catena as ct
from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.figures.belt import spiral, strand_endplay
from catena.drives.pushbelt_cvt.figures.finished_run import drive_of, observe
from catena.drives.pushbelt_cvt.figures.revolution import Observed
from catena.jit import kernels_digest
from catena.numerics.arrays import Floats
from catena.results.files.writer import RUN_NAME
from catena.study.plan import spec_hash

HERE = Path(__file__).parent
SETTINGS = ("OD", "MED", "LOW", "OD-KpKs", "OD-SpiRun", "LOW-SpiRun")


@dataclass(frozen=True, eq=False)
class Measured:
    """A run in numbers; means over whole revolutions, the first discarded."""

    thrust: Floats
    """Thrust ratio of every revolution after the first."""
    speed: float
    """Of the secondary pulley [rad/s]."""
    torque: float
    """Transmitted [N m]."""
    clamping: float
    """Axial force on a secondary sheave [N]."""
    efficiency: float
    unexplained: float
    """Power no law accounts for, over the power lost."""
    capped: float
    """Share of steps that used all sweeps."""
    slip_torque: float
    """At which the secondary pulley slips [N m]."""
    speed_ratio: float
    no_slip_ratio: float
    """Speed ratio without slip on the running radii."""
    along: Along
    """Forces along the belt."""
    spirals: tuple[tuple[Floats, Floats], tuple[Floats, Floats]]
    """Angle [rad] and radius of the ring [m] in primary and secondary pulley."""
    top_endplay: float
    """Sum of the gaps at the top in both strands [m]."""
    endplay: float
    """Sum of all gaps at the rocking edges [m]."""
    strand_torque: float
    """dT r_ring + dP r_rocking between the strands [N m]."""

    @property
    def spiral(self) -> tuple[float, float]:
        """Differences of the radii in both pulleys, in eighths of their wraps [m]."""
        primary, secondary = (np.ptp(parts(radius, 8)) for _, radius in self.spirals)
        return float(primary), float(secondary)

    @property
    def push(self) -> Floats:
        """Push force in eight parts of the secondary arc [N]."""
        return parts(self.along.on("push", SECONDARY), 8)

    @property
    def most_push(self) -> float:
        """Largest mean push force along the belt [N]."""
        return float(self.along.force["push"].max())

    @property
    def tension(self) -> tuple[float, float]:
        """Least and largest mean ring tension along the belt [N]."""
        found = self.along.force["tension"]
        return float(found.min()), float(found.max())


def drive(
    setting: str,
    sheaves: str = "coupled",
    *,
    saddle: str = "unilateral",
    taper: float = 0.0,
    torque: float | None = None,
    ratio: float | None = None,
    friction: float | None = None,
    endplay: float | None = None,
    speed_ratio: float | None = None,
    grooves: str | None = None,
    ring_tension: float | None = None,
    revolutions: float = 3.0,
    step: float = 2e-6,
    tolerance: float = 0.1,
) -> dict[str, Any]:
    """The drive file of a setting with some things changed.

    ``speed_ratio`` prescribes the speed of the secondary pulley instead of a torque.
    """
    name = setting.lower().replace("-", "_")
    data = tomllib.loads((HERE / f"pushbelt_{name}.toml").read_text("utf-8"))
    data["enhancements"] = {"sheaves": sheaves, "saddle": saddle}
    data["solve"] = {"step": step, "revolutions": revolutions, "tolerance": tolerance}
    data["element"] = {"taper": taper}
    if torque is not None:
        data["boundary"]["secondary_torque"] = torque
    if ratio is not None:
        data["start"]["ratio"] = ratio
    if grooves is not None:
        data["start"]["grooves"] = grooves
    if ring_tension is not None:
        data["start"]["ring_tension"] = ring_tension
    if friction is not None:
        data["friction"] = {"flank": friction}
    if endplay is not None:
        data["ring"] = {"length": 0.680, "endplay": endplay}
    if speed_ratio is not None:
        given = spec_from(data).boundary.primary_speed
        del data["boundary"]["secondary_torque"], data["start"]
        data["boundary"]["secondary_speed"] = given / speed_ratio
    return data


@cache
def measured(setting: str, sheaves: str = "coupled", **changes: Any) -> Measured:
    """Run one setting and reduce it to numbers.

    Where CATENA_RUNS names a folder, runs are kept there and found again.
    """
    spec = spec_from(drive(setting, sheaves, **changes))
    if "CATENA_RUNS" not in os.environ:
        with TemporaryDirectory() as folder:
            return reduced(ct.simulate(spec, out=Path(folder) / "run"))
    kept = Path(os.environ["CATENA_RUNS"]) / f"{kernels_digest()}_{spec_hash(spec)}"
    if (kept / RUN_NAME).exists():
        return reduced(ct.open_run(kept))
    return reduced(ct.simulate(spec, out=kept, overwrite=True))


def reduced(run: Any) -> Measured:
    """The numbers of a finished run."""
    seen = observe(run, drive_of(run)[1])
    means, found = seen.means, along(run, seen)
    told = {check.name: check.value for check in run.outcome.checks}
    numbers = {number.name: number.value for number in run.outcome.key_numbers}
    return Measured(
        thrust=means.thrust_ratio[-(seen.revolutions.count - 1) :],
        speed=float(means.speed[-1, 1]),
        torque=float(means.torque_out[-1]),
        clamping=float(means.axial[-1, 1]),
        efficiency=float(means.efficiency[-1]),
        unexplained=float(means.unexplained[-1] / means.loss[-1].sum()),
        capped=told["capped"],
        slip_torque=numbers["slip_torque_secondary"],
        speed_ratio=float(means.speed_ratio[-1]),
        no_slip_ratio=float(means.no_slip_ratio[-1]),
        along=found,
        spirals=(spiral(seen, 0), spiral(seen, 1)),
        top_endplay=sum(strand_endplay(seen)),
        endplay=float(np.maximum(seen.round.rocking_gap, 0.0).sum(axis=1).mean()),
        strand_torque=strand_torque(seen, found),
    )


def strand_torque(seen: Observed, found: Along) -> float:
    """What the strands carry to the secondary pulley [N m]."""
    radius = seen.geometry.radius_o
    push, pull = (
        [found.middle(name, strand) for strand in (PUSH_STRAND, LOOSE_STRAND)]
        for name in ("push", "tension")
    )
    ring = (pull[1] - pull[0]) * radius
    return ring + (push[0] - push[1]) * (radius - seen.rolling.depth)


if __name__ == "__main__":
    for name in sys.argv[1:] or ["MED tilting", "MED coupled", "MED rigid"]:
        print(name, measured(*name.split()))
