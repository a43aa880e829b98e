"""What a run of a model records: the channels of every group, and their file."""

from __future__ import annotations

from collections.abc import Mapping

from catena.balance import COUPLINGS
from catena.model import Labels
from catena.results.catalogue import Catalogue, Coordinate
from catena.run.channels import Channel, Take, catalogue_of, total
from catena.run.model.plan import TimePlan
from catena.tables.state import Cause

OPTIONAL = {
    "motion": "positions and velocities of the bodies",
    "contacts": "gap, normal and friction force of every contact",
    "reactions": "forces of drives, bearings, springs, torsion bars and rods",
    "momentum": "linear and angular momentum",
}
"""Groups of signals a user may leave out; the proof of a run is always recorded."""
PHYSICAL = int(Cause.NUMERICAL)
"""Causes of losses but for the last, the time steps."""
LOADS = "loads"
"""What all loads together are called among the boundaries."""


def _over(
    dim: str, name: str, unit: str, meaning: str, column: str, symbol: str = "",
    take: Take = "now", pick: str = "",
) -> Channel:  # fmt: skip
    """A number of every body, contact or coupling, from a table of that name."""
    table, index = column.split(".")
    over = ("time", dim)
    return Channel(
        name, unit, meaning, over, table, int(index), pick, take=take, symbol=symbol
    )


def _losses(name: str, meaning: str, index: int) -> Channel:
    """A loss of every group of contacts."""
    over = ("time", "contact_group")
    return Channel(name, "J", meaning, over, "group", index, take="sum")


TIME = (total("time", "s", "time", 0, symbol="t"),)
MOTION = (
    _over("body", "position_x", "m", "position x", "body.0", "x"),
    _over("body", "position_y", "m", "position y", "body.1", "y"),
    _over("body", "angle", "rad", "angle", "body.2", "phi"),
    _over("body", "velocity_x", "m/s", "velocity x", "body.3"),
    _over("body", "velocity_y", "m/s", "velocity y", "body.4"),
    _over("body", "spin", "rad/s", "rotational speed", "body.5", "omega"),
    _over("linear_coordinate", "linear_position", "SI", "coordinate of a linear body",
          "linear.0", "q"),
    _over("linear_coordinate", "linear_velocity", "SI", "velocity of a linear body",
          "linear.1", "u"),
)  # fmt: skip
CONTACTS = (
    _over("contact", "gap", "m", "gap", "contact.0", "g_N"),
    _over("contact", "normal_force", "N", "normal force, mean", "contact.1", "la_N",
          "mean"),
    _over("contact", "peak_normal_force", "N", "normal force, largest of a step",
          "contact.2", "", "peak"),
    _over("contact", "friction_force", "N", "friction force, mean", "contact.3", "la_T",
          "mean"),
)  # fmt: skip
REACTIONS = (
    _over("turning_drive", "drive_torque", "N m", "torque of a drive", "drive.0",
          pick="turning"),
    _over("shifting_drive", "drive_force", "N", "force of a drive", "drive.0",
          pick="shifting"),
    _over("journal", "journal_force", "N", "force in a bearing", "journal.0"),
    _over("spring", "spring_force", "N", "pull of a spring", "spring.0"),
    _over("spring", "spring_length", "m", "length of a spring", "spring.1"),
    _over("torsion_bar", "torsion_torque", "N m", "torque in a torsion bar, at b",
          "torsion.0"),
    _over("rod_element", "rod_tension", "N", "tension of a rod, between two nodes",
          "beam.0", "N"),
    _over("rod_element", "rod_shear_force", "N", "shear force of a rod", "beam.1", "Q"),
    _over("rod_element", "rod_bending_moment", "N m", "bending moment of a rod",
          "beam.2", "M"),
    _over("rod_element", "rod_bending_strain", "1", "bending strain of the outer fibre",
          "beam.3"),
)  # fmt: skip
MOMENTUM = (
    total("momentum_x", "kg m/s", "momentum x", 1),
    total("momentum_y", "kg m/s", "momentum y", 2),
    total("angular_momentum", "kg m^2/s", "angular momentum, origin", 3),
)
ENERGY = (
    total("kinetic_energy", "J", "kinetic energy", 4),
    total("potential_energy", "J", "potential energy", 5),
    total("work_in", "J", "work of loads and drives", 6, "sum"),
    Channel("coupling_loss", "J", "loss in couplings", ("time", "coupling"),
            "coupling", take="sum"),
    _losses("impact_loss", "loss in impacts", 0),
    _losses("contact_loss", "loss in elastic contacts", 1),
    _losses("friction_loss", "loss by friction", 2),
    _losses("contact_error", "numerical loss of rigid contacts that stay closed", 3),
    Channel("loss", "J", "energy lost so far, by cause", ("time", "cause"), "cause",
            take="sum"),
    Channel("input_work", "J", "work of a drive or of all loads so far",
            ("time", "boundary"), "boundary", take="sum"),
    total("energy_residual", "J", "energy residual, joints included", 7, "sum"),
)  # fmt: skip
HEALTH = (
    total("penetration", "m", "deepest penetration so far", 8),
    total("contact_residual", "1", "worst contact residual so far", 9),
    total("iterations", "1", "contact iterations per step, mean", 10, "mean"),
    Channel("active_contacts", "1", "active contacts", source="counts", index=0,
            dtype="int64"),
    Channel("unconverged", "1", "unconverged steps so far", source="counts", index=1,
            dtype="int64", take="sum"),
)  # fmt: skip
GROUPS = {
    "motion": MOTION,
    "contacts": CONTACTS,
    "reactions": REACTIONS,
    "momentum": MOMENTUM,
}


def channels_of(plan: TimePlan) -> tuple[Channel, ...]:
    """The channels of the chosen groups, as far as the model has their dimensions."""
    chosen = [
        c for name, group in GROUPS.items() if name in plan.optional for c in group
    ]
    there = dimensions(plan.model.labels)
    listed = (*TIME, *chosen, *ENERGY, *HEALTH)
    return tuple(c for c in listed if set(c.dims[1:]) <= set(there))


def file_of(plan: TimePlan) -> Catalogue:
    """The result file of a run."""
    channels = channels_of(plan)
    used = {dim for channel in channels for dim in channel.dims[1:]}
    axes: dict[str, Coordinate | int | None] = {"time": None}
    for dim, names in dimensions(plan.model.labels).items():
        if dim in used:
            axes[dim] = Coordinate(names)
    return catalogue_of(channels, axes, plan.model.labels.contacts)


def dimensions(labels: Labels) -> Mapping[str, tuple[str, ...]]:
    """The names along every dimension that has any."""
    turning = tuple(name for name in labels.drives if name.endswith(".angle"))
    found = {
        "body": labels.bodies[1:],
        "linear_coordinate": labels.velocities[3 * len(labels.bodies) :],
        "contact": labels.contacts,
        "contact_group": labels.groups,
        "coupling": COUPLINGS,
        "cause": tuple(c.name.lower().replace("_", " ") for c in Cause)[:PHYSICAL],
        "boundary": (*labels.drives, LOADS),
        "turning_drive": turning,
        "shifting_drive": tuple(n for n in labels.drives if n not in turning),
        "journal": labels.journals,
        "spring": labels.springs,
        "torsion_bar": labels.torsion,
        "rod_element": labels.beams,
    }
    return {dim: names for dim, names in found.items() if names}
