"""Validation of the parts of a planar system."""

from __future__ import annotations

import numpy as np

from catena.bodies.body_model import BodyModel
from catena.errors import SpecError
from catena.laws.words import Friction, Normal, group_columns
from catena.numerics.arrays import Floats
from catena.numerics.ranges import array_of, check_kind


def check_symmetric(where: str, matrix: Floats) -> None:
    """Refuse a matrix that differs from its transpose by more than rounding."""
    size = float(np.max(np.abs(matrix), initial=0.0))
    asymmetry = float(np.max(np.abs(matrix - matrix.T), initial=0.0))
    if asymmetry > 1e-12 * size:
        raise SpecError.at(
            where,
            asymmetry,
            "is not symmetric; expected a matrix equal"
            " to its transpose (off by the value found)",
        )


def check_mass(where: str, matrix: Floats) -> None:
    """Refuse a mass matrix that is not symmetric and positive definite."""
    check_symmetric(where, matrix)
    lowest = float(np.linalg.eigvalsh(matrix)[0])
    if lowest <= 0.0:
        words = "is the lowest eigenvalue; expected a positive definite matrix"
        raise SpecError.at(where, lowest, words)


def check_influence(where: str, matrix: Floats) -> None:
    """Refuse a matrix that Maxwell's theorem or the energy of the body excludes."""
    check_symmetric(where, matrix)
    lowest = float(np.linalg.eigvalsh(matrix)[0])
    if lowest < -1e-12 * float(np.max(np.abs(matrix), initial=0.0)):
        raise SpecError.at(
            where,
            lowest,
            "is the lowest eigenvalue; expected none below zero:"
            " the body would give away energy when pressed",
        )


def check_stiffness(where: str, matrix: Floats) -> None:
    """Refuse also a matrix without an inverse."""
    check_influence(where, matrix)
    lowest = float(np.linalg.eigvalsh(matrix)[0])
    if lowest <= 1e-14 * float(np.max(np.abs(matrix), initial=0.0)):
        raise SpecError.at(
            where,
            lowest,
            "is the lowest eigenvalue; expected a positive definite matrix, since its"
            " inverse is needed (a body that can move freely has no influence matrix)",
        )


def direction_of(where: str, values: object, shape: tuple[int, ...]) -> Floats:
    """The same for a direction, which is not zero."""
    direction = array_of(where, values, shape)
    if not direction.any():
        raise SpecError.at(where, values, "expected a direction, not zero")
    return direction


def influence_matrix(
    where: str, n: int, influence: object, stiffness: object
) -> Floats:
    """Influence matrix of n contacts [m/N], given itself or as its inverse."""
    if n == 0:
        raise SpecError.at(f"{where}.contacts", 0, "expected at least one contact")
    if (influence is None) == (stiffness is None):
        raise SpecError.at(where, None, "expected influence or stiffness, not both")
    if stiffness is None:
        matrix = array_of(f"{where}.influence", influence, (n, n))
        check_influence(f"{where}.influence", matrix)
        return matrix
    matrix = array_of(f"{where}.stiffness", stiffness, (n, n))
    check_stiffness(f"{where}.stiffness", matrix)
    inverse = np.linalg.inv(matrix)
    return np.asarray(0.5 * (inverse + inverse.T), dtype=np.float64)


def check_laws(where: str, normal: Normal | None, friction: Friction) -> None:
    """Refuse what is no law, and laws with numbers out of their range."""
    if normal is not None:
        words = "a normal law such as Unilateral() or Hertz(1e9)"
        check_kind(f"{where}.normal", normal, (Normal,), words)
    words = "a friction law such as Coulomb(0.3)"
    check_kind(f"{where}.friction", friction, (Friction,), words)
    group_columns(where, normal, friction)


def check_model(where: str, model: BodyModel) -> None:
    """Refuse what is no model of a body, and numbers out of their range."""
    words = "a model such as Cantilever(0.2, 2.9, 0.08)"
    check_kind(where, model, (BodyModel,), words)
    model.numbers(where)


def check_name(kind: str, name: str, taken: set[str]) -> None:
    """Refuse what is no name of a part, or one that is taken."""
    check_kind(kind, name, (str,), "a text as name")
    if any(letter.isspace() for letter in name):
        words = "expected a name without spaces"
        raise SpecError.at(f"{kind}[{name}]", name, words)
    if not name or name in taken:
        raise SpecError.at(f"{kind}[{name}]", name, "expected a new name")
