"""The running belt: printed equations, quadrature, limits."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.integrate import solve_ivp
from tests.unit.drives.pushbelt_cvt.variators import STUDY, STUDY_BAND, rpm

from catena.drives.pushbelt_cvt.start.belt_equilibrium import (
    Band,
    Equilibrium,
    at_slip_limit,
    belt_speed,
    slip_torque,
    with_force,
)
from catena.errors import GeometryError
from catena.geometry.variator import BeltGeometry, belt_geometry


def study(ratio: float) -> BeltGeometry:
    return STUDY.geometry(ratio)


@pytest.mark.parametrize(
    ("ratio", "speed", "torque", "force", "v0", "omega", "tensions", "angle", "thrust"),
    [
        (0.5, 1000, 2.0, 6128, 7.474394592, 209.438112, (955, 1011), 7.53, 1.3960),
        (1.0, 2000, 74.58, 10520, 11.463251962, 209.405522, (1138, 2500), 107.78,
         1.4198),
        (2.25, 2000, 198.24, 33420, 6.846418825, 93.054371, (3205, 5898), 75.25,
         1.0394),
    ],
)  # fmt: skip
def test_states_of_the_study(
    ratio: float, speed: float, torque: float, force: float, v0: float, omega: float,
    tensions: tuple[float, float], angle: float, thrust: float,
) -> None:  # fmt: skip
    state = with_force(STUDY_BAND, study(ratio), rpm(speed), torque, "secondary", force)
    assert state.belt_speed == pytest.approx(v0, abs=6e-10)
    assert state.speed_secondary == pytest.approx(omega, abs=6e-7)
    assert (state.tension_push, state.tension_loose) == pytest.approx(tensions, abs=0.6)
    assert math.degrees(state.active_angle) == pytest.approx(angle, abs=6e-3)
    assert state.thrust_ratio == pytest.approx(thrust, abs=6e-5)


def quadrature(state: Equilibrium, pulley: str) -> tuple[float, float]:
    """Net tension at the exit and clamping force, by integration along the belt.

    The un-simplified band: local strain, speed and mass; momentum along the belt
    dL - m v dv = +-mu dN, across it dN = (L - m v^2) dtheta / sin(delta_0), and each
    sheave takes dN cos(delta_0) / 2.
    """
    band, v0 = state.band, state.belt_speed
    into = state.tension_push if pulley == "secondary" else state.tension_loose
    wrap = state.geometry.wrap_o if pulley == "secondary" else state.geometry.wrap_i
    sign = math.copysign(1.0, state.torque) * (1.0 if pulley == "secondary" else -1.0)
    sine = math.sin(band.wedge_angle)

    def slope(theta: float, y: np.ndarray, slides: float) -> list[float]:
        strain = y[0] / band.axial_stiffness
        v = v0 * (1.0 + strain)
        mass = band.mass_per_length / (1.0 + strain)
        normal = (y[0] - mass * v**2) / sine
        inertia = mass * v * v0 / band.axial_stiffness  # m v dv/dL
        along = sign * slides * band.friction * normal / (1.0 - inertia)
        return [along, 0.5 * normal * math.cos(band.wedge_angle)]

    y = np.array([into, 0.0])
    for length, slides in ((wrap - state.active_angle, 0.0), (state.active_angle, 1.0)):
        y = solve_ivp(slope, (0.0, length), y, args=(slides,), rtol=1e-12, atol=1e-9).y[
            :, -1
        ]
    return float(y[0]), float(y[1])


def check_by_quadrature(state: Equilibrium) -> None:
    out_o, force_o = quadrature(state, "secondary")
    out_i, force_i = quadrature(state, "primary")
    assert out_o == pytest.approx(state.tension_loose, rel=1e-8)
    assert out_i == pytest.approx(state.tension_push, rel=1e-8)
    assert force_o == pytest.approx(state.force_secondary, rel=1e-8)
    assert force_i == pytest.approx(state.force_primary, rel=1e-8)
    ea, r_i, r_o = state.band.axial_stiffness, *_radii(state)
    entry_i = state.belt_speed * (1.0 + state.tension_loose / ea)
    entry_o = state.belt_speed * (1.0 + state.tension_push / ea)
    assert entry_i == pytest.approx(r_i * state.speed_primary, rel=1e-12)
    assert entry_o == pytest.approx(r_o * state.speed_secondary, rel=1e-12)
    pull = state.tension_loose - state.tension_push
    scale = state.tension_loose / abs(state.torque / r_o)
    assert pull * r_o == pytest.approx(state.torque, rel=1e-12 * max(1.0, scale))


def _radii(state: Equilibrium) -> tuple[float, float]:
    return state.geometry.radius_i, state.geometry.radius_o


@pytest.mark.parametrize("torque", [74.58, -74.58, 2.0, 105.0])
@pytest.mark.parametrize("pulley", ["primary", "secondary"])
def test_tension_and_force_are_those_of_an_integrated_band(
    torque: float, pulley: str
) -> None:
    force = 10520.0 if pulley == "secondary" else 15500.0
    check_by_quadrature(
        with_force(STUDY_BAND, study(1.0), rpm(2000), torque, pulley, force)
    )


@given(
    st.floats(0.4, 2.4), st.floats(0.0, 300.0), st.floats(-0.98, 0.98),
    st.floats(2e3, 4e4), st.sampled_from(["primary", "secondary"]),
    st.floats(0.05, 0.3), st.floats(5.0, 20.0), st.floats(0.5, 3.0),
    st.floats(1e6, 3e7),
)  # fmt: skip
def test_any_admissible_variator(
    ratio: float, speed: float, load: float, force: float, pulley: str,
    friction: float, wedge: float, mass: float, stiffness: float,
) -> None:  # fmt: skip
    assume(abs(load) > 1e-3)
    band = Band(stiffness, mass, friction, math.radians(wedge))
    geometry = belt_geometry(ratio, 0.66, 0.155)
    sign = math.copysign(1.0, load)
    torque = load * slip_torque(band, geometry, speed, pulley, force, sign)
    state = with_force(band, geometry, speed, torque, pulley, force)
    found = state.force_primary if pulley == "primary" else state.force_secondary
    assert found == pytest.approx(force, rel=1e-10)
    assert state.active_angle < min(geometry.wrap_i, geometry.wrap_o)
    check_by_quadrature(state)


@pytest.mark.parametrize("speed", [0.0, 209.4, 900.0])
@pytest.mark.parametrize("ratio", [0.5, 1.0, 2.25])
def test_without_load_the_printed_quadratic_holds(ratio: float, speed: float) -> None:
    """(4.21), (4.22), and the thrust ratio is that of the wraps."""
    geometry, force = study(ratio), 9000.0
    state = with_force(STUDY_BAND, geometry, speed, 0.0, "secondary", force)
    assert state.thrust_ratio == pytest.approx(
        (math.pi - geometry.phi) / geometry.phi, rel=1e-13
    )
    ea, m = STUDY_BAND.axial_stiffness, STUDY_BAND.mass_per_length
    rim, phi = geometry.radius_i * speed, geometry.phi
    b = force * math.tan(STUDY_BAND.wedge_angle) + ea * phi
    c = ea * rim * phi
    v0 = 2.0 * c / (b + math.sqrt(b**2 + 4.0 * rim * phi * m * c))
    assert state.belt_speed == pytest.approx(v0, rel=1e-14)


def test_printed_equation_of_the_primary_end_stop_holds() -> None:
    """(4.19) with (4.20), as they stand."""
    geometry, torque, force = study(1.0), 74.58, 10520.0
    state = with_force(STUDY_BAND, geometry, rpm(2000), torque, "secondary", force)
    ea, m = STUDY_BAND.axial_stiffness, STUDY_BAND.mass_per_length
    v0, phi = state.belt_speed, geometry.phi
    rim_i = geometry.radius_i * rpm(2000)
    rim_o = rim_i - v0 * torque / (ea * geometry.radius_o)  # (4.20)
    room, mu = ea - m * v0**2, STUDY_BAND.exponent
    log = math.log((rim_i * room - ea * v0) / (rim_o * room - ea * v0))
    bracket = 2.0 * phi * (rim_o / v0 - 1.0) + (rim_i - rim_o) / (mu * v0)
    bracket -= (rim_o / v0 - ea / room) * log / mu
    right = room * bracket - 2.0 * m * v0**2 * phi
    left = 2.0 * force * math.tan(STUDY_BAND.wedge_angle)
    assert right == pytest.approx(left, rel=1e-7)  # v0 hides the tension in digit 4


def test_torque_beyond_the_slip_limit_is_refused_with_what_is_possible() -> None:
    with pytest.raises(GeometryError) as error:
        with_force(STUDY_BAND, study(1.0), rpm(2000), 116.0, "secondary", 10520.0)
    text = str(error.value)
    assert "slip limit exceeded" in text
    assert "at most 105.62 N m" in text
    assert "at least 11554 N" in text
    assert "180.0 deg" in text


def test_slip_limit_of_equal_wraps_is_the_friction_of_the_whole_groove() -> None:
    """At ratio 1 and standstill: M = 2 mu F r / cos(delta_0)."""
    geometry = study(1.0)
    torque = slip_torque(STUDY_BAND, geometry, 0.0, "secondary", 10520.0)
    expected = 2.0 * 0.09 * 10520.0 * geometry.radius_o / math.cos(math.radians(11.0))
    assert torque == pytest.approx(expected, rel=1e-12)
    with_force(STUDY_BAND, geometry, 0.0, 0.9999 * torque, "secondary", 10520.0)
    with pytest.raises(GeometryError, match="slip limit exceeded"):
        with_force(STUDY_BAND, geometry, 0.0, 1.0001 * torque, "secondary", 10520.0)


def test_slip_limit_is_the_smaller_wrap() -> None:
    limit = at_slip_limit(STUDY_BAND, study(2.25), rpm(2000), 100.0)
    assert limit.active_angle == pytest.approx(study(2.25).wrap_i, rel=1e-12)


def test_tension_along_the_pulleys_joins_the_strands() -> None:
    state = with_force(STUDY_BAND, study(0.7), rpm(2000), 40.0, "secondary", 8000.0)
    wraps = {"primary": state.geometry.wrap_i, "secondary": state.geometry.wrap_o}
    assert state.tension("primary", 0.0) == state.tension_loose
    assert state.tension("secondary", 0.0) == state.tension_push
    assert state.tension("primary", wraps["primary"]) == pytest.approx(
        state.tension_push
    )
    assert state.tension("secondary", wraps["secondary"]) == pytest.approx(
        state.tension_loose
    )


def test_power_is_lost_by_creep_alone() -> None:
    state = with_force(STUDY_BAND, study(0.7), rpm(2000), 40.0, "secondary", 8000.0)
    power_in = state.torque_primary * state.speed_primary
    power_out = state.torque * state.speed_secondary
    pull = state.tension_loose - state.tension_push
    creep = pull**2 * state.belt_speed / state.band.axial_stiffness
    assert power_in - power_out == pytest.approx(creep, rel=1e-6)


def test_belt_near_its_wave_speed_is_refused() -> None:
    with pytest.raises(GeometryError, match="speed of waves"):
        belt_speed(STUDY_BAND, 2000.0, 100.0)
