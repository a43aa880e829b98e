"""What a run through time says about itself: ledger, momentum, contact health."""

from __future__ import annotations

import numpy as np

from catena.balance import COUPLINGS, Balance, balance, momentum
from catena.codes import Control
from catena.integrators.event.engine import REST_SPEED, REST_TIME
from catena.motion import Motion
from catena.results.health import Check, KeyNumber, Outcome
from catena.run.driven_means import drift_remark
from catena.run.history import History
from catena.run.model.forecast import start_warnings
from catena.run.model.joints import joint_checks, joint_numbers, joint_warnings
from catena.run.model.means import model_means
from catena.run.model.penetration import rigid_penetration
from catena.run.model.plan import TimePlan
from catena.run.model.recorder import Peaks
from catena.run.verdict import energy_by_cause, energy_check, within
from catena.tables.pairs import PairKind
from catena.tables.system import State

LARGEST_CONTACT_ERROR = 1e-2
"""Energy the time steps took in rigid contacts that stay closed, over that exchanged:
a loss of a percent is as large as those a user asks for."""
KEPT = ("energy", "joint_error", "contact_error")
"""Checks of energy, as shares of what is exchanged."""
JOINTS = (PairKind.PIN_X, PairKind.PIN_Y)
"""Pairs that are held together: what they carry has no normal."""
MOST_CONTACTS = 8
"""Contacts and groups listed one by one, the largest first."""


def outcome_of(
    plan: TimePlan, motion: Motion, peaks: Peaks, history: History
) -> Outcome:
    """Verdict, key numbers and checks of a finished run."""
    end = balance(motion.model, motion.state)
    checks = checks_of(plan, motion, end, peaks)
    found = model_means(motion, history)
    return Outcome(
        verdict=found.told(verdict_of(plan, checks, motion.state)),
        key_numbers=(
            *ledger_numbers(motion, end),
            *energy_by_cause(
                end.by_cause, float(end.numerical_loss.sum()) - end.residual
            ),
            *loss_numbers(motion, end),
            *found.stated,
            *momentum_numbers(motion),
            *force_numbers(plan, motion, peaks),
            *coupling_numbers(motion, peaks),
            *effort_numbers(plan, motion),
        ),
        checks=checks,
        warnings=(*warnings_of(plan, motion.state), *drift_remark(found)),
        settled=found.settled,
    )


def residual_share(end: Balance, floor: float = 0.0) -> float:
    """Energy not accounted for, relative to the size of the exchange.

    Systems that rest exchange rounding only; ``floor`` is the size below which an
    exchange is none [J].
    """
    size = max(end.throughput, floor)
    return end.unaccounted / size if size > 0.0 else 0.0


def energy_of_a_step(motion: Motion, dt: float) -> float:
    """Energy the forces of the last step would give to all bodies at rest [J]."""
    push = dt * motion.work.h
    return 0.5 * float(np.sum(motion.model.system.inertia.M_inv * push**2))


def verdict_of(plan: TimePlan, checks: tuple[Check, ...], state: State) -> str:
    """The run in two sentences."""
    steps = f"{plan.steps} steps of {plan.dt:.3g} s"
    if plan.control is not None:
        taken = int(state.memory.control[Control.TAKEN])
        steps = f"{taken} controlled steps of at most {plan.dt:.3g} s"
    elif plan.engine.raster:
        events = int(state.memory.control[Control.EVENTS])
        steps = f"{events} events in {plan.duration:.6g} s"
    solved = "every one solved"
    if state.memory.report.rescued[0]:
        solved += f", {state.memory.report.rescued[0]} by direct methods"
    text = f"{steps} with engine {plan.engine.name}, {solved}"
    if not all(check.ok for check in checks):
        return f"{text}. Try a smaller step."
    kept = max(c.value for c in checks if c.name in KEPT)
    return f"{text}; energy is accounted for to {kept:.2g}."


def checks_of(
    plan: TimePlan, motion: Motion, end: Balance, peaks: Peaks
) -> tuple[Check, ...]:
    """Energy, penetration and complementarity against their limits."""
    watch, report = motion.state.memory.watch, motion.state.memory.report
    late = float(peaks.speed[0]) * plan.dt
    tolerance = 10.0 * plan.options.relative_tolerance
    unconverged = float(report.unconverged[0])
    floor = energy_of_a_step(motion, plan.dt)
    exchanged = max(end.throughput, float(peaks.kinetic[0]), floor)
    return (
        energy_check(end.unaccounted, exchanged, "J"),
        rigid_penetration(motion.model, peaks.depth, float(watch.penetration[0]), late),
        within(
            "contact_residual",
            "worst complementarity residual, relative",
            float(report.worst_residual[0]),
            max(tolerance, 1e-6),
        ),
        within("unconverged", "unconverged steps", unconverged, 0.0),
        *joint_checks(motion, end, float(peaks.kinetic[0]), floor),
        *contact_error_checks(motion, end, exchanged),
    )


def contact_error_checks(motion: Motion, end: Balance, exchanged: float) -> list[Check]:
    """Energy that rigid contacts lost while they stayed closed, where there are any.

    A contact that stays closed does no work, but its direction turns from step to step
    on curved ways: what is cut off is lost at first order in the step.
    """
    if not motion.model.system.contours.candidates.rigid.any():
        return []
    error = abs(float(end.numerical_loss.sum()))
    share = error / exchanged if exchanged > 0.0 else 0.0
    note = "first order in the step: halve it, or guide the body by a joint"
    words = "energy lost or made in rigid contacts that stay closed, relative"
    return [within("contact_error", words, share, LARGEST_CONTACT_ERROR, note)]


