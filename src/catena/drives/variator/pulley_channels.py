"""What every run of a variator records of its two pulleys."""

from __future__ import annotations

from catena.integrators.steps.pulley_samples import Pulley
from catena.run.channels import Channel, Take


def of_pulley(
    name: str, unit: str, meaning: str, index: int, take: Take = "now", paper: str = ""
) -> Channel:
    """A number of each pulley over time."""
    dims = "time", "pulley"
    return Channel(name, unit, meaning, dims, "pulley", index, take=take, paper=paper)


def pulley_channels(subject: str, paper: str) -> tuple[Channel, ...]:
    """Motion of the pulleys, what a belt or chain (subject) does to them, and works."""

    def of(
        name: str, unit: str, meaning: str, index: int, take: Take = "now"
    ) -> Channel:
        return of_pulley(name, unit, meaning, index, take, paper)

    return (
        of("pulley_angle", "rad", "turn in the sense of travel", Pulley.TURN),
        of("pulley_speed", "rad/s", "speed in the sense of travel", Pulley.SPEED),
        of("groove", "m", "axial place of a sheave, opening", Pulley.GROOVE),
        of("tilt_x", "rad", "slope of a sheave along x", Pulley.TILT_X),
        of("tilt_y", "rad", "slope of a sheave along y", Pulley.TILT_Y),
        of(f"{subject}_torque", "N m", f"mean torque of the {subject} on the pulley",
           Pulley.TORQUE, "mean"),
        of("axial_force", "N", f"mean axial force of the {subject} on a sheave",
           Pulley.AXIAL, "mean"),
        of("bearing_force_x", "N", f"mean force of the {subject} on the shaft, x",
           Pulley.FORCE_X, "mean"),
        of("bearing_force_y", "N", f"mean force of the {subject} on the shaft, y",
           Pulley.FORCE_Y, "mean"),
        of("shaft_work", "J", "work done by the shaft so far", Pulley.WORK, "sum"),
        of("clamping_work", "J", "work done by the clamping so far", Pulley.WORK_Z,
           "sum"),
    )  # fmt: skip


def shaft_channels(paper: str) -> tuple[Channel, ...]:
    """Ways of both shafts in their bearings."""
    return (
        of_pulley("shaft_x", "m", "way of the shaft in its bearing, x", Pulley.SHAFT_X,
                  paper=paper),
        of_pulley("shaft_y", "m", "way of the shaft in its bearing, y", Pulley.SHAFT_Y,
                  paper=paper),
    )  # fmt: skip


LOSS = Channel("loss", "J", "energy lost so far", ("time", "mechanism"), "loss",
               take="sum")  # fmt: skip
"""By mechanism, of the whole drive."""
