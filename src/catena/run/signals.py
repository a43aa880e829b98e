"""What a run through time records: names, units and sizes of every signal."""

from __future__ import annotations

from collections.abc import Mapping

from catena.balance import COUPLINGS
from catena.model import Labels
from catena.results.layout import Coordinate, Layout, Variable
from catena.run.plan import TimePlan

OPTIONAL = {
    "motion": "positions and velocities of the bodies",
    "contacts": "gap, normal and friction force of every contact",
    "reactions": "forces of drives, bearings, springs and torsion bars",
    "momentum": "linear and angular momentum",
}
"""Groups of signals a user may leave out; the proof of a run is always recorded."""


def layout_of(plan: TimePlan) -> Layout:
    """The result file of a run."""
    words = dimensions(plan.model.labels)
    variables = tuple(v for v in listed(plan.optional) if set(v.dims[1:]) <= set(words))
    used = {dim for variable in variables for dim in variable.dims[1:]}
    coordinates = {d: Coordinate(n) for d, n in words.items() if d in used}
    sizes: dict[str, int | None] = {"time": None}
    sizes |= {dim: len(names) for dim, names in words.items() if dim in used}
    return Layout(sizes=sizes, coordinates=coordinates, variables=variables)


def dimensions(labels: Labels) -> Mapping[str, tuple[str, ...]]:
    """The names along every dimension that has any."""
    linear = labels.velocities[3 * len(labels.bodies) :]
    found = {
        "body": labels.bodies[1:],
        "linear_coordinate": linear,
        "contact": labels.contacts,
        "contact_group": labels.groups,
        "coupling": COUPLINGS,
        "turning_drive": turning(labels),
        "shifting_drive": shifting(labels),
        "journal": labels.journals,
        "spring": labels.springs,
        "torsion_bar": labels.torsion,
    }
    return {dim: names for dim, names in found.items() if names}


def turning(labels: Labels) -> tuple[str, ...]:
    """Prescribed speeds of angles."""
    return tuple(name for name in labels.drives if name.endswith(".angle"))


def shifting(labels: Labels) -> tuple[str, ...]:
    """Prescribed speeds of places."""
    return tuple(name for name in labels.drives if not name.endswith(".angle"))


def listed(optional: frozenset[str]) -> list[Variable]:
    """Every variable of the chosen groups, whatever the model has of it."""
    groups = {
        "motion": motion_signals(),
        "contacts": contact_signals(),
        "reactions": reaction_signals(),
        "momentum": momentum_signals(),
    }
    found = [Variable("time", ("time",), "s", "time", "t")]
    for name, variables in groups.items():
        found += variables if name in optional else []
    return found + energy_signals() + health_signals()


def motion_signals() -> list[Variable]:
    """Where the bodies are and how they move."""
    body, linear = ("time", "body"), ("time", "linear_coordinate")
    return [
        Variable("position_x", body, "m", "position x", "x"),
        Variable("position_y", body, "m", "position y", "y"),
        Variable("angle", body, "rad", "angle", "phi"),
        Variable("velocity_x", body, "m/s", "velocity x"),
        Variable("velocity_y", body, "m/s", "velocity y"),
        Variable("spin", body, "rad/s", "rotational speed", "omega"),
        Variable("linear_position", linear, "SI", "coordinate of a linear body", "q"),
        Variable("linear_velocity", linear, "SI", "velocity of a linear body", "u"),
    ]


def contact_signals() -> list[Variable]:
    """What happens between the bodies; forces since the record before."""
    over = ("time", "contact")
    return [
        Variable("gap", over, "m", "gap", "g_N"),
        Variable("normal_force", over, "N", "normal force, mean", "la_N"),
        Variable("peak_normal_force", over, "N", "normal force, largest of a step"),
        Variable("friction_force", over, "N", "friction force, mean", "la_T"),
    ]


def reaction_signals() -> list[Variable]:
    """What drives and couplings carry."""
    bar = "time", "torsion_bar"
    return [
        Variable("drive_torque", ("time", "turning_drive"), "N m", "torque of a drive"),
        Variable("drive_force", ("time", "shifting_drive"), "N", "force of a drive"),
        Variable("journal_force", ("time", "journal"), "N", "force in a bearing"),
        Variable("spring_force", ("time", "spring"), "N", "pull of a spring"),
        Variable("spring_length", ("time", "spring"), "m", "length of a spring"),
        Variable("torsion_torque", bar, "N m", "torque in a torsion bar, at b"),
    ]


def momentum_signals() -> list[Variable]:
    """Momentum of all planar bodies together."""
    over = ("time",)
    return [
        Variable("momentum_x", over, "kg m/s", "momentum x"),
        Variable("momentum_y", over, "kg m/s", "momentum y"),
        Variable("angular_momentum", over, "kg m^2/s", "angular momentum, origin"),
    ]


def energy_signals() -> list[Variable]:
    """The energy ledger; losses count from the start."""
    over, group = ("time",), ("time", "contact_group")
    return [
        Variable("kinetic_energy", over, "J", "kinetic energy"),
        Variable("potential_energy", over, "J", "potential energy"),
        Variable("work_in", over, "J", "work of loads and drives"),
        Variable("coupling_loss", ("time", "coupling"), "J", "loss in couplings"),
        Variable("impact_loss", group, "J", "loss in impacts"),
        Variable("contact_loss", group, "J", "loss in elastic contacts"),
        Variable("friction_loss", group, "J", "loss by friction"),
        Variable("energy_residual", over, "J", "energy not accounted for"),
    ]


def health_signals() -> list[Variable]:
    """How hard the run was and how well the contact laws are met."""
    over = ("time",)
    return [
        Variable("penetration", over, "m", "deepest penetration so far"),
        Variable("contact_residual", over, "1", "worst contact residual so far"),
        Variable("iterations", over, "1", "contact iterations per step, mean"),
        Variable("active_contacts", over, "1", "active contacts", dtype="int64"),
        Variable("unconverged", over, "1", "unconverged steps so far", dtype="int64"),
    ]
