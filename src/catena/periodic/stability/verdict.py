"""What Floquet multipliers say about stability, in words."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.numerics.arrays import Complexes, Floats
from catena.periodic.stability.cyclic_qr import LARGEST_PLAIN

DOUBTFUL = 1e-3
"""With a larger margin nothing can be said of multipliers near the unit circle."""
MARGIN = 1e-8
"""Multipliers closer to the unit circle count as lying on it."""
NEARLY_DOUBLE = 1e-6
"""Multipliers that differ by less, relatively, count as one double multiplier."""


class Verdict(NamedTuple):
    """Stability in a word and in a sentence."""

    kind: str
    """One of "asymptotically stable", "stable", "unstable", "unstable (resonant
    growth)" and "undecided"."""
    text: str


def judge(multipliers: Complexes, error: Floats, monodromy: Floats) -> Verdict:
    """The verdict of Floquet theory, with the marginal cases told apart.

    Source: [KhangDien2012] section 2 (its first condition lost the "<" in print).
    """
    merged = _merged(multipliers)
    modulus = np.abs(merged)
    largest = float(modulus.max())
    margin = max(MARGIN, float(10.0 * np.max(error[modulus >= 0.5 * largest])))
    about = "about " if margin > DOUBTFUL else ""
    if largest * (1.0 + margin) < 1.0:
        return Verdict(
            "asymptotically stable",
            "Asymptotically stable: every free vibration decays; the largest "
            f"multiplier has modulus {about}{largest:.6g} < 1.",
        )
    if largest > 1.0 + margin:
        return Verdict("unstable", _growth_text(merged[np.argmax(modulus)]))
    if margin > DOUBTFUL:
        return Verdict(
            "undecided",
            f"Not decided: the largest multiplier has modulus {largest:.3g}, with an "
            f"error of {0.1 * margin:.1g} of it; steps short enough to follow the "
            "fastest vibration would tell.",
        )
    return _judge_marginal(merged, monodromy, margin)


def _merged(multipliers: Complexes) -> Complexes:
    """Multipliers with nearly double ones replaced by their mean.

    Rounding splits a double multiplier by the square root of eps; its mean is exact.
    """
    near = np.abs(multipliers[:, None] - multipliers[None, :])
    weight = (near <= NEARLY_DOUBLE * np.abs(multipliers)[:, None]).astype(float)
    means: Complexes = (weight @ multipliers) / weight.sum(axis=1)
    return means


def _growth_text(multiplier: complex) -> str:
    if abs(multiplier.imag) > 1e-9 * abs(multiplier):
        kind = "a combination resonance, a complex pair of multipliers"
    elif multiplier.real < 0.0:
        kind = "a principal parametric resonance with twice the period"
    else:
        kind = "growth with the period of the system"
    more = "more than " if abs(multiplier) >= 0.99 * LARGEST_PLAIN else ""
    return (
        f"Unstable: free vibrations grow by the factor {more}{abs(multiplier):.6g} per "
        f"period ({kind})."
    )


def _judge_marginal(
    multipliers: Complexes, monodromy: Floats, margin: float
) -> Verdict:
    """All multipliers inside or on the unit circle, some of them on it."""
    for value, count in _unit_groups(multipliers, margin):
        if count > 1 and _eigenvectors(monodromy, value, margin) < count:
            return Verdict(
                "unstable (resonant growth)",
                f"Unstable: the multiplier {_shown(value)} on the unit circle is "
                f"{count}-fold with too few eigenvectors; free vibrations grow in "
                "proportion to time. This is a border of stability.",
            )
    return Verdict(
        "stable",
        "Stable, not asymptotically: multipliers lie on the unit circle (within "
        f"{margin:.1g}) and each has its own eigenvector; free vibrations stay bounded "
        "and do not decay.",
    )


def _unit_groups(multipliers: Complexes, margin: float) -> list[tuple[complex, int]]:
    """Multipliers on the unit circle, those closer than sqrt(margin) taken as one."""
    rest = [complex(z) for z in multipliers if abs(abs(z) - 1.0) <= margin]
    near = max(1e-6, 10.0 * np.sqrt(margin))
    groups = []
    while rest:
        members = [z for z in rest if abs(z - rest[0]) <= near]
        rest = [z for z in rest if abs(z - rest[0]) > near]
        groups.append((complex(np.mean(members)), len(members)))
    return groups


def _eigenvectors(monodromy: Floats, value: complex, margin: float) -> int:
    """Number of independent eigenvectors of a multiplier."""
    shifted = monodromy - value * np.eye(len(monodromy))
    singular = np.linalg.svd(shifted, compute_uv=False)
    small = max(1e-5, 100.0 * np.sqrt(margin)) * max(1.0, np.abs(monodromy).max())
    return int((singular <= small).sum())


def _shown(value: complex) -> str:
    if abs(value.imag) < 1e-9:
        return f"{value.real:.6g}"
    return f"{value.real:.6g}{value.imag:+.6g}i"
