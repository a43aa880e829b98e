"""Section 4.2, the gear pair with faulted meshing: K4, K5, K8."""

from functools import cache

import numpy as np
import pytest
from khang_dien_machines import REFERENCE, gears

from catena.periodic import (
    floquet,
    harmonics_of,
    sidebands,
    smallest_step_count_rk4,
    solve_collocation,
    solve_newmark,
    solve_rk4,
)
from catena.periodic.mechanisms import gear_pair_system

COMPUTED = REFERENCE["gear_pair"]["computed"]
ORDERS = np.array(COMPUTED["orders"])


@cache
def rate_lines(case):
    system = gear_pair_system(gears(case))
    series = solve_collocation(system, tolerance=1e-13)
    orders = np.arange(series.harmonics + 1)
    return series.amplitudes[:, 0] * orders * system.frequency


def test_derived_numbers():
    pair = gears("case1")
    assert pair.reduced_mass == pytest.approx(27.4337, abs=1e-4)
    assert pair.natural_frequency == pytest.approx(5462.0, abs=1.0)
    assert pair.mesh_damping == pytest.approx(7192.5, abs=0.1)
    assert pair.mesh_frequency == pytest.approx(420.0, rel=1e-12)


def test_stability():
    result = floquet(gear_pair_system(gears("case1")))
    assert result.spectral_radius == pytest.approx(COMPUTED["radius"], rel=1e-4)
    assert smallest_step_count_rk4(gear_pair_system(gears("case1"))) == 65


@pytest.mark.parametrize("case", ["case1", "case2"])
def test_k4_carriers_and_sidebands(case):
    lines = rate_lines(case)[ORDERS] * 1e3
    assert lines == pytest.approx(COMPUTED["lines"][case], rel=5e-3, abs=6e-5)
    mean = solve_collocation(gear_pair_system(gears(case))).coefficients[0, 0].real
    assert mean * 1e6 == pytest.approx(COMPUTED["mean_um"], rel=1e-5)


@pytest.mark.parametrize("case", ["case1", "case2"])
def test_more_error_means_stronger_sidebands(case):
    lines = rate_lines(case)
    found = [sidebands(lines, carrier).ratio for carrier in (14, 28)]
    assert found == pytest.approx(COMPUTED["sideband_ratio"][case], rel=5e-3)


def test_k5_carriers_do_not_know_the_error_and_sidebands_scale_with_it():
    one, two = rate_lines("case1"), rate_lines("case2")
    carriers = np.arange(14, 14 * 8, 14)
    np.testing.assert_allclose(two[carriers], one[carriers], rtol=1e-10)
    e1, e2 = (
        np.array(REFERENCE["gear_pair"][c]["error_mm"]) for c in ("case1", "case2")
    )
    for carrier in (14, 28, 42):
        for i in range(1, 7):
            for line in (carrier - i, carrier + i):
                assert two[line] / one[line] == pytest.approx(
                    e2[i - 1] / e1[i - 1], rel=1e-10
                )


def test_k8_methods_agree_to_one_percent():
    system = gear_pair_system(gears("case1"))
    rk4, newmark = solve_rk4(system, 2400), solve_newmark(system, 2400)
    gap = np.abs(rk4.q - newmark.q).max() / np.abs(rk4.q - rk4.q.mean()).max()
    assert gap < 0.01
    line = np.abs(harmonics_of(rk4, rate=True))[14, 0] * 1e3
    assert line == pytest.approx(1.5558, rel=1e-3)


def test_errors_on_the_wheel_give_sidebands_at_the_wheel_speed():
    pair = gears("case1")
    on_wheel = type(pair)(**{**pair.__dict__, "faulted": "wheel"})
    assert on_wheel.mesh_frequency == pytest.approx(420.0)
    assert on_wheel.period == pytest.approx(39 / 14 / 30)
    series = solve_collocation(gear_pair_system(on_wheel))
    assert series.amplitudes[39, 0] > 3.0 * series.amplitudes[38, 0]
