"""Integer codes that kernels branch on, and what they mean in words.

Below the tables nothing has a name: a law or an outcome is one of these integers.
Values are part of stored checkpoints, so members are added, never renumbered.
"""

from __future__ import annotations

from enum import IntEnum


class NormalLaw(IntEnum):
    """How a contact row answers to its gap."""

    NONE = 0
    """No normal force at all."""
    GIVEN = 1
    """``la_N`` is filled by another part (a joint, a coupled law); friction uses it."""
    UNILATERAL_NEWTON = 2
    """Set-valued, restitution of approaching rows only."""
    UNILATERAL_MOREAU = 3
    """Set-valued, restitution in Moreau's inequality form."""
    BILATERAL = 4
    """Set-valued, never opens."""
    SPRING_DAMPER = 5
    """Kelvin-Voigt, never pulls."""
    HERTZ = 6
    """Elastic power law."""
    HUNT_CROSSLEY = 7
    """Power law with hysteresis damping 3/2 (1 - e)."""
    LANKARANI_NIKRAVESH = 8
    """Power law with hysteresis damping 3/4 (1 - e^2)."""
    JOHNSON = 9
    """Cylinder in cylinder, logarithmic."""
    MAXWELL = 10
    """Rows sharing one influence matrix; solved together, fills ``la_N``."""
    FLORES = 11
    """Power law with hysteresis damping 8/5 (1 - e)/e."""


class FrictionLaw(IntEnum):
    """How a contact row answers to sliding."""

    NONE = 0
    """Frictionless."""
    COULOMB = 1
    """Set-valued, planar: one tangent."""
    COULOMB_DISC = 2
    """Set-valued, isotropic in two tangents."""
    REGULARISED = 3
    """Single-valued, smooth through zero sliding speed."""
    STRIBECK = 4
    """Single-valued, from static to kinetic coefficient with speed."""


class Control(IntEnum):
    """What runs remember that choose their own steps: entries of ``State.control``."""

    STEP = 0
    """The present step [s]."""
    TAKEN = 1
    """Steps taken."""
    REFUSED = 2
    """Steps tried that were too large."""
    DONE = 3
    """Intervals of the raster of records that are complete."""
    EVENTS = 4
    """Events met."""
    SETTLED = 5
    """Impacts taken as plastic, since their rebound would be too short to follow."""
    STALLED = 6
    """Events in a row without any progress of time."""


class Mode(IntEnum):
    """What an event-driven run knows of a contact: entries of ``State.modes``."""

    OPEN = 0
    STICKS = 1
    SLIDES_ON = 2
    SLIDES_BACK = 3


class Status(IntEnum):
    """How a kernel ended; what is neither OK nor PAUSED stops a run or sub-steps it."""

    OK = 0
    NOT_CONVERGED = 1
    NO_SOLUTION = 2
    SINGULAR = 3
    NOT_FINITE = 4
    UNKNOWN_LAW = 5
    LAW_LIMIT = 6
    ENERGY_RUNAWAY = 9
    WORK_TOO_SMALL = 10
    PAUSED = 11
    """Not an end: the caller looks up and calls again."""
    JOINT_OPEN = 12
    RAY = 13
    """Pivoting found nothing, and that proves nothing."""


STATUS_TEXT = {
    Status.OK: "converged",
    Status.NOT_CONVERGED: "the iteration did not converge within its cap",
    Status.NO_SOLUTION: "the contact problem has no solution",
    Status.SINGULAR: "a matrix that must be regular is singular",
    Status.NOT_FINITE: "a quantity became infinite or not a number",
    Status.UNKNOWN_LAW: "a contact row carries a law code nobody knows",
    Status.LAW_LIMIT: "a contact law left the range in which it is valid",
    Status.ENERGY_RUNAWAY: "the energy grows without a source",
    Status.WORK_TOO_SMALL: "scratch arrays are smaller than the problem",
    Status.PAUSED: "paused before all steps were taken",
    Status.JOINT_OPEN: "a rigid joint came apart: its mechanism locks, or the step is"
    " too large",
    Status.RAY: "no solution was found: pivoting ended on a ray, which proves nothing",
}
"""The words for each outcome, used in messages and reports."""

SET_VALUED_NORMAL_LAWS = frozenset(
    {NormalLaw.UNILATERAL_NEWTON, NormalLaw.UNILATERAL_MOREAU, NormalLaw.BILATERAL}
)
"""Normal laws whose percussions the step solver finds."""
