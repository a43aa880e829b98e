"""The influence of a sheave: series, matrix, and matrices no sheave can have."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from tests.unit.drives.pushbelt_cvt.variators import spec_with

from catena.drives.pushbelt_cvt.layout.belt_data import belt_data
from catena.drives.variator.influence import series_of

STUDY = [2e-9, 6e-9, 2e-9, 1e-9, 5e-10, 3e-10]


def matrix_of(series: list[float], n: int) -> np.ndarray:
    angle = 2.0 * np.pi * np.arange(n) / n
    difference = angle[:, None] - angle[None, :]
    return sum(a * np.cos(k * difference) for k, a in enumerate(series))


def refused(matrix: np.ndarray) -> str:
    with pytest.raises(ValidationError) as error:
        spec_with(secondary__influence={"matrix": matrix.tolist()})
    return str(error.value)


@given(
    # numbers below 2e-308 have no digits that could be compared
    st.lists(
        st.floats(0.0, 1e-8, allow_subnormal=False), min_size=1, max_size=12
    ).filter(any),
    st.integers(24, 40),
)
def test_series_and_matrix_are_the_same(series: list[float], n: int) -> None:
    found = series_of(matrix_of(series, n).tolist())
    assert len(found) <= len(series)
    padded = found + [0.0] * (len(series) - len(found))
    np.testing.assert_allclose(padded, series, atol=2e-9 * max(series))
    eigenvalues = np.linalg.eigvalsh(matrix_of(found, n))
    assert eigenvalues.min() >= -1e-12 * eigenvalues.max()


def test_a_matrix_replaces_the_series_of_the_reference() -> None:
    spec = spec_with(secondary__influence={"matrix": matrix_of(STUDY, 16).tolist()})
    assert spec.secondary.influence.azimuthal is None
    assert spec.primary.influence.azimuthal == STUDY
    (disc,) = belt_data(spec).secondary.discs
    np.testing.assert_allclose(disc.series, STUDY, rtol=1e-9)
    assert type(spec).model_validate(spec.model_dump()) == spec


def test_asymmetric_matrix_is_refused_with_its_place() -> None:
    matrix = matrix_of(STUDY, 12)
    matrix[5, 2] *= 1.2
    text = refused(matrix)
    assert "asymmetric" in text
    assert "from place 2 to 5" in text


def test_indefinite_matrix_is_refused_with_its_wave() -> None:
    text = refused(matrix_of([2e-9, 6e-9, -2e-9], 12))
    assert "A_2 is -2e-09 m/N" in text
    assert "indefinite" in text


def test_matrix_that_is_not_alike_around_is_refused() -> None:
    matrix = matrix_of(STUDY, 12)
    matrix[3, 3] *= 1.3
    assert "not alike all around" in refused(matrix)


def test_matrix_that_is_not_square_is_refused() -> None:
    assert "expected square" in refused(matrix_of(STUDY, 12)[:, :7])


def test_series_and_matrix_together_are_refused() -> None:
    with pytest.raises(ValidationError, match="found both"):
        spec_with(
            secondary__influence={
                "azimuthal": STUDY, "matrix": matrix_of(STUDY, 12).tolist()
            }
        )  # fmt: skip
