"""Known answers of Hill's equation: Mathieu, damped Mathieu, Meissner."""

import numpy as np
import pytest

from catena.periodic import PeriodicSystem, floquet, from_callables, from_fourier


def mathieu(a: float, q: float, delta: float = 0.0) -> PeriodicSystem:
    stiffness = ([[a]], [(1, [[-2.0 * q]], [[0.0]])])
    return from_fourier(np.pi, [[1.0]], [[2.0 * delta]], stiffness)


def meissner(k1: float, k2: float, t1: float, t2: float) -> PeriodicSystem:
    return from_callables(
        t1 + t2,
        lambda t: [[1.0]],
        lambda t: [[0.0]],
        lambda t: np.where(t < t1, k1, k2)[:, None, None],
        breaks=[0.0, t1],
    )


TRACES = [
    (1.0, 0.3, -2.2214915022407),
    (2.5, 1.3, -0.4653226472693),
    (0.5, 0.5, -2.0898767741644),
    (4.0, 1.0, 2.0213143974168),
    (9.2, 3.0, -1.9944888523057),
]


@pytest.mark.parametrize(("a", "q", "trace"), TRACES)
def test_mathieu_traces_at_default_settings(a, q, trace):
    result = floquet(mathieu(a, q))
    assert abs(result.multipliers.sum() - trace) < 1e-9
    assert abs(result.multipliers.prod() - 1.0) < 1e-12
    assert (result.verdict.kind == "unstable") == (abs(trace) > 2.0)


@pytest.mark.parametrize(("a", "q", "trace"), TRACES)
def test_eleven_digits_are_available(a, q, trace):
    result = floquet(mathieu(a, q), tolerance=1e-13)
    assert abs(result.multipliers.sum() - trace) < 1e-11


def test_mathieu_multipliers():
    result = floquet(mathieu(1.0, 0.3))
    np.testing.assert_allclose(
        result.multipliers, [-1.59422907413359, -0.62726242810712], atol=1e-10
    )


BORDERS = [
    (-0.45513860410741, 1.0),
    (-0.11024881699210, -1.0),
    (1.85910807251436, -1.0),
    (3.91702477299847, 1.0),
    (4.37130098273509, 1.0),
]


@pytest.mark.parametrize(("a", "sign"), BORDERS)
def test_borders_of_stability_are_defective_double_multipliers(a, sign):
    result = floquet(mathieu(a, 1.0))
    assert abs(result.multipliers.sum() - 2.0 * sign) < 1e-8
    assert result.verdict.kind == "unstable (resonant growth)"


def test_damped_mathieu_and_liouville():
    result = floquet(mathieu(1.0, 0.3, 0.05))
    np.testing.assert_allclose(
        result.multipliers, [-1.36305000625133, -0.53585905704033], atol=1e-10
    )
    product = result.multipliers.prod()
    assert abs(product - np.exp(-2.0 * 0.05 * np.pi)) < 1e-12
    sharp = floquet(mathieu(1.0, 0.3, 0.05), tolerance=1e-13)
    assert sharp.liouville_defect < 1e-13


MEISSNER = [
    ((2.3, 0.7, np.pi, np.pi), 1.06843883022392),
    ((1.3**2, 0.4**2, 1.1, 2.0), -2.33133783315921),
    ((1.2, -0.3, np.pi, np.pi), -4.31174756523212),
]


@pytest.mark.parametrize(("data", "trace"), MEISSNER)
def test_meissner_jumps_cost_no_accuracy(data, trace):
    result = floquet(meissner(*data))
    assert abs(result.multipliers.sum() - trace) < 1e-9
    sharp = floquet(meissner(*data), tolerance=1e-13)
    assert abs(sharp.multipliers.sum() - trace) < 1e-11


def test_the_maps_of_the_paper_methods_agree():
    system = mathieu(1.0, 0.3, 0.05)
    truth = floquet(system).multipliers
    rk4 = floquet(system, method="rk4", steps=400)
    newmark = floquet(system, method="newmark", steps=2000)
    np.testing.assert_allclose(rk4.multipliers, truth, rtol=1e-8)
    np.testing.assert_allclose(newmark.multipliers[:2], truth, rtol=1e-5)
    assert newmark.multipliers[2] == 0.0
    assert any("zero multipliers" in note for note in newmark.notes)
