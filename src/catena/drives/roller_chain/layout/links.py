"""Links that differ: pitches with wear and errors, stiffness, bush and pin links."""

from __future__ import annotations

import numpy as np

from catena.drives.roller_chain.spec.chain import ChainPart
from catena.errors import SpecError
from catena.numerics.arrays import Floats, Ints

LEAST_STIFFNESS = 0.2
"""Of a joint over the mean, however unlucky its random number."""


def alternating(part: ChainPart, count: int) -> bool:
    """Whether bush links (even numbers) and pin links (odd numbers) alternate."""
    return count % 2 == 0 and not part.uniform


def mean_pitch(part: ChainPart, pitch: float) -> float:
    """Mean distance of neighbouring rollers of the worn chain [m]."""
    stated = float(np.mean(part.variation.pitch_errors or [0.0]))
    return pitch * (1.0 + part.variation.wear) + stated


def link_pitches(part: ChainPart, pitch: float, count: int) -> Floats:
    """Distance of the joints of every link [m], (count,).

    Random errors are shifted to a mean of zero, so that they do not lengthen the chain.
    """
    told = part.variation
    if told.pitch_errors and len(told.pitch_errors) != count:
        raise SpecError.at(
            "chain.variation.pitch_errors",
            len(told.pitch_errors),
            f"one error per link is expected, that is {count}",
            "leave them out, or state pitch_error for random ones",
        )
    pitches = np.full(count, pitch)
    if alternating(part, count):
        pitches[1::2] += 2.0 * told.wear * pitch
    else:
        pitches += told.wear * pitch
    if told.pitch_errors:
        pitches += told.pitch_errors
    drawn = np.random.default_rng(told.seed).standard_normal(count)
    return np.asarray(pitches + told.pitch_error * (drawn - drawn.mean()))


def joint_stiffnesses(part: ChainPart, stiffness: float, count: int) -> Floats:
    """Stiffness of every joint [N/m], (count,)."""
    scatter = part.variation.stiffness_scatter
    drawn = np.random.default_rng(part.variation.seed + 1).standard_normal(count)
    return np.asarray(stiffness * np.maximum(LEAST_STIFFNESS, 1.0 + scatter * drawn))


def roller_owners(part: ChainPart, count: int) -> tuple[Ints, Floats]:
    """Which link carries the roller of each joint, and at which end, -1 or +1."""
    k = np.arange(count)
    paired = alternating(part, count)
    owner = k - k % 2 if paired else k
    end = np.where((k % 2 == 1) & paired, 1.0, -1.0)
    return owner.astype(np.int64), end
