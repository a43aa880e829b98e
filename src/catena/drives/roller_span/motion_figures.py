"""Plots of the whole strand: figures 4.4, 4.6, 4.7, energy and kinematics."""

from __future__ import annotations

from typing import cast

import numpy as np

from catena.drives.loading import loads
from catena.drives.roller_span.layout import chain_of, pair_of
from catena.drives.roller_span.signals import (
    burst_mask,
    energy_residual,
    harmonics,
    roller_path,
    span_extent,
)
from catena.drives.roller_span.spec import Spec
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Mark, Trace
from catena.results.run import Run

RPM = 2.0 * np.pi / 60.0
RAMP = 1.05
"""Speeds that differ by more than this factor make a ramp."""
HARMONICS = 8


def motion_figures(run: Run) -> list[Figure]:
    """Trajectory, extremes, tension, its harmonics, energy, kinematic model."""
    found = [_extremes(run), _tension(run), _energy(run), _kinematics(run)]
    if run.samples.get("frame", 0) > 10 and run.samples.get("engagement", 0) > 2:
        found.insert(0, _trajectory(run))
    if run.samples.get("engagement", 0) > 8:
        found.insert(-2, _harmonics(run))
        if _speed_range(run) > RAMP:
            found.insert(1, _extent_over_speed(run))
    return found


