"""All six boundary settings: mutual agreement, several solutions, none."""

import math

import pytest
from tests.unit.drives.pushbelt_cvt.variators import STUDY, STUDY_BAND, rpm

from catena.drives.pushbelt_cvt.start.all_roots import roots, sampled
from catena.drives.pushbelt_cvt.start.belt_settings import (
    free_and_speeds,
    free_and_torque,
    stop_and_speeds,
    stop_and_torque,
)
from catena.errors import GeometryError

W, F_O, M = rpm(2000), 10520.0, 74.58


def test_three_torque_settings_find_the_same_belt() -> None:
    first = stop_and_torque(STUDY, 1.0, W, M, "secondary", F_O).state
    second = stop_and_torque(STUDY, 1.0, W, M, "primary", first.force_primary).state
    third = free_and_torque(STUDY, W, M, first.force_primary, F_O).state
    for other in (second, third):
        assert other.belt_speed == pytest.approx(first.belt_speed, rel=1e-12)
        assert other.tension_push == pytest.approx(first.tension_push, rel=1e-7)
        assert other.force_secondary == pytest.approx(F_O, rel=1e-7)
        assert other.geometry.ratio == pytest.approx(1.0, rel=1e-7)


@pytest.mark.parametrize("pulley", ["primary", "secondary"])
def test_end_stop_with_two_speeds_is_the_belt_without_load(pulley: str) -> None:
    found = stop_and_speeds(STUDY, W, W / 1.7, pulley, 9000.0)
    state = found.state
    assert state.torque == 0.0
    assert state.geometry.ratio == pytest.approx(1.7, rel=1e-14)
    assert state.speed_secondary == pytest.approx(W / 1.7, rel=1e-12)
    phi = state.geometry.phi
    assert state.thrust_ratio == pytest.approx((math.pi - phi) / phi, rel=1e-10)
    tangent = math.tan(STUDY_BAND.wedge_angle)
    wrap = 2.0 * (phi if pulley == "secondary" else math.pi - phi)
    room = 1.0 - 1.40 * state.belt_speed**2 / STUDY_BAND.axial_stiffness
    closed = 2.0 * tangent * 9000.0 / (wrap * room)
    assert state.excess_push == pytest.approx(closed, rel=1e-10)
    assert "without load" in found.remarks[0]


def test_free_setting_with_speeds_has_two_belts() -> None:
    first = stop_and_torque(STUDY, 1.0, W, M, "secondary", F_O).state
    given = (W, first.speed_secondary, first.force_primary, F_O)
    small = free_and_speeds(STUDY, *given)
    large = free_and_speeds(STUDY, *given, 70.0)
    assert small.state.torque == pytest.approx(49.14, abs=0.005)
    assert math.degrees(small.state.active_angle) == pytest.approx(70.4, abs=0.05)
    moved = small.state.geometry.radius_i - first.geometry.radius_i
    assert abs(moved) == pytest.approx(1.5e-6, abs=5e-8)
    assert large.state.torque == pytest.approx(M, rel=1e-9)
    for found in (small, large):
        assert found.state.force_primary == pytest.approx(given[2], rel=1e-12)
        assert found.state.force_secondary == pytest.approx(F_O, rel=1e-12)
        assert found.state.speed_secondary == pytest.approx(given[1], rel=1e-12)
        assert "49.143 N m" in found.remarks[0]
        assert "74.58 N m" in found.remarks[0]
    assert "continued from zero torque" in small.remarks[0]


def test_free_setting_with_equal_wraps_and_forces_carries_nothing() -> None:
    found = free_and_speeds(STUDY, W, W, F_O, F_O)
    assert found.state.torque == pytest.approx(0.0, abs=1e-6)


def test_force_ratio_without_solution_names_what_is_possible() -> None:
    with pytest.raises(GeometryError) as error:
        free_and_torque(STUDY, W, M, 1.70 * F_O, F_O)
    text = str(error.value)
    assert "force ratio without solution" in text
    assert "is 1.7" in text
    assert "to 1.548 (ratio 0.6727)" in text  # 1.546 on a grid of 0.1
    with pytest.raises(GeometryError, match="force ratio without solution"):
        free_and_speeds(STUDY, W, W, 1.70 * F_O, F_O)


def test_two_ratios_are_offered_and_the_wanted_one_is_taken() -> None:
    first = stop_and_torque(STUDY, 0.69, W, M, "secondary", F_O).state
    forces = first.force_primary, F_O
    with pytest.raises(GeometryError, match=r"at the ratios 0\.6\d+ and 0\.69;"):
        free_and_torque(STUDY, W, M, *forces)
    high = free_and_torque(STUDY, W, M, *forces, 0.8)
    low = free_and_torque(STUDY, W, M, *forces, 0.35)
    assert high.state.geometry.ratio == pytest.approx(0.69, rel=1e-7)
    assert low.state.geometry.ratio < 0.67
    assert low.state.thrust_ratio == pytest.approx(high.state.thrust_ratio, rel=1e-10)
    assert "also hold the ratio 0.69" in low.remarks[0]


def test_torque_no_ratio_can_carry_is_refused() -> None:
    with pytest.raises(GeometryError, match="slip limit exceeded"):
        free_and_torque(STUDY, W, 500.0, F_O, F_O)


def test_ratio_outside_the_sheaves_is_refused_with_the_range() -> None:
    with pytest.raises(GeometryError, match=r"ratio 3\.5 .* allows 0\.342 to 2\.926"):
        stop_and_torque(STUDY, 3.5, W, 0.0, "secondary", F_O)


def test_two_speeds_at_standstill_are_refused() -> None:
    with pytest.raises(GeometryError, match="must both be above 0"):
        stop_and_speeds(STUDY, 0.0, 0.0, "secondary", F_O)


def test_roots_beside_a_peak_and_beside_the_end_of_the_domain_are_found() -> None:
    def hill(x: float) -> float | None:
        return None if abs(x) > 0.9 else 1.0 - x**2

    parts = sampled(hill, -1.003, 1.001, 12)
    assert len(parts) == 1
    close = 1.0 - 1e-8
    found = roots(hill, parts, close)
    assert found == pytest.approx([-1e-4, 1e-4], rel=1e-6)
    found = roots(hill, parts, 1.0 - 0.899999**2)
    assert found == pytest.approx([-0.899999, 0.899999], rel=1e-9)
