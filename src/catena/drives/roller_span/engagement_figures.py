"""Plots of one engagement and of the phase: figures 4.1, 4.3 and 4.5."""

from __future__ import annotations

import numpy as np

from catena.numerics.arrays import Bools, Ints
from catena.results.figures import Axis, Figure, Mark, Trace
from catena.results.run import Run

SECTION = "Engagement"
MOST_COLLISIONS = 6
"""Collisions whose jumps are drawn, as in figure 4.3."""


def engagement_figures(run: Run) -> list[Figure]:
    """The last whole engagement in detail, and the phase of all."""
    if run.samples.get("engagement", 0) < 2:
        return []
    return [_speeds(run), _separation(run), _impulses(run), _jumps(run), _phase(run)]


def _last_series(run: Run) -> tuple[float, float]:
    """First and last collision of the last but one engagement [s]."""
    return (
        float(run.read("engagement_first_time")[-2]),
        float(run.read("engagement_end_time")[-2]),
    )


def _around(run: Run) -> Bools:
    """Samples around the last series; at least a tooth period where it is short."""
    time = run.read("time")
    first, end = _last_series(run)
    margin = 0.5 * (end - first)
    near = (time >= first - margin) & (time <= end + margin)
    if near.sum() < 20:
        tooth = np.diff(run.read("engagement_first_time")[-2:])[0]
        near = (time >= first - 0.5 * tooth) & (time <= first + 0.5 * tooth)
    return np.asarray(near)


def _collision_marks(run: Run) -> tuple[Mark, ...]:
    first, end = _last_series(run)
    times = run.read("collision_time")
    chosen = times[(times >= first) & (times <= end)]
    return tuple(Mark(float(t), "", "x", "collisions") for t in chosen[:40])


def _speeds(run: Run) -> Figure:
    near = _around(run)
    time = run.read("time")[near]
    return Figure(
        name="engagement_speeds",
        title="Speeds of the engaging link and the driver",
        x=Axis("time", "s"),
        y=Axis("angular speed", "rad/s"),
        traces=(
            Trace(time, run.read("link_speed")[near], "link 1", emphasis="main"),
            Trace(time, run.read("driver_speed")[near], "driver"),
        ),
        marks=_collision_marks(run),
        caption="The last but one engagement of the run; [KimJohnson1993] Fig. 4.1.",
        section=SECTION,
    )


def _separation(run: Run) -> Figure:
    near = _around(run)
    return Figure(
        name="separation_angle",
        title="Separation angle of the engaging link",
        x=Axis("time", "s"),
        y=Axis("separation angle", "rad"),
        traces=(
            Trace(
                run.read("time")[near],
                run.read("separation")[near],
                "separation angle (2.33)",
                emphasis="main",
            ),
        ),
        marks=_collision_marks(run),
        caption="Zero where the roller touches its seat; it rebounds and returns.",
        section=SECTION,
    )


def _series_rows(run: Run) -> Ints:
    first, end = _last_series(run)
    times = run.read("collision_time")
    return np.flatnonzero((times >= first) & (times <= end))


def _impulses(run: Run) -> Figure:
    rows = _series_rows(run)
    return Figure(
        name="collision_impulses",
        title="Normal impulses of one engagement",
        x=Axis("time", "s"),
        y=Axis("normal impulse", "N s"),
        traces=(
            Trace(
                run.read("collision_time")[rows],
                run.read("collision_normal_impulse")[rows],
                "normal impulse",
                kind="stem",
                emphasis="main",
            ),
        ),
        section=SECTION,
    )


def _jumps(run: Run) -> Figure:
    rows = _series_rows(run)[:MOST_COLLISIONS]
    jumps = run.read("speed_jump")[rows]
    body = np.arange(jumps.shape[1], dtype=np.float64)
    traces = []
    for number, jump in enumerate(jumps, start=1):
        links = np.isfinite(jump) & (body > 0)
        links[np.flatnonzero(np.isfinite(jump))[-1]] = False  # the driven sprocket
        traces.append(
            Trace(body[links], jump[links], f"collision {number}", kind="markers")
        )
    return Figure(
        name="speed_jumps",
        title="Speed jumps of the links in the collisions of one engagement",
        x=Axis("link, counted from the driver"),
        y=Axis("jump of the angular speed", "rad/s"),
        traces=tuple(traces),
        caption="[KimJohnson1993] Fig. 4.3: the first two and the last two links.",
        section=SECTION,
    )


def _phase(run: Run) -> Figure:
    time = run.read("engagement_first_time")
    phase = run.read("engagement_phase_unwrapped")
    locked = run.read("engagement_phase_locked") == 1.0
    traces = [Trace(time, phase, "phase, unwrapped", emphasis="main")]
    if locked.any():
        traces.append(Trace(time[locked], phase[locked], "locked", kind="markers"))
    number = run.outcome.key_number("kinematic_phase")
    marks: tuple[Mark, ...] = ()
    if number is not None:
        marks = (Mark(number.value, "kinematic model", "y"),)
    return Figure(
        name="phase",
        title="Phase between release and engagement",
        x=Axis("time", "s"),
        y=Axis("phase, share of a tooth period"),
        traces=tuple(traces),
        marks=marks,
        caption="Locked: the first collision itself releases the next link.",
        section=SECTION,
    )
