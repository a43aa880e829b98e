"""What a run of the strand writes: signals, shapes and events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from catena.drives.roller_span.signals import phase_history
from catena.geometry.polygon import PolygonPair
from catena.integrators.span.tables import SpanRecord
from catena.numerics.arrays import Floats
from catena.results.catalogue import Catalogue, Coordinate
from catena.run.channels import Channel, catalogue_of
from catena.run.events import events_of
from catena.run.protocols import Sink
from catena.tables.events import EventKind, Events

SOURCE = "[KimJohnson1993]"
TRAVEL_POINTS = 401
PAIRS = ("roller on the driver", "roller on the driven sprocket")
"""What the event list tells of: collisions with the one, releases by the other."""

SIGNALS = (
    ("time", "s", "time", "t"),
    ("link_count", "1", "links in the strand", "N"),
    ("driver_speed", "rad/s", "speed of the driver", "u_0"),
    ("driven_speed", "rad/s", "speed of the driven sprocket", "u_N+1"),
    ("driver_angle", "rad", "angle of the driver, unwrapped", "q_0"),
    ("driven_angle", "rad", "angle of the driven sprocket, unwrapped", "q_N+1"),
    ("link_speed", "rad/s", "turning speed of the engaging link", "u_1"),
    ("separation", "rad", "separation angle of the engaging link", ""),
    ("tension_first", "N", "joint force at the driver", "F_1"),
    ("tension_middle", "N", "joint force in the middle of the strand", "F"),
    ("tension_last", "N", "joint force at the driven sprocket", "F_N+1"),
    ("release_force", "N", "contact force on the roller that leaves next", "S"),
    ("lowest", "m", "height of the lowest roller of the strand", ""),
    ("highest", "m", "height of the highest roller of the strand", ""),
    ("engaging", "1", "1 during a series of collisions", ""),
    ("drive_torque", "N m", "torque on the driver", "T_A"),
    ("kinetic_energy", "J", "kinetic energy", ""),
    ("drive_work", "J", "work of the drive", ""),
    ("load_work", "J", "work of the load", ""),
    ("axle_loss", "J", "energy lost in the axles", ""),
    ("joint_loss", "J", "energy lost in the joints", ""),
    ("joint_damping_loss", "J", "of that, to the damping of the joints", ""),
    ("collision_loss", "J", "energy lost in collisions", ""),
    ("link_flux", "J", "energy carried in by links", ""),
    ("closure_error", "m", "gap of the closed loop", ""),
)

COLLISION = (
    ("time", "s", "time of the collision"),
    ("engagement", "1", "number of the engagement"),
    ("order", "1", "place of the collision in its series"),
    ("approach_speed", "rad/s", "turning speed of link 1 against the driver, before"),
    ("separation_speed", "rad/s", "turning speed of link 1 against the driver, after"),
    ("moment_impulse", "N m s", "moment impulse on link 1"),
    ("normal_impulse", "N s", "normal impulse on the roller"),
    ("tangential_impulse", "N s", "tangential impulse on the roller"),
    ("energy_loss", "J", "energy lost"),
    ("driver_speed", "rad/s", "speed of the driver after the collision"),
    ("link_count", "1", "links in the strand"),
)

ENGAGEMENT = (
    ("first_time", "s", "time of the first collision"),
    ("end_time", "s", "time of the last collision"),
    ("collision_count", "1", "collisions of the engagement"),
    ("moment_impulse", "N m s", "sum of the moment impulses"),
)

PHASE = (
    ("phase", "1", "phase between release and engagement"),
    ("phase_unwrapped", "1", "phase without jumps by one"),
    ("phase_locked", "1", "1 where the first collision itself releases the link"),
)

RELEASE = (
    ("time", "s", "time of the release"),
    ("link_count", "1", "links in the strand after it"),
    ("at_event", "1", "1 where another event caused it"),
)

KINEMATIC = (
    ("kinematic_ratio", "1", "driven over driver speed, kinematic model"),
    ("kinematic_error", "rad", "transmission error, kinematic model"),
    ("kinematic_strand_speed", "m/rad", "strand over driver speed, kinematic model"),
)


def results_of(pair: PolygonPair, capacity: int) -> Catalogue:
    """Everything a run will contain."""
    travel = np.linspace(0.0, pair.driver_pitch_angle, TRAVEL_POINTS)
    axes: dict[str, Coordinate | int | None] = {
        "time": None,
        "frame": None,
        "collision": None,
        "engagement": None,
        "release": None,
        "body": Coordinate(np.arange(capacity), "1", "body, 0 is the driver"),
        "roller": Coordinate(np.arange(capacity), "1", "roller from the driver on"),
        "travel": Coordinate(travel, "rad", "travel of the driver since a seating"),
    }
    return catalogue_of(channels(), axes, PAIRS)


def channels() -> list[Channel]:
    """Everything that is recorded, written or derived by `records_of`."""
    return [
        *(
            Channel(name, unit, meaning, symbol=symbol, paper=SOURCE)
            for name, unit, meaning, symbol in SIGNALS
        ),
        Channel("frame_time", "s", "time of the stored shape", ("frame",)),
        Channel("frame_first", "1", "number of the first roller", ("frame",)),
        Channel("roller_x", "m", "roller centre, x", ("frame", "roller"), gaps=True),
        Channel("roller_y", "m", "roller centre, y", ("frame", "roller"), gaps=True),
        Channel("speed_jump", "rad/s", "speed jump of every body",
                ("collision", "body"), gaps=True),
        *_table("collision", COLLISION),
        *_table("release", RELEASE),
        *_table("engagement", ENGAGEMENT),
        *_table("engagement", PHASE, gaps=True),
        *(Channel(n, u, meaning, ("travel",)) for n, u, meaning in KINEMATIC),
    ]  # fmt: skip


def _table(
    dim: str, columns: tuple[tuple[str, str, str], ...], *, gaps: bool = False
) -> list[Channel]:
    """One channel per column of a table of events."""
    return [
        Channel(f"{dim}_{name}", unit, meaning, (dim,), paper=SOURCE, gaps=gaps)
        for name, unit, meaning in columns
    ]


def records_of(stretch: SpanRecord, first_row: int) -> dict[str, Floats]:
    """Signals, shapes and events of one stretch of time by the names of the file."""
    samples = stretch.samples
    found: dict[str, Floats] = {}
    if samples["time"].size:
        found |= {name: samples[name] for name, *_ in SIGNALS}
    rows = stretch.frame_rows - first_row
    if rows.size:
        found["frame_time"] = samples["time"][rows]
        found["frame_first"] = samples["first_roller"][rows]
        found["roller_x"] = stretch.shapes[:, :, 0]
        found["roller_y"] = stretch.shapes[:, :, 1]
    if stretch.collisions["time"].size:
        found |= {f"collision_{n}": stretch.collisions[n] for n, *_ in COLLISION}
        found["speed_jump"] = stretch.jumps
    if stretch.releases["time"].size:
        found |= {f"release_{n}": stretch.releases[n] for n, *_ in RELEASE}
    if count := stretch.engagements["first_time"].size:
        found |= {f"engagement_{n}": stretch.engagements[n] for n, *_ in ENGAGEMENT}
        found |= {f"engagement_{n}": np.full(count, np.nan) for n, *_ in PHASE}
    return found


def events_in(stretch: SpanRecord) -> Events:
    """Collisions and releases of one stretch of time as events."""
    hits, left = stretch.collisions, stretch.releases["time"]
    impacts = zip(hits["time"], hits["normal_impulse"], strict=True)
    return events_of(
        [(t, 0, EventKind.IMPACT, impulse) for t, impulse in impacts]
        + [(t, 1, EventKind.OPENING, 0.0) for t in left]
    )


@dataclass(frozen=True)
class SpanTables:
    """Signals and events of a whole run, read back from its results."""

    samples: Mapping[str, Floats]
    collisions: Mapping[str, Floats]
    engagements: Mapping[str, Floats]
    releases: Mapping[str, Floats]

    @classmethod
    def of(cls, sink: Sink) -> SpanTables:
        """Everything the verdict needs."""

        def table(prefix: str, columns: Iterable[tuple[str, ...]]) -> dict[str, Floats]:
            return {n: np.asarray(sink.read(prefix + n)) for n, *_ in columns}

        return cls(
            table("", SIGNALS),
            table("collision_", COLLISION),
            table("engagement_", ENGAGEMENT),
            table("release_", RELEASE),
        )


def put_phases(sink: Sink, tables: SpanTables) -> None:
    """The phases of all engagements, once all releases are known."""
    count = tables.engagements["first_time"].size
    history = phase_history(tables.engagements["first_time"], tables.releases["time"])
    known = slice(count - history.phase.size, count)
    columns = (history.phase, history.unwrapped, history.locked)
    for (name, *_), values in zip(PHASE, columns, strict=True):
        column = np.full(count, np.nan)
        column[known] = values
        sink.put(f"engagement_{name}", column)


def put_kinematics(sink: Sink, pair: PolygonPair) -> None:
    """One tooth period of the kinematic model."""
    start, end = pair.period
    bar = pair.at(np.linspace(start, end, TRAVEL_POINTS) * (1.0 - 1e-15))
    travel, lead = pair.transmission_error()
    grid = np.linspace(0.0, end - start, TRAVEL_POINTS)
    sink.put("kinematic_ratio", bar.speed_ratio)
    sink.put("kinematic_error", np.interp(grid, travel, lead))
    sink.put("kinematic_strand_speed", bar.strand_speed)