def ledger_numbers(motion: Motion, end: Balance) -> list[KeyNumber]:
    """The energy ledger at the end."""
    return [
        KeyNumber("time", "simulated time", float(motion.state.t[0]), "s"),
        KeyNumber("energy_start", "energy at the start", end.start, "J"),
        KeyNumber("work_in", "work of loads and drives", end.work_in, "J"),
        KeyNumber("kinetic_energy", "kinetic energy at the end", end.kinetic, "J"),
        KeyNumber("potential_energy", "potential energy, end", end.potential, "J"),
        KeyNumber("loss", "all losses", end.loss, "J"),
        KeyNumber("energy_residual", "energy residual", end.residual, "J"),
        *joint_numbers(motion, end),
    ]


def loss_numbers(motion: Motion, end: Balance) -> list[KeyNumber]:
    """Losses per law and pair, the largest first; studies know them by their names."""
    groups = motion.model.labels.groups
    found = list(
        zip((f"{k} couplings" for k in COUPLINGS), end.coupling_loss, strict=True)
    )
    per_law = {
        "impacts": end.impact_loss,
        "elastic contact": end.contact_loss,
        "friction": end.friction_loss,
        "time steps in contacts": end.numerical_loss,
    }
    for law, losses in per_law.items():
        found += zip((f"{law} of {g}" for g in groups), losses, strict=True)
    found = sorted((f for f in found if f[1] != 0.0), key=lambda f: -abs(f[1]))
    return [
        KeyNumber(
            f"loss_{words.replace(' ', '_')}", f"loss: {words}", float(value), "J"
        )
        for words, value in found[:MOST_CONTACTS]
    ]


def momentum_numbers(motion: Motion) -> list[KeyNumber]:
    """Momentum at the end."""
    labels = {
        "momentum_x": ("momentum x", "kg m/s"),
        "momentum_y": ("momentum y", "kg m/s"),
        "angular_momentum": ("angular momentum about the origin", "kg m^2/s"),
    }
    values = momentum(motion.model, motion.state)
    return [
        KeyNumber(name, f"{label}, end", float(value), units)
        for (name, (label, units)), value in zip(labels.items(), values, strict=True)
    ]


def force_numbers(plan: TimePlan, motion: Motion, peaks: Peaks) -> list[KeyNumber]:
    """Largest normal force of the most loaded contacts, largest force of joints.

    A rigid contact has an impulse in an impact, and a force only per step, or between
    impacts where events are followed.
    """
    when = "between impacts" if plan.engine.raster else "mean of a step"
    order = np.argsort(-peaks.normal_force, kind="stable")[:MOST_CONTACTS]
    names = motion.model.labels.contacts
    candidates = motion.model.system.contours.candidates
    rigid, joint = candidates.rigid, np.isin(candidates.pair, JOINTS)
    return [
        KeyNumber(
            f"largest_force_{names[i]}",
            f"largest {'joint' if joint[i] else 'normal'} force of {names[i]}"
            + (f", {when}" if rigid[i] == 1 else ""),
            float(peaks.normal_force[i]),
            "N",
        )
        for i in order
        if peaks.normal_force[i] > 0.0 or len(names) <= MOST_CONTACTS
    ]


def coupling_numbers(motion: Motion, peaks: Peaks) -> list[KeyNumber]:
    """Largest recorded forces and torques of the most loaded couplings."""
    labels = motion.model.labels
    kinds = (
        ("force", labels.springs, peaks.spring_force, "N"),
        ("force", labels.journals, peaks.journal_force, "N"),
        ("torque", labels.torsion, peaks.torsion_torque, "N m"),
        ("force", labels.beams, peaks.rod_tension, "N"),
        ("bending_strain", labels.beams, peaks.rod_strain, "1"),
    )
    return [
        KeyNumber(
            f"largest_{word}_{names[i]}",
            f"largest recorded {word.replace('_', ' ')} of {names[i]}",
            float(values[i]),
            units,
        )
        for word, names, values, units in kinds
        for i in np.argsort(-values, kind="stable")[:MOST_CONTACTS]
        if values[i] > 0.0
    ]


def effort_numbers(plan: TimePlan, motion: Motion) -> list[KeyNumber]:
    """How hard the run was."""
    report = motion.state.memory.report
    steps = int(motion.state.memory.watch.steps[0])
    mean = float(report.total_sweeps[0]) / max(steps, 1)
    found = [
        KeyNumber("steps", "steps", float(steps), "1"),
        KeyNumber("iterations", "contact iterations per step, mean", mean, "1"),
    ]
    if report.rescued[0]:
        rescued = float(report.rescued[0])
        words = "steps finished by direct methods"
        found.append(KeyNumber("rescued", words, rescued, "1"))
    if plan.control is not None:
        found += [
            control_number(motion, Control.TAKEN, "controlled steps"),
            control_number(motion, Control.REFUSED, "steps tried that were too large"),
        ]
    if plan.engine.raster:
        found += [
            control_number(motion, Control.EVENTS, "events"),
            control_number(motion, Control.SETTLED, "impacts taken as plastic"),
        ]
    return found


def control_number(motion: Motion, which: Control, label: str) -> KeyNumber:
    """One of the counts of a run that chooses its own steps."""
    value = float(motion.state.memory.control[which])
    return KeyNumber(f"steps_{which.name.lower()}", label, value, "1")


def warnings_of(plan: TimePlan, state: State) -> tuple[str, ...]:
    """What a reader should know before believing the numbers."""
    found = start_warnings(plan.model) + joint_warnings(state)
    settled = int(state.memory.control[Control.SETTLED])
    if settled:
        found.append(
            f"{settled} impacts were taken as plastic: slower than {REST_SPEED:g} m/s, "
            f"or with a rebound shorter than {2.0 * REST_TIME:g} s"
        )
    return tuple(found)
