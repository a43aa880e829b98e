"""The plots of a run through time."""

from __future__ import annotations

import numpy as np

from catena.results.figures import Axis, Figure, Trace
from catena.results.run import Run

MOST_CURVES = 8
"""Curves in one plot; the liveliest are shown, the others stay in the file."""

MOTION = {
    "position_x": "Positions along x",
    "position_y": "Positions along y",
    "angle": "Angles",
    "velocity_x": "Velocities along x",
    "velocity_y": "Velocities along y",
    "spin": "Rotational speeds",
    "linear_position": "Coordinates of linear bodies",
    "linear_velocity": "Velocities of linear bodies",
}
FORCES = {
    "normal_force": "Normal forces of the contacts",
    "peak_normal_force": "Largest normal forces of the contacts",
    "friction_force": "Friction forces of the contacts",
    "journal_force": "Forces in bearings",
    "spring_force": "Forces of the springs",
    "torsion_torque": "Torques of the torsion bars",
    "rod_tension": "Tension along the rods",
    "rod_bending_moment": "Bending moments along the rods",
    "rod_bending_strain": "Bending strains along the rods",
    "drive_torque": "Torques of the motors",
    "drive_force": "Forces of the motors",
}
LOSSES = {
    "coupling_loss": "Losses in couplings",
    "impact_loss": "Losses in impacts",
    "contact_loss": "Losses in elastic contacts",
    "friction_loss": "Losses by friction",
}


def time_figures(run: Run) -> list[Figure]:
    """Every plot the recorded signals allow."""
    figures = [*several(run, MOTION, "Motion"), *several(run, FORCES, "Forces")]
    figures += [energy(run), *several(run, LOSSES, "Energy"), residual(run)]
    figures += [
        single(run, "penetration", "Deepest penetration of rigid contacts so far"),
        single(run, "iterations", "Contact iterations per step"),
        single(run, "active_contacts", "Active contacts"),
    ]
    return figures


def several(run: Run, titles: dict[str, str], section: str) -> list[Figure]:
    """One plot per signal that moves, a curve per body or contact."""
    found = []
    for name, title in titles.items():
        if name in run.names:
            figure = curves(run, name, title, section)
            found += [figure] if figure is not None else []
    return found


def curves(run: Run, name: str, title: str, section: str) -> Figure | None:
    """The liveliest curves of a signal; None if nothing moves."""
    variable, time, values = run.catalogue[name], run.read("time"), run.read(name)
    labels = run.read(variable.dims[1])
    life = np.ptp(values, axis=0)
    order = np.argsort(-life, kind="stable")[:MOST_CURVES]
    lively = sorted(int(i) for i in order if life[i] > 0.0)
    if not lively:
        return None
    hidden = int(np.count_nonzero(life)) - len(lively)
    caption = f"{hidden} more are in the results." if hidden > 0 else ""
    traces = [Trace(time, values[:, i], str(labels[i])) for i in lively]
    alone = f", {labels[lively[0]]}" if len(lively) == 1 else ""  # has no legend
    label = variable.label + alone
    return Figure(
        name=name,
        title=title,
        x=Axis("time", "s"),
        y=Axis(label, variable.units),
        traces=tuple(traces),
        section=section,
        caption=caption,
    )


def energy(run: Run) -> Figure:
    """Where the energy is, where it came from, where it went."""
    time = run.read("time")
    loss = sum(run.read(name).sum(axis=1) for name in LOSSES if name in run.names)
    traces = (
        Trace(time, run.read("kinetic_energy"), "kinetic", emphasis="main"),
        Trace(time, run.read("potential_energy"), "potential"),
        Trace(time, run.read("work_in"), "work of loads and motors"),
        Trace(time, np.broadcast_to(loss, time.shape), "losses"),
    )
    return Figure(
        name="energy",
        title="Energy ledger",
        x=Axis("time", "s"),
        y=Axis("energy", "J"),
        traces=traces,
        section="Energy",
        caption="Losses and work count from the start of the run.",
    )


def residual(run: Run) -> Figure:
    """Energy residual."""
    words = "What the ledger does not account for: the error of the time steps."
    return single(run, "energy_residual", "Energy not accounted for", "Energy", words)


def single(
    run: Run,
    name: str,
    title: str,
    section: str = "Numerical health",
    caption: str = "",
) -> Figure:
    """One signal over time."""
    variable = run.catalogue[name]
    values = run.read(name).astype(float)
    return Figure(
        name=name,
        title=title,
        x=Axis("time", "s"),
        y=Axis(variable.label, variable.units),
        traces=(Trace(run.read("time"), values, emphasis="main"),),
        section=section,
        caption=caption,
    )
