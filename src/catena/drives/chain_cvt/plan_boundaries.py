"""Speeds, torques, clamping and stops of both pulleys as tables.

Accounts of the ledger: shafts 0 and 1, grooves 2 and 3. A groove is half the way of
its loose sheave, so that clamping acts on it twice.
"""

from __future__ import annotations

import numpy as np

from catena.couplings.imposed import LOAD, SPEED, WAVE, Imposed
from catena.drives.chain_cvt.spec import Spec
from catena.drives.chain_cvt.spec.pulleys import OrderPart
from catena.drives.variator.boundary_data import boundaries
from catena.numerics.arrays import Floats
from catena.numerics.records import table


def boundary_tables(spec: Spec, first: int) -> Imposed:
    """What is imposed on the pulleys, whose velocities begin at ``first``."""
    speeds: list[dict[str, float]] = []
    loads: list[dict[str, float]] = []
    samples: list[Floats] = []
    waves: list[OrderPart] = []
    parts = spec.primary, spec.secondary
    for p, one in enumerate(boundaries(spec.boundary)):
        shaft = {"dof": first + p, "account": p, "sense": 1.0}
        held = one.turning == "speed"
        values = one.turning_value.value * (1.0 if held else -1.0)
        shaft |= _curve(samples, one.turning_value.time, values)
        shaft["wave"] = len(waves)
        waves += parts[p].excitation
        shaft["wave_end"] = len(waves)
        if held:
            speeds.append(shaft | {"slot": len(speeds)})
        else:
            table_given = one.turning_value.value.size > 1
            loads.append(shaft | {"ramp": 0.0 if table_given else spec.load_ramp})
        groove = {"dof": first + 2 + p, "account": 2 + p, "sense": 1.0}
        stop = one.axial == "stop"
        values = one.axial_value.value * (-0.5 if stop else -2.0)
        groove |= _curve(samples, one.axial_value.time, values)
        groove |= {"wave": 0, "wave_end": 0}
        (speeds if stop else loads).append(
            groove | ({"slot": len(speeds)} if stop else {"ramp": 0.0})
        )
    return Imposed(
        table(SPEED, len(speeds), **_columns(speeds)),
        table(LOAD, len(loads), **_columns(loads)),
        table(
            WAVE,
            len(waves),
            order=[wave.order for wave in waves],
            amplitude=[wave.amplitude for wave in waves],
            phase=[wave.phase for wave in waves],
        ),
        np.concatenate(samples, axis=1),
    )


def _curve(samples: list[Floats], time: Floats, values: Floats) -> dict[str, float]:
    begin = sum(part.shape[1] for part in samples)
    samples.append(np.array([time, values]))
    return {"curve": begin, "curve_end": begin + values.size - 1}


def _columns(rows: list[dict[str, float]]) -> dict[str, list[float]]:
    return {name: [row[name] for row in rows] for name in (rows[0] if rows else {})}
