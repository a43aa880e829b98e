"""What a run says about its rigid joints: numerical work, gaps, turns in a step."""

from __future__ import annotations

from catena.balance import Balance
from catena.motion import Motion
from catena.results.health import Check, KeyNumber
from catena.run.verdict import within
from catena.tables.system import State

LARGEST_JOINT_ERROR = 1e-3
"""Energy the time steps lost or made in rigid joints, over the energy exchanged."""
LARGEST_TURN = 0.3
"""Turn of a jointed body in a step [rad] beyond which its motion is not resolved."""


def joint_checks(
    motion: Motion, end: Balance, kinetic: float, floor: float
) -> list[Check]:
    """Energy that time steps lost or made in rigid joints, where there are any.

    Judged by the energy exchanged, the largest kinetic energy included: a pendulum at
    its turning point has none. Systems that rest exchange rounding only: ``floor`` is
    the size below which an exchange is none [J], the energy that a step's forces would
    give. Joints give way by their softness, and that share of it in every step is no
    error.
    """
    if motion.model.system.joints.row.size == 0:
        return []
    size = max(end.throughput, kinetic, floor)
    steps = float(motion.state.memory.watch.steps[0])
    soft = float(motion.model.system.joints.softness[0]) * steps * floor
    error = max(abs(end.joint_error) - soft, 0.0)
    share = error / size if size > 0.0 else 0.0
    note = "ideal joints do no work: what they did is an error of the time steps"
    words = "energy lost or made in rigid joints, relative"
    return [within("joint_error", words, share, LARGEST_JOINT_ERROR, note)]


def joint_numbers(motion: Motion, end: Balance) -> list[KeyNumber]:
    """What the time steps did to rigid joints, where there are any."""
    if motion.model.system.joints.row.size == 0:
        return []
    watch = motion.state.memory.watch
    gap, turn = float(watch.joint_gap[0]), float(watch.joint_turn[0])
    stepped = [
        KeyNumber("joint_gap", "largest joint gap that a step closed", gap, "m"),
        KeyNumber(
            "joint_turn", "largest turn of a jointed body in a step", turn, "rad"
        ),
    ]
    if gap == turn == 0.0:  # events are followed, or nothing moves
        stepped = []
    return [
        KeyNumber("joint_error", "of it work of rigid joints", end.joint_error, "J"),
        *stepped,
    ]


def joint_warnings(state: State) -> list[str]:
    """Motion of jointed bodies that the step does not resolve."""
    turn = float(state.memory.watch.joint_turn[0])
    if turn <= LARGEST_TURN:
        return []
    return [
        f"a jointed body turns by {turn:.2g} rad in a step: beyond {LARGEST_TURN:g} "
        "rad the motion is not resolved and loses energy; take smaller steps"
    ]
