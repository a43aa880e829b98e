"""A belt in even motion whose forces are known functions of the place."""

import numpy as np

from catena.drives.pushbelt_cvt.figures.revolution import Observed, Round
from catena.drives.pushbelt_cvt.layout.rolling import Rolling
from catena.drives.variator.revolutions import revolutions_of
from catena.geometry.variator import belt_geometry

GEOMETRY = belt_geometry(2.0, 0.68, 0.168)
ELEMENTS, KNOTS = 60, 90
ROLLING = Rolling(2e-3, GEOMETRY.length / ELEMENTS, 6e-3, ELEMENTS / GEOMETRY.length)
SPEED = 10.0
REVOLUTION = GEOMETRY.length / SPEED


def force_at(place):
    """A smooth periodic function of the place."""
    return 500.0 + 300.0 * np.sin(2.0 * np.pi * place / GEOMETRY.length)


def spiral_radius(radius, angle):
    """Radius in a pulley that shrinks on the way through."""
    return radius - 1e-3 * angle / np.pi


def running_belt(revolutions=3.2, samples=4000, ripple=0.0):
    """Signals of a settled run; ``ripple`` swings with the passing elements."""
    time = np.linspace(0.0, revolutions * REVOLUTION, samples)
    swing = ripple * np.sin(2.0 * np.pi * time / REVOLUTION * ELEMENTS)
    ones = np.ones_like(time)
    shown = np.linspace(time[-1] - REVOLUTION, time[-1], 300)
    course = GEOMETRY.course()
    start = np.arange(ELEMENTS) / ELEMENTS * GEOMETRY.length
    place = np.mod(start + SPEED * shown[:, None], GEOMETRY.length)
    x, y = (values.reshape(place.shape) for values in course.point(place.ravel()))
    knot = np.mod(
        np.arange(KNOTS) / KNOTS * GEOMETRY.length + SPEED * shown[:, None],
        GEOMETRY.length,
    )
    k_x, k_y = _spiralled(knot)
    force = force_at(place)
    return Observed(
        geometry=GEOMETRY,
        rolling=ROLLING,
        element_count=ELEMENTS,
        revolutions=revolutions_of(time, time / REVOLUTION),
        signals={
            "time": time,
            "pulley_angle": np.column_stack([200.0 * time, 100.0 * time]),
            "pulley_speed": np.column_stack([200.0 * ones, 100.0 * ones]),
            "belt_torque": np.column_stack([-50.0 * ones - swing, 95.0 * ones + swing]),
            "axial_force": np.column_stack([12000.0 * ones + swing, 10000.0 * ones]),
            "bearing_force_x": np.column_stack([3000.0 + swing, -3000.0 - swing]),
            "bearing_force_y": np.column_stack([4000.0 * ones, 4000.0 * ones]),
            "shaft_work": np.column_stack([10000.0 * time, -9500.0 * time]),
            "clamping_work": np.column_stack([0.0 * time, 20.0 * time]),
            "stored_energy": 10.0 * time,
            "loss": np.column_stack([400.0 * time, 100.0 * time, 1e-3 * time]),
            "belt_speed": SPEED * ones,
            "snapshot_time": shown,
            "gap_share": np.tile([2e-3, 5e-4], (300, 1)),
            "squeeze_share": np.tile([1e-4, 3e-4], (300, 1)),
            "running_radius": np.tile([GEOMETRY.radius_i, GEOMETRY.radius_o], (300, 1)),
        },
        loss_names=("flank radial", "ring friction", "ring damping"),
        round=Round(
            time=shown,
            x=x,
            y=y,
            flank_normal=force,
            flank_travel=0.1 * force,
            flank_outward=-0.1 * force,
            push=2.0 * force,
            ring_normal=0.5 * force,
            ring_friction=0.05 * force,
            tension=5.0 * force,
            rocking_gap=1e-6 * force,
            top_gap=-1e-6 * force,
            knot_x=k_x,
            knot_y=k_y,
        ),
    )


def _spiralled(place):
    """Knots on the course, drawn inwards in the pulleys."""
    course = GEOMETRY.course()
    x, y = (values.reshape(place.shape) for values in course.point(place.ravel()))
    section = course.section(place.ravel()).reshape(place.shape)
    starts = course.starts
    for pulley, at in ((0, 0), (1, 2)):
        radius = GEOMETRY.radius_o if pulley else GEOMETRY.radius_i
        centre = GEOMETRY.distance if pulley else 0.0
        here = section == at
        angle = (place[here] - starts[at]) / radius
        factor = spiral_radius(radius, angle) / radius
        x[here] = centre + factor * (x[here] - centre)
        y[here] = factor * y[here]
    return x, y
