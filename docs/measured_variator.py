"""Largest torque of the pushbelt variator, beside the measured one."""

import math
import tomllib

from measured_rows import FOLDER, Row, table

from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.start.initialisation import equilibrium
from catena.drives.pushbelt_cvt.start.slip_limits import slip_limit

EXAMPLES = FOLDER.parents[1] / "examples"
LIGHT = 5.0
"""Load at which the geometry is taken [N m], far from slip."""
FIRST_GUESS = 0.1


def largest_torque(setting: str, friction: float) -> float:
    """Torque at which the secondary pulley of a setting slips [N m]."""
    name = setting.lower().replace("-", "_")
    data = tomllib.loads((EXAMPLES / f"pushbelt_{name}.toml").read_text("utf-8"))
    data["friction"] = {"flank": friction}
    data["boundary"]["secondary_torque"] = LIGHT
    spec = spec_from(data)
    state = equilibrium(spec).state
    limit = slip_limit(spec, state.band, state.geometry, state.speed_primary)
    return limit.torque


def friction_for(setting: str, torque: float) -> float:
    """Flank friction at which a setting slips at a torque, by secants."""
    mu = FIRST_GUESS
    for _ in range(20):
        found = largest_torque(setting, mu)
        if math.isclose(found, torque, rel_tol=1e-9):
            break
        mu *= torque / found
    return mu


def capacity_rows() -> list[Row]:
    """Friction fitted at MED, all other settings predicted."""
    lines = {line["setting"]: line for line in table("pushbelt_capacity")}
    mu = friction_for("MED", float(lines["MED"]["torque_Nm"]))
    share = float(lines["MED"]["uncertainty_Nm"]) / float(lines["MED"]["torque_Nm"])
    rows = []
    for setting, line in lines.items():
        ours = largest_torque(setting, mu)
        torque = float(line["torque_Nm"])
        own = friction_for(setting, torque)
        rows.append(
            Row(
                f"largest torque, {setting}",
                torque,
                float(line["uncertainty_Nm"]),
                ours,
                "N m",
                fitted=f"flank friction {mu:.4f}" if setting == "MED" else "",
                remark=f"alone it would need a flank friction of {own:.4f}",
                fit_error=0.0 if setting == "MED" else share * ours,
            )
        )
    return rows
