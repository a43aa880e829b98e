"""Natural frequencies, damping ratios and shapes of a linearised drive.

Without gyroscopic and circulatory forces, and where damping couples no two modes, the
modes are those of M and K and each has its own damping. Otherwise the eigenvalues s of
s^2 M + s C + K are found, all of them or, in large drives, those next to zero by
Arnoldi's method about a shift; both are exact for the linear equations.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import (
    LinAlgError,
    cholesky,
    eig,
    lu_factor,
    lu_solve,
    solve_triangular,
)
from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, eigs

from catena.dynamics.linearisation import Linearisation, SmallMotion, linearised
from catena.errors import SolverError
from catena.numerics.arrays import Bools, Complexes, Floats, Ints

COUPLED = 0.02
"""Share of another mode that damping mixes in, from which modes are complex."""
SKEW = 1e-4
"""Share of another mode that circulatory forces mix in, that counts as none."""
MARGIN = 10.0
"""Uncertainty over what two sizes of differences differ by."""
SAME = 1e-3
"""What two shapes of the same rigid motion differ by."""
LOOSE = 1e-10
"""Of a matrix that acts on a motion: what counts as nothing."""
EXTRA = 12
"""Modes found beyond those asked for."""
SHARP = 1e-9
"""Rounding over the lowest eigenvalue, from which it is found by the inverse."""
DENSE = 240
"""Coordinates up to which all eigenvalues are found."""


@dataclass(frozen=True, eq=False)
class Line:
    """Points that are drawn as one line, and how they move."""

    name: str
    at: Floats  # (2, points) [m]
    shape: Complexes  # (2, points, modes)
    closed: bool


@dataclass(frozen=True, eq=False, repr=False)
class Modes:
    """Modes by rising natural frequency; motions without any force stand apart."""

    names: tuple[str, ...]
    """Coordinates, the rows of ``shapes``."""
    eigenvalues: Complexes
    """s of exp(s t), with the imaginary part not negative [1/s]."""
    shapes: Complexes
    """(n, modes) of unit modal mass; the largest entry is real."""
    rigid_shapes: Complexes
    """(n, motions) that no force resists, as far as differences tell."""
    mass: Floats
    """(n, n)."""
    uncertainty: Floats
    """Of the angular frequencies, by the size of the differences [rad/s]."""
    remarks: tuple[str, ...] = ()
    """About which state, and what was assumed."""
    lines: tuple[Line, ...] = ()
    """What is drawn of a shape."""

    @property
    def angular_frequencies(self) -> Floats:
        """Natural ones, ``|s|`` [rad/s]."""
        return np.abs(self.eigenvalues)

    @property
    def frequencies(self) -> Floats:
        """Natural ones [Hz]."""
        return np.asarray(self.angular_frequencies / (2.0 * np.pi))

    @property
    def damping_ratios(self) -> Floats:
        """``-Re s / |s|``: 1 does not swing, below 0 grows."""
        return np.asarray(-self.eigenvalues.real / np.abs(self.eigenvalues) + 0.0)

    @property
    def unstable(self) -> Bools:
        """Motions that grow, beyond doubt."""
        return np.asarray(self.eigenvalues.real > self.uncertainty)

    @property
    def energies(self) -> Floats:
        """Share of each coordinate in the kinetic energy of each mode, (n, modes)."""
        share = np.abs(self.shapes.conj() * (self.mass @ self.shapes))
        return np.asarray(share / share.sum(axis=0))

    def parts(self, mode: int, most: int = 3) -> list[tuple[str, float]]:
        """The bodies that move most in a mode, with their share of its energy."""
        shares: dict[str, float] = {}
        for name, share in zip(self.names, self.energies[:, mode], strict=True):
            body = name.rpartition(".")[0] or name
            kind = body.partition("[")[0]
            shares[kind] = shares.get(kind, 0.0) + float(share)
        return sorted(shares.items(), key=lambda item: -item[1])[:most]

    def table(self) -> list[str]:
        """Frequencies, damping ratios and what moves, in lines."""
        lines = []
        if count := self.rigid_shapes.shape[1]:
            lines.append(f"  {count} motions that nothing resists")
        lines.append("   mode   frequency [Hz]   damping ratio   moving parts")
        for i in range(len(self)):
            parts = ", ".join(f"{name} {share:.0%}" for name, share in self.parts(i))
            note = "  UNSTABLE" if self.unstable[i] else ""
            lines.append(
                f"  {i + 1:5d}   {self.frequencies[i]:14.6g}   "
                f"{self.damping_ratios[i]:13.4g}   {parts}{note}"
            )
        return [*lines, *(f"  {remark}" for remark in self.remarks)]

    def __repr__(self) -> str:
        return "\n".join([f"Modes of {len(self.names)} coordinates", *self.table()])

    def __len__(self) -> int:
        return int(self.eigenvalues.size)


def modes_of(lin: Linearisation, count: int = 20) -> Modes:
    """The lowest modes of a linearisation."""
    K, C = lin.reduced(lin.K), lin.reduced(lin.C)
    # undamped modes first: they are the answer unless C or a skew K mixes them
    values, vectors, noise = _sharpened(lin, 0.5 * (K + K.T))
    rising = np.argsort(np.abs(values), kind="stable")
    rigid = np.abs(values) <= noise
    loose = rising[rigid[rising]]
    chosen = rising[~rigid[rising]][:count]
    damping = vectors.T @ C @ vectors if C.any() else C
    mixed = _mixed(damping, values, noise, chosen)
    if not (mixed or _circulating(lin, K, vectors, values, chosen)):
        s = _roots(values[chosen], np.diag(damping)[chosen])
        order = np.argsort(np.abs(s), kind="stable")
        size = 0.5 * noise[chosen] / np.sqrt(np.abs(values[chosen]))
        rest = vectors[:, loose].astype(np.complex128)
        swing = vectors[:, chosen[order]].astype(np.complex128)
        return _made(lin, s[order], swing, size[order], rest)
    still = loose if _unresisted(K, C, vectors[:, loose]) else loose[:0]
    V = np.delete(vectors, still, axis=1)
    wanted = count + 2 * (loose.size - still.size) + EXTRA
    s, y, doubt = _complex_modes(V.T @ K @ V, V.T @ C @ V, wanted)
    y = V @ y
    size = _complex_noise(lin, s, y) + doubt
    rests = np.abs(s) <= size
    kept = np.flatnonzero(~rests)[:count]
    rest = _independent(np.hstack([vectors[:, still], y[:, rests]]))
    return _made(lin, s[kept], y[:, kept], size[kept], rest)


def _unresisted(K: Floats, C: Floats, shapes: Floats) -> bool:
    """Whether nothing acts on or along some motions: they stand apart from the rest.

    A loose body gives K a row of zeros, and A of first order as many double zeros.
    """
    return all(_norm(A @ shapes) <= LOOSE * _norm(A) for A in (K, K.T, C, C.T))


def motion_modes(motion: SmallMotion, count: int = 20) -> Modes:
    """The lowest modes of a drive about a state, with what is drawn of them."""
    made = modes_of(linearised(motion), count)
    everywhere = np.zeros((motion.q.size, len(made)), dtype=np.complex128)
    everywhere[motion.free] = made.shapes
    lines = tuple(
        Line(
            row.name,
            np.stack([motion.q[row.x], motion.q[row.y]]),
            np.stack([everywhere[row.x], everywhere[row.y]]),
            row.closed,
        )
        for row in motion.lines
    )
    return replace(made, remarks=motion.remarks, lines=lines)


def _independent(y: Complexes) -> Complexes:
    """Rigid motions once each: place and speed give s = 0 twice."""
    if y.shape[1] == 0:
        return y
    U, size, _ = np.linalg.svd(y / np.linalg.norm(y, axis=0), full_matrices=False)
    return np.asarray(U[:, size > SAME])


def _made(
    lin: Linearisation, s: Complexes, y: Complexes, size: Floats, loose: Complexes
) -> Modes:
    """Modes with shapes of unit modal mass, turned so that the largest is real."""
    shapes = (lin.basis @ y).astype(np.complex128)
    mass = np.einsum("im,ij,jm->m", shapes.conj(), lin.M, shapes).real
    shapes = shapes / np.sqrt(mass)
    at = np.abs(shapes).argmax(axis=0)
    # a mode is known up to a complex factor: phases must not differ by run
    turn = shapes[at, np.arange(s.size)]
    turned = shapes * (np.abs(turn) / turn)
    return Modes(lin.names, s, turned, lin.basis @ loose, lin.M, size)


def _roots(values: Floats, damping: Floats) -> Complexes:
    """s of s^2 + d s + l = 0, the slower root of two real ones."""
    root = np.sqrt((0.25 * damping**2 - values).astype(np.complex128))
    return np.where(
        root.imag > 0.0,
        -0.5 * damping + root,
        _slow(-0.5 * damping, root.real, values),
    )


def _slow(half: Floats, root: Floats, values: Floats) -> Complexes:
    """Of two real roots: the one that grows, else the one that dies out last."""
    larger = half + root
    exact = np.divide(values, half - root, out=larger.copy(), where=half < 0.0)
    return exact.astype(np.complex128)


def _error(lin: Linearisation) -> Floats:
    """Uncertainty of the stiffness, in coordinates of unit mass."""
    return lin.reduced(lin.K_error)


def _noise(lin: Linearisation, vectors: Floats, values: Floats) -> Floats:
    """Uncertainty of each eigenvalue: the error of K along its shape, with a margin."""
    return _doubt(lin, vectors) + _rounding(values)


def _doubt(lin: Linearisation, vectors: Floats) -> Floats:
    """Error of K along each shape, with a margin."""
    error = _error(lin)
    turned = error @ vectors if error.any() else np.zeros_like(vectors)
    return np.asarray(MARGIN * np.abs(np.einsum("im,im->m", vectors, turned)))


def _rounding(values: Floats) -> float:
    """What rounding does to all eigenvalues."""
    highest = float(np.abs(values).max(initial=0.0))
    return 4.0 * float(np.finfo(float).eps) * highest * float(np.sqrt(values.size))


def _sharpened(lin: Linearisation, K: Floats) -> tuple[Floats, Floats, Floats]:
    """Eigenvalues, shapes and uncertainties, the lowest free of the highest's rounding.

    An eigenvalue of K is off by rounding of the highest one, 1e13 times higher in thin
    rods, whose sections turn fast. The lowest are the highest of the inverse of K + c,
    and Cholesky's factors lose nothing by entries of different size.
    """
    values, vectors = np.linalg.eigh(K)
    noise = _noise(lin, vectors, values)
    n, c = values.size, _rounding(values)
    above = np.abs(values)[np.abs(values) > noise]
    if not above.size or c < SHARP * above.min():
        return values, vectors, noise
    try:
        factor = cholesky(K + c * np.eye(n), lower=True)
    except LinAlgError:
        return values, vectors, noise  # an unstable state
    root = solve_triangular(factor, np.eye(n), lower=True)
    softness, shapes = np.linalg.eigh(root.T @ root)
    found, shapes = 1.0 / softness[::-1] - c, shapes[:, ::-1]
    low = np.flatnonzero(found < np.sqrt(c * float(values.max())))
    values[low], vectors[:, low] = found[low], shapes[:, low]
    size = np.abs(shapes[:, low])
    shifted = np.abs(K) + c * np.eye(n)  # what was factorised
    rounding = np.einsum("im,ij,jm->m", size, shifted, size) + found[low] ** 2 / c
    unit = 4.0 * float(np.finfo(float).eps) * float(np.sqrt(n))
    noise[low] = _doubt(lin, shapes[:, low]) + unit * rounding
    return values, vectors, noise


def _complex_noise(lin: Linearisation, s: Complexes, y: Complexes) -> Floats:
    """Uncertainty of complex eigenvalues [1/s]."""
    rounding = 4.0 * np.finfo(float).eps * _norm(lin.reduced(lin.K))
    shape = y / np.linalg.norm(y, axis=0)
    along = np.abs(np.einsum("im,im->m", shape.conj(), _error(lin) @ shape))
    noise = MARGIN * along + rounding
    size, low = np.abs(s), np.sqrt(noise)
    return np.asarray(np.where(size > low, noise / np.maximum(size, low), low))


def _mixed(damping: Floats, values: Floats, noise: Floats, low: Ints) -> bool:
    """Whether C mixes modes: by more than a small share of another shape."""
    speed = np.sqrt(np.abs(values))
    apart = np.abs(values[low, None] - values[None, :])
    apart += 2.0 * speed[low, None] * np.abs(
        np.diag(damping)[low, None] - np.diag(damping)[None, :]
    ) + 1e-6 * np.abs(values[low, None])
    share = speed[low, None] * np.abs(damping[low, :])
    share[np.arange(low.size), low] = 0.0
    apart[np.arange(low.size), low] = 1.0
    doubt = noise[low, None] + noise[None, :]
    return bool((share > COUPLED * np.maximum(apart, doubt)).any())


def _circulating(
    lin: Linearisation, K: Floats, vectors: Floats, values: Floats, low: Ints
) -> bool:
    """Whether the skew part of K mixes modes, beyond the doubt of differences."""
    skew = np.abs(vectors[:, low].T @ (0.5 * (K - K.T)) @ vectors)
    doubt = MARGIN * np.abs(vectors[:, low].T @ _error(lin) @ vectors)
    apart = np.abs(values[low, None] - values[None, :])
    rounding = 1e-12 * float(np.abs(values).max())
    return bool((skew > SKEW * apart + doubt + rounding).any())


def _complex_modes(
    K: Floats, C: Floats, count: int
) -> tuple[Complexes, Complexes, Floats]:
    """Eigenvalues next to zero with their shapes, one of each conjugate pair.

    The third is what rounding does to an eigenvalue: much where two are about to
    become one.
    """
    k = K.shape[0]
    if k <= DENSE:
        A = np.block([[np.zeros((k, k)), np.eye(k)], [-K, -C]])
        s, left, z = eig(A, left=True, right=True)
        # condition of an eigenvalue: its left vector against its right one
        along = np.abs(np.einsum("im,im->m", left.conj(), z))
        doubt = np.finfo(float).eps * _norm(A) / np.maximum(along, 1e-300)
        # two that become one part by the root of the error, never by more
        doubt = np.minimum(doubt, np.sqrt(np.finfo(float).eps * _norm(A)))
    else:
        s, z = _nearest(K, C, min(2 * count + 12, 2 * k - 2))
        doubt = np.zeros(s.size)
    tiny = 1e-12 * float(np.abs(s).max())
    chosen = np.flatnonzero(s.imag >= -tiny)
    chosen = chosen[np.argsort(np.abs(s[chosen]), kind="stable")][:count]
    return s[chosen], z[:k, chosen], doubt[chosen]


def _nearest(K: Floats, C: Floats, wanted: int) -> tuple[Complexes, Complexes]:
    """Eigenpairs next to a small shift p: z -> (A - p)^-1 z by one factorisation."""
    k = K.shape[0]
    p = 1e-3 * float(np.sqrt(np.abs(np.diag(K)).min() + np.finfo(float).tiny))
    factor = lu_factor(K + p * C + p * p * np.eye(k))

    def solve(z: Floats) -> Floats:
        x, v = z[:k], z[k:]
        y = lu_solve(factor, -(v + C @ x + p * x))
        return np.concatenate([y, x + p * y])

    operator = LinearOperator((2 * k, 2 * k), matvec=solve, dtype=np.float64)
    start = np.cos(1.0 + np.arange(2 * k))
    try:
        values, vectors = eigs(operator, k=wanted, which="LM", v0=start)
    except ArpackNoConvergence:
        raise SolverError("modes: the eigenvalues did not converge") from None
    return p + 1.0 / values, vectors


def _norm(matrix: Floats) -> float:
    return float(np.linalg.norm(matrix))
