"""Contact problems of other programs: FCLIB files and the text files of Siconos.

FCLIB stores local problems ``u = W r + q`` in HDF5, matrices sparse as columns, rows or
triplets. Siconos writes small problems as text; its dense matrices stand **column by
column**, blocks of contacts row of blocks by row of blocks.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from catena.errors import InputError
from catena.numerics.arrays import Floats


class ContactProblem(NamedTuple):
    """A problem in matrix form; ``mu`` is empty for complementarity without friction.

    ``ct.solvers.friction(*problem)`` solves one with friction,
    ``ct.solvers.lcp(*problem[:2])`` one without.
    """

    W: Floats
    q: Floats
    mu: Floats


def read_contact_problem(path: str | Path) -> ContactProblem:
    """Read a problem of FCLIB (``.hdf5``, ``.h5``) or Siconos (``.dat``).

    Raises:
        InputError: no such file, or one that holds no such problem.
    """
    file = Path(path)
    if not file.is_file():
        raise InputError(f"path: found {str(path)!r}; expected a file")
    if file.suffix in (".hdf5", ".h5"):
        return _read_fclib(file)
    return _read_siconos(file)


def _read_fclib(file: Path) -> ContactProblem:
    """A local problem of an FCLIB file."""
    import h5py

    try:
        with h5py.File(file, "r") as opened:
            local = opened["fclib_local"]
            W, vectors = _fclib_matrix(local["W"]), local["vectors"]
            q = vectors["q"] if "q" in vectors else vectors["a"]
            found = ContactProblem(W, np.array(q[:], float), np.array(vectors["mu"][:]))
            dimension = int(np.ravel(local["spacedim"])[0])
            coupled = "V" in local
    except (OSError, KeyError, ValueError, IndexError) as error:
        words = "expected a local problem of FCLIB (group fclib_local)"
        raise InputError(f"{file.name}: {error}; {words}") from None
    if coupled:
        words = "expected one without: equality constraints are not read"
        raise InputError(f"{file.name}: found the matrices V and R; {words}")
    return _checked(file, found, dimension)


def _fclib_matrix(group: Any) -> Floats:
    """A sparse matrix of FCLIB, filled up."""
    from scipy.sparse import coo_array, csc_array, csr_array

    m, n, kind = (int(np.ravel(group[name])[0]) for name in ("m", "n", "nz"))
    p, i, x = (np.ravel(group[name]) for name in ("p", "i", "x"))
    if kind >= 0:
        filled = coo_array((x[:kind], (i[:kind], p[:kind])), shape=(m, n)).toarray()
    else:
        rows = {-1: csc_array, -2: csr_array}[kind]
        filled = rows((x, i, p), shape=(m, n)).toarray()
    return np.asarray(filled, dtype=float)


def _read_siconos(file: Path) -> ContactProblem:
    """A text file: a complementarity problem, or one with friction."""
    try:
        numbers = [float(word) for word in file.read_text().split()]
    except (UnicodeDecodeError, ValueError) as error:
        words = "expected numbers, as Siconos writes problems"
        raise InputError(f"{file.name}: {error}; {words}") from None
    try:
        if int(numbers[0]) in (2, 3) and numbers[0] * numbers[1] == _size(numbers, 3):
            return _friction_of(file, numbers)
        return _complementarity_of(file, numbers)
    except (IndexError, ValueError):
        words = "expected the dense format of Siconos: sizes, matrix, vector"
        raise InputError(
            f"{file.name}: found {len(numbers)} numbers; {words}"
        ) from None


def _size(numbers: list[float], at: int) -> float:
    """The number of rows that a matrix states there; 0 beyond the end."""
    return numbers[at] if len(numbers) > at else 0.0


def _dense(numbers: list[float], at: int) -> tuple[Floats, int]:
    """A matrix whose storage code stands there, and where the file goes on."""
    if int(numbers[at]) != 0:
        raise ValueError("not dense")
    m, n = int(numbers[at + 1]), int(numbers[at + 2])
    begin = at + 5  # the sizes are written twice
    values = np.array(numbers[begin : begin + m * n])
    return values.reshape((m, n), order="F"), begin + m * n


def _complementarity_of(file: Path, numbers: list[float]) -> ContactProblem:
    """n, the matrix, the vector."""
    n = int(numbers[0])
    M, at = _dense(numbers, 1)
    q = np.array(numbers[at : at + n])
    return _checked(file, ContactProblem(M, q, np.zeros(0)), 1)


def _friction_of(file: Path, numbers: list[float]) -> ContactProblem:
    """Dimension, contacts, the matrix, the vector, the coefficients."""
    dimension, count = int(numbers[0]), int(numbers[1])
    W, at = _dense(numbers, 2)
    q = np.array(numbers[at : at + dimension * count])
    at += dimension * count
    mu = np.array(numbers[at : at + count])
    return _checked(file, ContactProblem(W, q, mu), dimension)


def _checked(file: Path, found: ContactProblem, dimension: int) -> ContactProblem:
    """The problem, if its sizes agree."""
    n, count = found.q.size, found.mu.size
    fits = found.W.shape == (n, n) and n > 0
    if dimension > 1:
        fits = fits and n == dimension * count
    if not fits:
        raise InputError(
            f"{file.name}: found a matrix {found.W.shape}, a vector of {n} and "
            f"{count} coefficients in {dimension} dimensions; expected sizes that agree"
        )
    return found
