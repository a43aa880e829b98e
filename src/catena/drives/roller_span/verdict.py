"""Key numbers, checks and the verdict of a run of the strand."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from catena.drives.roller_span.recording import SpanTables
from catena.drives.roller_span.signals import (
    dissipated,
    energy_residual,
    overtakings,
    phase_history,
    polygon_numbers,
)
from catena.dynamics.span.assembly import Strand
from catena.geometry.string import MovingString
from catena.numerics.arrays import Floats
from catena.results.health import Check, KeyNumber, Outcome
from catena.rounding import rounded
from catena.run.history import mean_rate
from catena.run.settling import Watched, settling
from catena.run.verdict import Flow, energy_check, flow_numbers, within
from catena.tables.state import Cause

LARGEST_CLOSURE = 1e-10
STEADY_PHASE = 0.02
PARTS = 4
"""Windows into which the settled part is cut."""
WATCHED = (Watched("mean_speed"),)
"""What stands still in a settled strand; its phase has a warning of its own."""
RPM = 2.0 * math.pi / 60.0


@dataclass(frozen=True)
class Window:
    """The settled part of a run."""

    record: SpanTables
    start: float
    """Begin of the settled part [s]."""
    end: float = math.inf
    """[s]."""

    def _holds(self, times: Floats) -> NDArray[np.bool_]:
        return np.asarray((times >= self.start) & (times <= self.end))

    def samples(self, name: str) -> Floats:
        """A signal within the window."""
        table = self.record.samples
        return table[name][self._holds(table["time"])]

    def engagements(self, name: str) -> Floats:
        """A column of the engagements that began within the window."""
        table = self.record.engagements
        return table[name][self._holds(table["first_time"])]

    def first_collisions(self, name: str) -> Floats:
        """A column of the first collisions within the window."""
        table = self.record.collisions
        chosen = (table["order"] == 1) & self._holds(table["time"])
        return np.asarray(table[name][chosen])

    def parts(self) -> list[Window]:
        """The window cut into equal ones; none where rollers engage in no part."""
        last = float(self.record.samples["time"][-1])
        edges = np.linspace(self.start, max(last, self.start), PARTS + 1)
        found = [Window(self.record, float(a), float(b)) for a, b in pairwise(edges)]
        seen = all(part.engagements("first_time").size for part in found)
        return found if seen else []


def outcome_of(strand: Strand, record: SpanTables, settle: float) -> Outcome:
    """What the run says about itself."""
    window = Window(record, settle)
    found = settling(
        _numbers(window),
        [_numbers(part) for part in window.parts()],
        WATCHED,
        window="one engagement",
    )
    return Outcome(
        verdict=found.told(_verdict(strand, window)),
        settled=found.settled,
        key_numbers=(*found.stated, *_kinematic_numbers(strand, window)),
        checks=_checks(record),
        warnings=(*_warnings(record, settle), *found.warnings),
    )


def _numbers(window: Window) -> list[KeyNumber]:
    return [*_motion_numbers(window), *_power_numbers(window)]


def _power_numbers(window: Window) -> list[KeyNumber]:
    """Powers and losses by cause [W]; links that come and go carry some."""
    signals = {name: window.samples(name) for name in window.record.samples}
    time = signals["time"]
    if time.size < 2 or time[-1] == time[0]:
        return []
    span = float(time[-1] - time[0])
    flow = flow_of(signals)
    powers = (flow.supplied, flow.taken, flow.lost, flow.gained)
    return flow_numbers(
        Flow(*(part / span for part in powers)), losses_by_cause(signals)
    )


def losses_by_cause(signals: Mapping[str, Floats]) -> Floats:
    """Mean power lost to every `Cause` [W]; joints have friction and damping."""
    axles, joints, damping, collisions = (
        float(mean_rate(signals, f"{name}_loss"))
        for name in ("axle", "joint", "joint_damping", "collision")
    )
    lost = np.zeros(len(Cause))
    lost[Cause.COULOMB] = joints - damping
    lost[Cause.VISCOUS] = axles + damping
    lost[Cause.IMPACT] = collisions
    return lost


def _verdict(strand: Strand, window: Window) -> str:
    counts = window.engagements("collision_count")
    if counts.size == 0:
        return "No roller engaged after the settling time; run for longer."
    speed = float(np.mean(window.samples("driver_speed"))) / RPM
    limit = strand.engagement.completion_limit
    return (
        f"At {rounded(speed, 4)} rpm a roller engages in {np.mean(counts):.3g} "
        f"collisions (cut-off {limit:g} of the driver speed)."
    )


def _motion_numbers(window: Window) -> list[KeyNumber]:
    numbers = [
        _number(
            "mean_speed", "mean driver speed", window.samples("driver_speed"), "rad/s"
        )
    ]
    high, low = window.samples("highest"), window.samples("lowest")
    if high.size:
        extent = float(high.max() - low.min())
        numbers.append(KeyNumber("extent", "extent of the strand", extent, "m"))
        largest = float(window.samples("tension_middle").max())
        numbers.append(
            KeyNumber("tension_max", "largest sampled tension", largest, "N")
        )
    counts = window.engagements("collision_count")
    if counts.size == 0:
        return numbers
    duration = window.engagements("end_time") - window.engagements("first_time")
    approach = -window.first_collisions("approach_speed")
    relative = approach / window.first_collisions("driver_speed")
    moment = window.engagements("moment_impulse")
    return [
        *numbers,
        _number("collision_count", "collisions per engagement", counts, "1"),
        _number("series_duration", "duration of a series", duration, "s"),
        _number("first_approach", "first approach over driver speed", relative, "1"),
        _number(
            "first_impulse",
            "normal impulse of the first collision",
            window.first_collisions("normal_impulse"),
            "N s",
        ),
        _number("moment_impulse", "moment impulse per engagement", moment, "N m s"),
        KeyNumber("phase", "phase of release and engagement", _last_phase(window), "1"),
    ]


def _kinematic_numbers(strand: Strand, window: Window) -> list[KeyNumber]:
    pair = strand.pair
    numbers = [
        KeyNumber("tangent_pitches", "common tangent", pair.tangent_pitches, "pitches"),
        KeyNumber("kinematic_phase", "phase, kinematic model", pair.phase, "1"),
        *polygon_numbers(pair, ", kinematic"),
    ]
    load = -_rate(window.samples("load_work"), window.samples("driven_angle"))
    if load > 0.0:
        string = MovingString(
            pair.tangent_length,
            load / pair.driven_radius,
            strand.chain.link_mass / strand.chain.pitch,
        )
        speed = string.resonance_speed(pair.pitch, pair.driver_teeth)
        label = "first resonance speed, moving string"
        numbers.append(KeyNumber("resonance_speed", label, speed, "rad/s"))
    return numbers


def _rate(work: Floats, angle: Floats) -> float:
    """Mean torque from work over angle [N m]."""
    if angle.size < 2 or angle[-1] == angle[0]:
        return 0.0
    return float((work[-1] - work[0]) / (angle[-1] - angle[0]))


def flow_of(samples: Mapping[str, Floats]) -> Flow:
    """Energies of the whole run [J]; links that come and go carry some."""
    booked = ("drive_work", "load_work", "link_flux")
    work = np.array([float(samples[name][-1] - samples[name][0]) for name in booked])
    kinetic = samples["kinetic_energy"]
    return Flow.of(work, dissipated(samples)[-1:], float(kinetic[-1] - kinetic[0]))


def _checks(record: SpanTables) -> tuple[Check, ...]:
    gap = float(np.abs(energy_residual(record.samples)).max())
    closure = float(record.samples["closure_error"].max())
    return (
        energy_check(gap, flow_of(record.samples).flowing, "J"),
        within("closure", "gap of the closed loop", closure, LARGEST_CLOSURE),
    )


def _warnings(record: SpanTables, settle: float) -> list[str]:
    history = phase_history(record.engagements["first_time"], record.releases["time"])
    late = history.time >= settle
    found = []
    if np.any(history.locked[late]):
        share = float(np.mean(history.locked[late]))
        found.append(
            f"phase locked: {share:.0%} of the first collisions release a link at "
            "the same instant"
        )
    overtaken = int(overtakings(record.engagements).sum())
    if overtaken:
        found.append(
            f"{overtaken} rollers had passed their seat before the roller ahead was "
            "seated; the model watches one roller at a time: take these engagements "
            "with care"
        )
    drift = history.unwrapped[late]
    if drift.size > 4 and abs(drift[-1] - drift[drift.size // 2]) > STEADY_PHASE:
        found.append("the phase still drifts; a longer run may change the key numbers")
    return found


def _last_phase(window: Window) -> float:
    table = window.record
    history = phase_history(table.engagements["first_time"], table.releases["time"])
    return float(history.phase[-1]) if history.phase.size else math.nan


def _number(name: str, label: str, values: Floats, units: str) -> KeyNumber:
    """The mean of some values."""
    mean = float(np.mean(values)) if values.size else math.nan
    return KeyNumber(name, label, mean, units)
