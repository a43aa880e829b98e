"""The balance of harmonics as banded linear equations.

The matrix couples harmonic j to harmonic k through the (k - j)-th harmonic of M, C
and K. Few harmonics in the coefficients give a narrow band, so thousands of harmonics
of the solution stay cheap.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from catena.numerics.arrays import Complexes, Floats
from catena.periodic.system import PeriodicSystem

NEGLIGIBLE = 3e-15
"""Harmonics of an entry below this part of its largest are rounding and left out."""


class Spectra(NamedTuple):
    """Complex Fourier coefficients, orders -width..width (d: -H..H)."""

    M: Complexes
    C: Complexes
    K: Complexes
    d: Complexes

    @property
    def width(self) -> int:
        """Highest order kept in M, C and K."""
        return len(self.M) // 2


def coefficient_spectra(system: PeriodicSystem, harmonics: int) -> Spectra:
    """Fourier coefficients of M, C, K as far as they matter, and of d up to H."""
    points = 4 * harmonics + 4
    samples = system.sample(np.arange(points) * (system.period / points))
    full = [np.fft.fft(part, axis=0) / points for part in samples]
    width = max(_width(part, 2 * harmonics) for part in full[:3])
    M, C, K = (_centred(part, width) for part in full[:3])
    return Spectra(M, C, K, _centred(full[3], harmonics))


def _width(spectrum: Complexes, limit: int) -> int:
    size = np.abs(spectrum[: limit + 1]).reshape(limit + 1, -1)
    kept = np.nonzero((size > NEGLIGIBLE * size.max(axis=0)).any(axis=1))[0]
    return int(kept[-1]) if len(kept) else 0


def _centred(spectrum: Complexes, width: int) -> Complexes:
    """Orders -width..width, in this order."""
    return spectrum[np.arange(-width, width + 1)]


@dataclass
class BandedEquations:
    """Equations of the harmonics -H..H of n coordinates, in LAPACK band storage."""

    n: int
    harmonics: int
    width: int
    _band: Complexes = field(default_factory=lambda: np.empty((0, 0), dtype=complex))

    @property
    def size(self) -> int:
        """Number of unknowns."""
        return (2 * self.harmonics + 1) * self.n

    @property
    def reach(self) -> int:
        """Number of diagonals on either side of the main one."""
        return min(self.size - 1, (self.width + 1) * self.n - 1)

    @property
    def bytes(self) -> int:
        """Memory of the band with the room LU needs."""
        return 16 * self.size * (3 * self.reach + 1)

    def fill(self, spectra: Spectra, frequency: float) -> None:
        """Write the couplings of all harmonics for a fundamental frequency [rad/s]."""
        u, n, H = self.reach, self.n, self.harmonics
        self._band = np.zeros((3 * u + 1, self.size), dtype=complex)
        rate = 1j * frequency * np.arange(-H, H + 1)
        for r in range(-self.width, self.width + 1):
            j = np.arange(max(-H, -H - r), min(H, H - r) + 1) + H
            s = rate[j]
            for a in range(n):
                for b in range(n):
                    i = r + self.width
                    value = spectra.K[i, a, b] + s * (
                        spectra.C[i, a, b] + s * spectra.M[i, a, b]
                    )
                    self._band[2 * u + r * n + a - b, j * n + b] = value

    def solve(self, right: Complexes) -> tuple[Complexes, float]:
        """The solution and an estimate of the (scaled) condition number."""
        from scipy.linalg import lapack  # slow to import

        rows, columns = self._equilibrate()
        u = self.reach
        norm = float(np.abs(self._band).sum(axis=0).max())
        factors, pivots, info = lapack.zgbtrf(self._band, u, u)
        if info > 0:
            return right, float(np.inf)

        def inverse(b: Complexes) -> Complexes:
            return np.asarray(lapack.zgbtrs(factors, u, u, b, pivots)[0])

        probe = np.exp(1j * np.random.default_rng(1).uniform(0.0, 6.28, self.size))
        once = inverse(probe)
        twice = inverse(once / np.abs(once).max())
        grown = max(np.abs(once).max(), np.abs(twice).max())
        return inverse(right / rows) / columns, norm * float(grown)

    def _equilibrate(self) -> tuple[Floats, Floats]:
        """Scale rows, then columns, to a largest entry of 1."""
        u, size = self.reach, self.size
        rows = np.zeros(size)
        spans = []
        for k in range(u, 3 * u + 1):
            offset = k - 2 * u  # row - column
            columns = slice(max(0, -offset), min(size, size - offset))
            lines = slice(columns.start + offset, columns.stop + offset)
            spans.append((k, columns, lines))
            rows[lines] = np.maximum(rows[lines], np.abs(self._band[k, columns]))
        rows[rows == 0.0] = 1.0
        for k, columns, lines in spans:
            self._band[k, columns] /= rows[lines]
        scale = np.abs(self._band).max(axis=0)
        scale[scale == 0.0] = 1.0
        self._band /= scale
        return rows, scale
