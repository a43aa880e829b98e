"""The coupled law of the sheaves against the matrix it stands for."""

import numpy as np
import pytest
from tests.unit.rows.discs import pulley_table

from catena.bodies.sheave import Compliance
from catena.numerics.records import table
from catena.rows.flank import FLANK
from catena.solvers.coupled_laws.coupled_sheaves import solve_coupled
from catena.solvers.coupled_laws.disc_tables import Discs, disc_work

STIFFNESS = 5e7
SERIES = np.array([[2e-9, 6e-9, 2e-9, 1e-9, 0.5e-9, 0.3e-9],
                   [3e-9, 4e-9, 1e-9, 0.0, 0.7e-9, 0.2e-9]])  # fmt: skip
RADIAL = np.array([[0.4, 10.0], [1.3, -4.0]])
LAYERS = pytest.mark.parametrize("layers", [1, 2])


def wrapped(count):
    """Rows on one elastic disc: places, radii and gaps at random."""
    rng = np.random.default_rng(3)
    place, rho = np.sort(rng.uniform(0.0, np.pi, count)), rng.uniform(0.03, 0.07, count)
    gap = rng.uniform(-6e-5, 3e-5, count)
    rows = table(
        FLANK, count, d_x=rho * np.cos(place), d_y=rho * np.sin(place), rho=rho,
        gap=gap, slot=rng.permutation(count), a=np.arange(count) // 2,
    )  # fmt: skip
    return rows, place


def solved(rows, layers, share=0.0):
    discs = Discs(np.sqrt(SERIES)[None, :layers], RADIAL[None, :layers], share)
    sheaves = pulley_table(Compliance.COUPLED)
    closed = np.zeros(rows.size, dtype=np.int64)
    taken = solve_coupled(
        discs, sheaves, STIFFNESS, rows, rows.size, closed, disc_work(discs, rows.size)
    )
    return sheaves[0], closed, taken


def influence(sheave, layers, apart, rho, other):
    """Of one place on another, the angle apart."""
    waves = np.cos(np.multiply.outer(apart, np.arange(SERIES.shape[1])))
    return sum(
        sheave.cos**2
        * np.sqrt((r[0] + r[1] * rho) * (r[0] + r[1] * other))
        * (waves @ series)
        for series, r in zip(SERIES[:layers], RADIAL[:layers], strict=True)
    )


@LAYERS
@pytest.mark.parametrize("share", [0.0, 0.5, 0.99])
def test_forces_solve_the_complementarity_of_the_influence_matrix(layers, share):
    """Places 2 k and 2 k + 1 belong to one flank and share its compression (5.55)."""
    rows, place = wrapped(60)
    sheave, closed, taken = solved(rows, layers, share)
    apart = place[:, None] - place
    C = influence(sheave, layers, apart, rows.rho[:, None], rows.rho)
    C += np.kron(np.eye(30), np.array([[1.0, share], [share, 1.0]])) / STIFFNESS
    g = rows.gap + C @ rows.press
    assert 0 < taken < 20
    assert rows.press.min() >= 0.0 and (rows.press > 0.0).sum() > 10
    assert g.min() > -1e-12 * np.abs(rows.gap).max() / 1e-6
    assert np.abs(g * rows.press).max() < 1e-9 * (rows.press * np.abs(rows.gap)).max()
    assert np.array_equal(closed[rows.slot] == 1, rows.press > 0.0)


@LAYERS
def test_slopes_are_derivatives_of_the_deformed_disc(layers):
    """At a place between, by differences of the shape under the same forces."""
    rows, place = wrapped(40)
    sheave, _, _ = solved(rows, layers)

    def shape(angle, rho):
        return influence(sheave, layers, angle - place, rho, rows.rho) @ rows.press

    for i in range(0, 40, 7):
        at, rho, nudge = place[i], rows.rho[i], 1e-6
        along = (shape(at + nudge, rho) - shape(at - nudge, rho)) / (2 * nudge * rho)
        out = (shape(at, rho + nudge) - shape(at, rho - nudge)) / (2 * nudge)
        assert rows.bend_t[i] == pytest.approx(along, rel=1e-6, abs=1e-9)
        assert rows.bend_r[i] == pytest.approx(out, rel=1e-6, abs=1e-9)
