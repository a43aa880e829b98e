"""Frequencies of strands: string and hinged links."""

import numpy as np
import pytest

from catena.errors import GeometryError
from catena.geometry.string import LinkStrand

PITCH, MASS, INERTIA, TENSION = 0.0127, 2.5e-3, 9e-8, 400.0


def by_matrices(links: int) -> np.ndarray:
    """Frequencies from mass and stiffness of the pins' deflections [Hz]."""
    mean = np.zeros((links, links + 1))
    turn = np.zeros((links, links + 1))
    for i in range(links):
        mean[i, i : i + 2] = 0.5, 0.5
        turn[i, i : i + 2] = -1.0 / PITCH, 1.0 / PITCH
    mean, turn = mean[:, 1:-1], turn[:, 1:-1]
    M = MASS * mean.T @ mean + INERTIA * turn.T @ turn
    K = TENSION * PITCH * turn.T @ turn
    squares = np.sort(np.linalg.eigvals(np.linalg.solve(M, K)).real)
    return np.sqrt(squares) / (2.0 * np.pi)


def strand(links: int) -> LinkStrand:
    return LinkStrand(links, PITCH, MASS, INERTIA, TENSION)


@pytest.mark.parametrize("links", [2, 3, 21])
def test_closed_form_equals_the_eigenvalues_of_the_links(links: int) -> None:
    found = sorted(strand(links).frequency(k) for k in range(1, links))
    np.testing.assert_allclose(found, by_matrices(links), rtol=1e-10)


def test_many_links_are_a_string_also_in_motion() -> None:
    for speed in (0.0, 20.0):
        long = strand(2000)
        assert long.frequency(1, speed) == pytest.approx(
            long.string.frequency(1, speed), rel=1e-5
        )


def test_travel_lowers_the_frequency_as_for_a_string() -> None:
    wave = strand(21).string.wave_speed
    slowed = strand(21).frequency(1, wave) / strand(21).frequency(1)
    assert slowed == pytest.approx(1.0 / np.sqrt(2.0))


@pytest.mark.parametrize("order", [0, 21])
def test_orders_beyond_the_links_are_refused(order: int) -> None:
    with pytest.raises(GeometryError, match="21 links have 1 to 20"):
        strand(21).frequency(order)


@pytest.mark.parametrize(
    ("links", "inertia", "word"), [(1, INERTIA, "link_count"), (9, -1e-9, "inertia")]
)
def test_strands_that_cannot_be_are_refused(links, inertia, word) -> None:
    with pytest.raises(GeometryError, match=word):
        LinkStrand(links, PITCH, MASS, inertia, TENSION)
