"""Maps of a pushbelt variator: thrust ratio, efficiency, slip over load and ratio.

A map is a study over two keys of a variator file. Loads are torques, or shares of the
torque at which the secondary pulley would slip: that limit changes with the ratio, so
equal shares compare ratios fairly.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.pushbelt_cvt.start.initialisation import primary_speed, variator_of
from catena.drives.pushbelt_cvt.start.slip_limits import slip_limit
from catena.errors import InputError
from catena.study.runner import Watch, study, unwatched
from catena.study.variation import Variation, parse_vary

if TYPE_CHECKING:
    from catena.spec.parts import DriveSpec
    from catena.study.folder import Study

RATIO = "start.ratio"
TORQUE = "boundary.secondary_torque"
SPARSE_SNAPSHOTS = 5e-3
"""Time between snapshots of the elements in a map [s], for runs 30 times smaller."""


def cvt_map(
    spec: DriveSpec,
    ratio: str,
    *,
    out: str | Path,
    torque: str | None = None,
    load: str | None = None,
    elements: bool = False,
    workers: int = 1,
    scheduler: str | None = None,
    retry_failed: bool = False,
    progress: Watch = unwatched,
    user_text: str = "",
) -> Study:
    """Run a variator over a grid of ratios and loads.

    Args:
        spec: The variator; its clamping holds for all points.
        ratio: Geometric ratios, such as ``"0.5:2.25:8"`` or ``"0.5,1,2"``.
        out: The study folder; an existing map there is continued.
        torque: Loads on the secondary pulley, such as ``"5 N m:90 N m:8"``.
        load: Or loads over the slip limit of each ratio, such as ``"0.1:0.9:9"``.
        elements: Whether runs keep snapshots of all elements as often as the file
            says; figures of single runs need them.
        workers: Local processes.
        scheduler: Address of an existing dask scheduler instead.
        retry_failed: Make runs again that failed before.
        progress: Is told after every run how far the map has come.
        user_text: The file the specification came from.

    Raises:
        InputError: not a variator with an end stop and a torque, or not exactly one of
            torque and load.
        SpecError: a value is wrong; nothing has been run.
    """
    variator = checked_variator(spec)
    if (torque is None) == (load is None):
        raise InputError("cvt-map: state one of torque and load")
    if not elements:
        variator = with_sparse_snapshots(variator)
    ratios = parse_vary(f"{RATIO}={ratio}")
    options: dict[str, Any] = {
        "out": out,
        "workers": workers,
        "scheduler": scheduler,
        "retry_failed": retry_failed,
        "progress": progress,
        "user_text": user_text,
    }
    if torque is not None:
        return study(variator, [ratios, parse_vary(f"{TORQUE}={torque}")], **options)
    shares = parse_vary(f"load={load}").numbers
    if shares is None or min(shares) < 0.0:
        raise InputError(f"cvt-map: load {load!r}; expected shares such as 0.1:0.9:9")
    points = loaded_points(variator, ratios, shares)
    return study(variator, points, design="zip", **options)


def checked_variator(spec: DriveSpec) -> Spec:
    """The specification, if it can be mapped over ratio and torque."""
    if not isinstance(spec, Spec):
        raise InputError(
            f'cvt-map: found a {spec.drive}; expected drive = "pushbelt_cvt"'
        )
    if spec.boundary.stop == "none" or spec.boundary.secondary_torque is None:
        raise InputError(
            "cvt-map: needs an end stop (boundary.stop) and a boundary.secondary_torque"
            "; otherwise the ratio follows from the other values"
        )
    if spec.boundary.primary_torque is not None:
        raise InputError(
            "cvt-map: needs a boundary.primary_speed; a given primary torque balances "
            "one load only"
        )
    return spec


def loaded_points(
    spec: Spec, ratios: Variation, shares: Sequence[float]
) -> list[Variation]:
    """Ratio and torque of every point, torques as shares of the slip limit."""
    if spec.boundary.stop != "primary":
        raise InputError(
            "cvt-map: load needs the clamping force of the secondary pulley, so "
            'boundary.stop = "primary"; state torque instead'
        )
    if ratios.numbers is None:
        raise InputError(f"cvt-map: ratio {ratios.values}; expected numbers")
    limits = [limit_at(spec, value) for value in ratios.numbers]
    pairs = list(product(zip(ratios.numbers, limits, strict=True), shares))
    return [
        Variation(RATIO, tuple(value for (value, _), _ in pairs)),
        Variation(TORQUE, tuple(share * limit for (_, limit), share in pairs)),
    ]


def limit_at(spec: Spec, ratio: float) -> float:
    """Torque on the secondary pulley at which one of both slips at a ratio [N m]."""
    variator = variator_of(spec)
    speed = primary_speed(spec)
    return slip_limit(spec, variator.band, variator.geometry(ratio), speed).torque


def with_sparse_snapshots(spec: Spec) -> Spec:
    """The same variator with snapshots of its elements far apart."""
    interval = max(spec.solve.snapshot_interval, SPARSE_SNAPSHOTS)
    return _changed(spec, {"solve": {"snapshot_interval": interval}})


def _changed(
    spec: Spec, changes: dict[str, dict[str, Any]], torque: float | None = None
) -> Spec:
    """A checked copy with some values of some parts changed."""
    data = spec.model_dump(mode="python", exclude_none=True)
    for part, values in changes.items():
        data[part] = data.get(part, {}) | values
    if torque is not None:
        data["boundary"]["secondary_torque"] = torque
    checked = spec_from(data, "cvt-map")
    if not isinstance(checked, Spec):  # cannot happen: the drive has not changed
        raise InputError("cvt-map: the drive changed")
    return checked