def _speed_range(run: Run) -> float:
    speed = run.read("driver_speed")
    tenth = max(1, speed.size // 10)
    return float(speed[-tenth:].mean() / speed[:tenth].mean())


def _trajectory(run: Run) -> Figure:
    x, y = run.read("roller_x"), run.read("roller_y")
    shapes = np.stack([x, y], axis=2)
    first = run.read("frame_first")
    count = np.sum(np.isfinite(x), axis=1) - 1.0
    roller = int(first[-1])
    path = roller_path(shapes, first, count, roller)
    return Figure(
        name="roller_trajectory",
        title="Path of one roller centre through the strand",
        x=Axis("x", "m"),
        y=Axis("y", "m"),
        traces=(
            Trace(path[:, 0], path[:, 1], f"roller {roller}", emphasis="main"),
            _kinematic_path(run),
        ),
        caption=(
            "From the driven sprocket (right) to the driver (left); [KimJohnson1993] "
            "Fig. 4.4. The path dips after the release, which the kinematic one does "
            "not."
        ),
        section="Strand",
    )


def _kinematic_path(run: Run) -> Trace:
    spec = cast(Spec, loads(run.spec_text))
    pair = pair_of(spec, chain_of(spec.chain).pitch)
    points = []
    for place in range(pair.seated_link_count + 1, -1, -1):
        for bar in pair.segments(20):
            inside = place <= bar.link_count
            vertex = pair.driver_radius * np.exp(1j * bar.driver_angle)
            reach = place * pair.pitch * np.exp(1j * bar.strand_angle)
            points.append((vertex + reach)[inside])
    path = np.concatenate(points)
    return Trace(path.real, path.imag, "kinematic model", emphasis="reference")


def _extremes(run: Run) -> Figure:
    time = run.read("time")
    return Figure(
        name="extreme_points",
        title="Heights of the lowest and the highest roller",
        x=Axis("time", "s"),
        y=Axis("height over the line of centres", "m"),
        traces=(
            Trace(time, run.read("highest"), "highest"),
            Trace(time, run.read("lowest"), "lowest"),
        ),
        caption="[KimJohnson1993] Fig. 4.6.",
        section="Strand",
    )


def _extent_over_speed(run: Run) -> Figure:
    time, speed = run.read("time"), run.read("driver_speed")
    window = 4.0 * float(np.median(np.diff(run.read("engagement_first_time"))))
    centre, extent = span_extent(time, run.read("lowest"), run.read("highest"), window)
    number = run.outcome.key_number("resonance_speed")
    marks = () if number is None else (Mark(number.value / RPM, "moving string"),)
    return Figure(
        name="extent_over_speed",
        title="Extent of the strand over the speed",
        x=Axis("speed of the driver", "rpm"),
        y=Axis("extent", "m"),
        traces=(Trace(np.interp(centre, time, speed) / RPM, extent, emphasis="main"),),
        marks=marks,
        caption="Extreme heights within windows of four teeth.",
        section="Strand",
    )


def _masked_tension(run: Run) -> tuple[Floats, Floats]:
    time, tension = run.read("time"), run.read("tension_middle")
    if run.samples.get("engagement", 0) == 0:
        return tension, tension
    mask = burst_mask(
        time, run.read("engagement_first_time"), run.read("engagement_end_time")
    )
    mask |= run.read("engaging") > 0.0
    return np.where(mask, np.nan, tension), tension


def _tension(run: Run) -> Figure:
    masked, tension = _masked_tension(run)
    time = run.read("time")
    return Figure(
        name="tension",
        title="Tension in the middle of the strand",
        x=Axis("time", "s"),
        y=Axis("joint force", "N"),
        traces=(
            Trace(time, tension, "with collision bursts", emphasis="faint"),
            Trace(time, masked, "outside the series of collisions", emphasis="main"),
        ),
        caption="[KimJohnson1993] Fig. 4.7(b); instants of collision are jumps.",
        section="Strand",
    )


def _harmonics(run: Run) -> Figure:
    time = run.read("time")
    late = time >= 0.5 * time[-1]
    masked, tension = _masked_tension(run)
    first = run.read("engagement_first_time")
    first = first[first >= 0.5 * time[-1]]
    frequency = (first.size - 1) / (first[-1] - first[0])
    orders = np.arange(1.0, HARMONICS + 1.0)
    keep = late & np.isfinite(masked)
    outside = harmonics(time, tension, frequency, keep, HARMONICS)
    extent = run.read("highest") - run.read("lowest")
    shape = harmonics(time, extent, frequency, late, HARMONICS)
    return Figure(
        name="tension_harmonics",
        title="Harmonics of the engagement frequency, second half of the run",
        x=Axis("multiple of the engagement frequency"),
        y=Axis("amplitude over the largest"),
        traces=(
            Trace(orders, outside / outside.max(), "tension", kind="stem"),
            Trace(orders, shape / shape.max(), "extent of the strand", kind="markers"),
        ),
        caption=(
            f"Engagement frequency {frequency:.4g} Hz; tension outside the series of "
            f"collisions, largest amplitude {outside.max():.3g} N; extent "
            f"{shape.max():.3g} m."
        ),
        section="Strand",
    )


def _energy(run: Run) -> Figure:
    names = ("axle_loss", "joint_loss", "collision_loss")
    books = ("kinetic_energy", "drive_work", "load_work", "link_flux")
    samples = {name: run.read(name) for name in (*names, *books)}
    time = run.read("time")
    labels = {variable.name: variable.label for variable in run.catalogue.variables}
    traces = [Trace(time, samples[name], labels[name]) for name in names]
    traces.append(
        Trace(time, energy_residual(samples), "not explained", emphasis="reference")
    )
    return Figure(
        name="energy",
        title="Where the energy goes",
        x=Axis("time", "s"),
        y=Axis("energy", "J"),
        traces=tuple(traces),
        caption="Losses since the start, and the gap of the energy balance.",
        section="Health",
    )


def _kinematics(run: Run) -> Figure:
    return Figure(
        name="polygonal_action",
        title="Polygonal action: speed ratio over one tooth",
        x=Axis("travel of the driver", "rad"),
        y=Axis("driven over driver speed"),
        traces=(
            Trace(
                run.read("travel"),
                run.read("kinematic_ratio"),
                "kinematic model",
                emphasis="main",
            ),
        ),
        caption="Exact four-bar linkage between a seating and the next.",
        section="Kinematic model",
    )
