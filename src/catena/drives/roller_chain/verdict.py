"""Key numbers, checks and the verdict of a run of a chain drive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.layout.rail_ends import rail_end_warnings
from catena.drives.roller_chain.layout.tooth_entry import entering_warnings
from catena.drives.roller_chain.layout.tooth_repetition import repeating_warnings
from catena.drives.roller_chain.mechanisms import CAUSES, loss_to
from catena.drives.roller_chain.spec.boundaries import SpeedMotion
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.start.equilibrium import Equilibrium
from catena.geometry.paths.items import Span
from catena.numerics.arrays import Floats, Ints
from catena.results.health import Check, KeyNumber, Outcome
from catena.rounding import rounded
from catena.rows.planar import CAPPED, SWEEPS
from catena.run.history import History
from catena.run.verdict import Flow, efficiency_number, energy_check, within
from catena.tables.state import Cause

LARGEST_DEPTH = 0.02
"""Penetration over the roller diameter."""
LARGEST_DRIFT = 0.05
"""Change of a mean tension between halves, over the largest, that is settled."""
IDLE_SHARE = 0.01
"""Below this share of the input power a drive delivers nothing worth an efficiency."""
CLIMB_SHARE = 0.5
"""Way of a roller from the pitch circle to the tip circle that is worth a warning."""
NOTHING = Flow(0.0, 0.0, 0.0, 0.0)
"""Powers of equilibria in a row: neither work nor losses are booked."""
TOO_LARGE = ("link_tension", "roller_force", "rail_force")
"""Signals of every link, not needed for the verdict."""


def settle_time(spec: Spec) -> float:
    """When the run counts as settled [s]."""
    solve = spec.solve
    return 0.5 * solve.duration if solve.settle is None else solve.settle


def judged(
    spec: Spec,
    placed: Layout,
    history: History,
    counter: Ints,
    step: float,
    start: Equilibrium | None = None,
) -> Outcome:
    """What the run says about itself."""
    driver, creeps = spec.leader, spec.solve.motion == "quasi-static"
    late = history.window(settle_time(spec), _turn_time(spec, history))
    flow, loss = NOTHING if creeps else flow_of(late), _rates(late, "loss")
    tension = np.nanmean(late["span_tension"], axis=0)
    errors = _ratio_errors(spec, late, driver)
    numbers = [
        KeyNumber("driver_speed", "mean speed of the driver", _mean_speed(late, driver),
                  "rad/s"),
        *_tension_numbers(placed, late, tension),
        *power_numbers(flow, loss, abs(_mean_speed(late, driver)), _halves(late)),
        KeyNumber("transmission_error", "transmission error, peak to peak",
                  _largest_swing(spec, late, driver), "rad"),
    ]  # fmt: skip
    drift = _largest_drift(spec, late, driver)
    checks = _checks(placed, late, errors, drift, None if creeps else flow)
    return Outcome(
        verdict=_verdict(spec, placed, tension, numbers),
        key_numbers=tuple(numbers),
        checks=checks,
        warnings=(
            *_step_warnings(checks, step),
            *start_warnings(start),
            *repeating_warnings(spec),
            *entering_warnings(spec, placed.profiles),
            *drift_warnings(placed.path.spans, late),
            *_rail_warnings(spec, placed, late),
            *_climb_warnings(spec, placed, late),
            *_warnings(spec, placed, late, counter, step),
        ),
    )


def _rates(late: Mapping[str, Floats], name: str) -> Floats:
    """Mean rate of an accumulated signal."""
    span = float(late["time"][-1] - late["time"][0])
    return np.asarray((late[name][-1] - late[name][0]) / span)


def flow_of(late: Mapping[str, Floats]) -> Flow:
    """Mean powers of a stretch of time."""
    gained = float(_rates(late, "stored_energy"))
    return Flow.of(_rates(late, "sprocket_work"), _rates(late, "loss"), gained)


def _halves(late: Mapping[str, Floats]) -> tuple[Flow, Flow]:
    """Mean powers of the first and the second half; of the whole where it is short."""
    middle = len(late["time"]) // 2
    if middle < 2:
        return flow_of(late), flow_of(late)
    first = {name: values[: middle + 1] for name, values in late.items()}
    second = {name: values[middle:] for name, values in late.items()}
    return flow_of(first), flow_of(second)


def _turn_time(spec: Spec, history: History) -> float:
    """Time of one turn of the driver in the settled run [s]; 0 where it stands."""
    speed = spec.nominal_speed
    if not isinstance(spec.leading.boundary, SpeedMotion):
        speed = _mean_speed(history.window(settle_time(spec), 0.0), spec.leader)
    return 2.0 * np.pi / speed if speed > 0.0 else 0.0


def _mean_speed(late: Mapping[str, Floats], j: int) -> float:
    angle, time = late["sprocket_angle"][:, j], late["time"]
    return float((angle[-1] - angle[0]) / (time[-1] - time[0]))


def relative_angles(spec: Spec, angle: Floats, driver: int) -> Floats:
    """Angle of each sprocket minus the one its teeth ask for [rad], (samples, s)."""
    teeth = np.array([part.tooth_count for part in spec.sprocket], dtype=np.float64)
    return np.asarray(angle - angle[:, [driver]] * teeth[driver] / teeth)


def _ratio_errors(spec: Spec, late: Mapping[str, Floats], driver: int) -> Floats:
    """Mean speed of each sprocket over that of its teeth, minus 1, by regression."""
    angle, time = late["sprocket_angle"], late["time"] - late["time"][0]
    error = relative_angles(spec, angle, driver)
    drift = np.polyfit(time, error, 1)[0]
    return np.asarray(drift / np.polyfit(time, angle, 1)[0])


def _largest_swing(spec: Spec, late: Mapping[str, Floats], driver: int) -> float:
    return float(np.ptp(relative_angles(spec, late["sprocket_angle"], driver), 0).max())


def _largest_drift(spec: Spec, late: Mapping[str, Floats], driver: int) -> float:
    """How far a sprocket ran ahead or behind over the window, in teeth."""
    lead = relative_angles(spec, late["sprocket_angle"], driver)
    teeth = np.array([part.tooth_count for part in spec.sprocket], dtype=np.float64)
    return float((np.abs(lead[-1] - lead[0]) * teeth).max() / (2.0 * np.pi))


def _tension_numbers(
    placed: Layout, late: Mapping[str, Floats], tension: Floats
) -> list[KeyNumber]:
    names = [f"{s.start} to {s.end}" for s in placed.path.spans]
    found = [
        KeyNumber(f"tension_{i + 1}", f"mean tension, {name}", float(value), "N")
        for i, (name, value) in enumerate(zip(names, tension, strict=True))
    ]
    largest = float(late["peak_joint_force"].max())
    found.append(KeyNumber("joint_force", "largest joint force", largest, "N"))
    contact = float(late["peak_tooth_force"].max())
    found.append(KeyNumber("contact_force", "largest contact force", contact, "N"))
    if placed.chain.strength is not None:
        safety = placed.chain.strength / largest if largest > 0.0 else np.inf
        found.append(
            KeyNumber("safety", "breaking force over largest force", safety, "1")
        )
    return found


def power_numbers(
    flow: Flow,
    loss: Floats,
    speed: float,
    halves: tuple[Flow, Flow],
) -> list[KeyNumber]:
    """Powers and losses by mechanism [W], in key numbers.

    A drive from which next to nothing is taken has no efficiency; it has the torque
    that drags at its driver, which turns at ``speed`` [rad/s]. A transient has none
    either, because the halves of the stretch of time disagree.
    """
    found = [
        KeyNumber("power", "mean input power", flow.put_in, "W"),
        KeyNumber("flowing_power", "mean power that flows", flow.flowing, "W"),
    ]
    lost = flow.lost
    idles = flow.taken < IDLE_SHARE * flow.flowing
    if idles and speed > 0.0:
        drag = lost / speed
        found.append(KeyNumber("drag_torque", "drag torque at the driver", drag, "N m"))
    efficiency = efficiency_number(flow, halves)
    if efficiency is not None and not idles:
        found.append(efficiency)
    for name, (label, cause) in CAUSES.items():
        found.append(KeyNumber(name, label, loss_to(cause, loss), "W"))
    rest = lost - loss_to(Cause.COULOMB, loss)
    found.append(KeyNumber("damping_loss", "lost to all but dry friction", rest, "W"))
    return found


def _verdict(
    spec: Spec, placed: Layout, tension: Floats, numbers: list[KeyNumber]
) -> str:
    value = {number.name: number.value for number in numbers}
    count, name = placed.placement.link_count, placed.chain.designation
    teeth = "/".join(str(part.tooth_count) for part in spec.sprocket)
    low, high = float(np.nanmin(tension)), float(np.nanmax(tension))
    words = (
        f"{name}, {count} links around {teeth} teeth at "
        f"{value['driver_speed'] * 30.0 / np.pi:.4g} rpm: spans carry "
        f"{rounded(low)} to {rounded(high)} N"
    )
    if "efficiency" in value:
        words += f", efficiency {value['efficiency']:.2%}"
    elif "drag_torque" not in value and value["flowing_power"] > 0.0:
        words += ", not settled: no efficiency"
    if "drag_torque" in value:
        words += f", drag torque {rounded(value['drag_torque'])} N m"
    return words + "."


def _checks(
    placed: Layout,
    late: Mapping[str, Floats],
    errors: Floats,
    drift: float,
    flow: Flow | None,
) -> tuple[Check, ...]:
    """Values against their limits; equilibria in a row book no energy to judge."""
    depth = float(late["penetration"][-1]) / placed.chain.roller_diameter
    ratio = float(np.abs(errors).max())
    energy = () if flow is None else (energy_check(flow.unexplained, flow.flowing),)
    return (
        *energy,
        within("tooth_jump", "drift of a sprocket against the driver, in teeth", drift,
               0.5, f"mean speed ratio to {ratio:.1e}"),
        within("penetration", "deepest penetration over roller diameter", depth,
               LARGEST_DEPTH),
    )  # fmt: skip


def _step_warnings(checks: tuple[Check, ...], step: float) -> list[str]:
    """What to do about energy that appears or vanishes."""
    if all(check.ok for check in checks if check.name == "energy"):
        return []
    return [
        "energy is not explained: contacts are too quick for the step; a solve.step of "
        f"{0.5 * step:.2g} s or less should close the ledger"
    ]


def start_warnings(start: Equilibrium | None) -> list[str]:
    """What to say about the start of the run."""
    if start is None or start.reached:
        return []
    return [
        f"the equilibrium before the start was found to {start.left:.3g} N only, "
        f"where joints carry up to {start.largest:.3g} N ({start.steps} steps)"
    ]


def drift_warnings(spans: Sequence[Span], late: Mapping[str, Floats]) -> list[str]:
    """Spans whose mean tension still changes over the part that counts as settled."""
    tension = late["span_tension"]
    middle = len(tension) // 2
    if middle < 2:
        return []
    first, last = tension[:middle].mean(axis=0), tension[middle:].mean(axis=0)
    largest = float(np.abs(last).max())
    return [
        f"not settled: the mean tension from {span.start} to {span.end} drifts from "
        f"{rounded(float(a))} to {rounded(float(b))} N"
        for span, a, b in zip(spans, first, last, strict=True)
        if abs(b - a) > LARGEST_DRIFT * largest
    ]


def _rail_warnings(spec: Spec, placed: Layout, late: Mapping[str, Floats]) -> list[str]:
    """Rails that are too short where the run holds them."""
    if not spec.guide:
        return []
    return rail_end_warnings(spec, placed, late["guide_angle"].mean(axis=0))


def _climb_warnings(
    spec: Spec, placed: Layout, late: Mapping[str, Floats]
) -> list[str]:
    """Where pressed rollers rose over half the way from pitch circle to tooth tip."""
    found = []
    for j, (part, profile) in enumerate(
        zip(spec.sprocket, placed.profiles, strict=True)
    ):
        way = profile.tip_radius - profile.pitch_radius
        climb = float(late["roller_climb"][:, j].max())
        if climb > CLIMB_SHARE * way:
            found.append(
                f"rollers climb the teeth of {part.name!r}: up to {1e3 * climb:.2f} mm "
                f"of the {1e3 * way:.2f} mm between pitch circle and tip"
            )
    return found


def _warnings(
    spec: Spec, placed: Layout, late: Mapping[str, Floats], counter: Ints, step: float
) -> list[str]:
    found = []
    steps = max(1.0, spec.solve.duration / step)
    if counter[CAPPED] > 1e-3 * steps:
        mean = counter[SWEEPS] / steps
        found.append(
            f"friction used all its sweeps in {counter[CAPPED] / steps:.1%} of the "
            f"steps (mean {mean:.1f}); a larger solve.tolerance would be honest"
        )
    strength = placed.chain.strength
    largest = float(late["peak_joint_force"].max())
    if strength is not None and largest > 0.2 * strength:
        found.append(
            f"the largest joint force {largest:.0f} N is more than a fifth of the "
            f"breaking force {strength:.0f} N"
        )
    mean = np.nanmean(late["span_tension"], axis=0)
    if np.any(mean < 0.0):
        found.append("a span is pushed instead of pulled: the chain is too slack")
    if placed.slack > 0.5 * placed.chain.pitch:
        found.append(
            f"the chain has {1e3 * placed.slack:.1f} mm to spare on its taut path"
        )
    return found
