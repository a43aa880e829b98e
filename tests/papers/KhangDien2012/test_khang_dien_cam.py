"""Section 4.1, the elastic cam mechanism: K3, K5, K6, K10."""

import numpy as np
import pytest
from khang_dien_machines import REFERENCE, cam, steady

from catena.errors import SolverError
from catena.periodic import (
    compare_methods,
    floquet,
    smallest_step_count_newmark,
    smallest_step_count_rk4,
    solve_newmark,
    solve_rk4,
)
from catena.periodic.mechanisms import small_vibration_note, transmission_system
from catena.periodic.methods.steppers import Newmark

CASES = ("case1", "case2", "case2_sign")
COMPUTED = REFERENCE["cam"]["computed"]


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize(("rpm", "accuracy"), [(100, 1e-3), (600, 5e-3)])
def test_k3_follower_extremes_and_harmonics(rpm, accuracy, case):
    expected = COMPUTED[f"rpm{rpm}"][case]
    series = steady(cam(float(rpm), case))
    q3 = series.sampled(8000).q[:, 2]
    assert [q3.min(), q3.max()] == pytest.approx(expected["q3"], rel=accuracy)
    lines = series.amplitudes[1:10:2, 2] * 1e6
    assert lines[:3] == pytest.approx(expected["harmonics"][:3], rel=accuracy)
    assert lines == pytest.approx(expected["harmonics"], rel=5e-3, abs=1e-4)


def test_k3_by_runge_kutta_at_600_rpm():
    expected = COMPUTED["rpm600"]["case1"]
    q3 = solve_rk4(transmission_system(cam(600.0, "case1")), 4000).q[:, 2]
    assert [q3.min(), q3.max()] == pytest.approx(expected["q3"], rel=5e-3)


@pytest.mark.parametrize("case", CASES)
def test_tens_of_harmonics_at_600_rpm(case):
    series = steady(cam(600.0, case))
    lines = series.amplitudes[:, 2] * 1e6
    assert int(np.argmax(lines)) == 59
    assert lines[59] == pytest.approx(COMPUTED["rpm600"][case]["line59"], rel=1e-3)
    assert (lines > 0.1 * lines[59]).sum() >= 20


def test_profile_decides_the_vibration_at_100_rpm():
    swing = {
        case: np.ptp(steady(cam(100.0, case)).sampled(4000).q[:, 2])
        for case in ("case1", "case2")
    }
    assert swing["case1"] == pytest.approx(14.78e-6, rel=1e-3)
    assert swing["case2"] == pytest.approx(24.13e-6, rel=1e-3)


@pytest.mark.parametrize("rpm", [100.0, 600.0])
def test_k5_means_are_the_static_deflections(rpm):
    series = steady(cam(rpm, "case1"))
    assert series.coefficients[0, 2].real == pytest.approx(-100.0 / 2.6e8, rel=1e-7)
    assert series.coefficients[0, 1].real == pytest.approx(-100.0 / 8.2e8, rel=1e-7)


def test_k5_mean_by_runge_kutta():
    solution = solve_rk4(transmission_system(cam(600.0, "case1")), 8000)
    mean = solution.q[:-1, 2].mean()
    assert abs(mean + 100.0 / 2.6e8) < 1e-7 * np.abs(solution.q[:, 2]).max()


def test_multipliers_at_600_rpm():
    result = floquet(transmission_system(cam(600.0, "case1")))
    assert result.spectral_radius == pytest.approx(7.0112e-2, rel=1e-4)
    assert result.verdict.kind == "asymptotically stable"
    assert result.resolved.all()
    assert result.liouville_defect < 1e-5


@pytest.mark.paper
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("rpm", [100, 600])
def test_multipliers_of_all_cases(rpm, case):
    result = floquet(transmission_system(cam(float(rpm), case)))
    expected = COMPUTED[f"rpm{rpm}"][case]["radius"]
    assert result.spectral_radius == pytest.approx(expected, rel=5e-4)


def test_k10_step_limits():
    slow = transmission_system(cam(100.0, "case1"))
    fast = transmission_system(cam(600.0, "case1"))
    assert smallest_step_count_rk4(slow) == pytest.approx(4500, rel=0.05)
    assert smallest_step_count_rk4(fast) == pytest.approx(750, rel=0.05)
    linear = Newmark(beta=1.0 / 6.0)
    assert smallest_step_count_newmark(slow, linear) == pytest.approx(3850, rel=0.03)
    with pytest.raises(SolverError, match="at least 4"):
        solve_rk4(slow, 3000)


def test_k10_the_vibration_angle_leaves_the_linear_range_at_600_rpm():
    q = steady(cam(600.0, "case1")).sampled(4000).q
    assert np.abs(q[:, 0]).max() > 0.5
    assert "not valid" in small_vibration_note(q)[0]
    slow = steady(cam(100.0, "case1")).sampled(4000).q
    assert small_vibration_note(slow) == ()


def test_printed_gamma_is_unstable_on_the_cam():
    system = transmission_system(cam(600.0, "case1"))
    printed = solve_newmark(system, 8000, beta=1 / 6, gamma=1 / 4, check_step=False)
    assert np.abs(printed.multipliers).max() > 1.0
    assert "negative numerical damping" in printed.notes[0]


@pytest.mark.paper
def test_k6_orders_on_the_cam():
    found = compare_methods(
        transmission_system(cam(600.0, "case1")),
        [4000, 8000, 16000, 32000],
        methods=("rk4", "newmark", "linear acceleration"),
        repeats=1,
    )
    assert found.order("rk4") == pytest.approx(4.0, abs=0.1)
    assert found.order("newmark") == pytest.approx(2.0, abs=0.1)
    assert found.order("linear acceleration") == pytest.approx(2.0, abs=0.1)
    assert found.of("rk4")[0].error == pytest.approx(2.7e-5, rel=0.1)
    ratio = found.steps_for("newmark", 1e-5) / found.steps_for("rk4", 1e-5)
    assert ratio > 30.0
