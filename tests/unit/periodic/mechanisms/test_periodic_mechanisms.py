"""The mechanisms: linearisation against differences, energy, refusals."""

import numpy as np
import pytest

from catena.errors import InputError
from catena.periodic.mechanisms import (
    AngleSeries,
    GearPair,
    TransmissionRates,
    TransmissionTrain,
    gear_pair_system,
    kinetostatic_moment,
    mesh_stiffness,
    transmission_error,
    transmission_system,
)
from catena.periodic.mechanisms.train_kernels import series_at

CAM = dict(m2=28.0, m3=50.0, I1=0.12, k1=8e4, k2=8.2e6, k3=2.6e6)
CAM |= dict(c1=18.5, c2=1400.0, c3=1200.0)
PRESS = dict(m2=136.0, I1=1.11, k1=7692.0, k2=1e6, c1=18.5, c2=2332.0)
PROFILE = AngleSeries((0.2, 0.01, 0.05), (0.02, 0.0, -0.03))
LOAD = AngleSeries((30.0,), (0.0, -20.0), 100.0)


def train_of(data, speed=12.0, load=LOAD):
    """A train of the numbers I1, m2, m3, ..., k1, k2, ..., c1, ... of the source."""

    def row(letter):
        return tuple(data[key] for key in sorted(data) if key[0] == letter)

    rows = row("m"), row("k"), row("c")
    return TransmissionTrain(data["I1"], *rows, PROFILE, speed, load)


TRAINS = [train_of(CAM), train_of(PRESS, speed=5.2)]


@pytest.mark.parametrize("train", TRAINS, ids=["cam", "manipulator"])
@pytest.mark.parametrize("part", [0.0, 0.13, 0.58])
def test_linearised_equations_are_the_derivative_of_the_full_ones(train, part):
    system, motion = transmission_system(train), TransmissionRates(train)
    t, size = part * train.period, 2 * train.n
    P, f = system.first_order([t])
    zero = np.zeros(size)
    M = system.sample([t]).M[0]
    np.testing.assert_allclose(motion(t, zero), f[0], rtol=1e-10, atol=1e-9)
    small = 1e-5
    steps = small * np.eye(size)
    J = (motion(t, steps) - motion(t, -steps)) / (2.0 * small)
    # the linear model freezes M at q = 0: compare M q'' including its variation
    n = train.n
    moving = np.zeros((size, size))
    U1, U2 = train.profile.derivatives(np.array([train.speed * t]), 2)
    mu, a = train.carried, f[0][n:]
    dM = np.zeros((n, n))
    dM[0, 0] = 2.0 * mu[0] * U1[0] * U2[0]
    dM[0, 1:] = dM[1:, 0] = mu * U2[0]
    moving[n:, 0] = -np.linalg.solve(M, dM @ a)
    expected = P[0] + moving
    np.testing.assert_allclose(J, expected, rtol=1e-6, atol=1e-6 * np.abs(J).max())


@pytest.mark.parametrize("train", TRAINS, ids=["cam", "manipulator"])
def test_compiled_tangents_are_those_of_the_full_equations(train):
    motion, n = TransmissionRates(train), train.n
    size = np.repeat([0.3, 3.0], n) * np.tile([1.0, *[1e-3] * (n - 1)], 2)
    X = np.random.default_rng(1).normal(size=(5, 2 * n)) * size
    times = np.linspace(0.0, train.period, 5)
    F, J = motion.tangents(times, X)
    steps = 1e-6 * np.diag(size)
    for t, x, rates, tangent in zip(times, X, F, J, strict=True):
        np.testing.assert_allclose(rates, motion(t, x), rtol=1e-11)
        ahead = motion(t, x[:, None] + steps) - motion(t, x[:, None] - steps)
        error = np.abs(ahead / 2e-6 - tangent * size).max()
        assert error < 1e-7 * np.abs(ahead / 2e-6).max()


def test_the_compiled_series_is_the_series():
    series = AngleSeries((0.1, 0.0, 0.3) + (0.0,) * 20 + (0.02,), (0.0, -0.2), 0.7)
    for phi in (-3.0, 0.4, 700.0):
        out = np.empty(3)
        series_at(series.table(), phi, out)
        expected = np.ravel(series.derivatives(np.array([phi]), 3))
        np.testing.assert_allclose(out, expected, rtol=1e-10, atol=1e-11)


def test_columns_and_single_states_agree():
    motion = TransmissionRates(TRAINS[0])
    X = np.random.default_rng(0).normal(size=(6, 4)) * 1e-3
    together = motion(0.1, X)
    one_by_one = np.stack([motion(0.1, x) for x in X.T], axis=1)
    np.testing.assert_allclose(together, one_by_one, rtol=1e-12)


def test_full_equations_conserve_energy_without_damping_load_and_drive():
    """Power of the drive k1 (phi1 - phi0) Omega equals the growth of energy."""
    from scipy.integrate import solve_ivp

    quiet = CAM | dict(c1=0.0, c2=0.0, c3=0.0)
    train = train_of(quiet, load=AngleSeries())
    motion, n = TransmissionRates(train), 3
    x0 = np.array([0.02, 1e-4, -1e-4, 0.0, 0.01, 0.0])
    run = solve_ivp(
        motion,
        (0.0, 0.05),
        x0,
        method="DOP853",
        rtol=1e-12,
        atol=1e-14,
        dense_output=True,
    )
    t = np.linspace(0.0, 0.05, 4001)
    q, v = run.sol(t)[:n], run.sol(t)[n:]
    U1 = train.profile.at(train.speed * t + q[0])
    rate = train.speed + v[0]
    y2 = U1 * rate + v[1]
    energy = 0.5 * 0.12 * rate**2 + 0.5 * 28.0 * y2**2 + 0.5 * 50.0 * (y2 + v[2]) ** 2
    energy += 0.5 * sum(k * q[i] ** 2 for i, k in enumerate(train.stiffnesses))
    power = -train.stiffnesses[0] * q[0] * train.speed
    from scipy.integrate import simpson

    work = simpson(power, x=t)
    assert energy[-1] - energy[0] == pytest.approx(work, rel=1e-6)


def test_kinetostatic_moment_is_the_rigid_limit():
    stiff = CAM | dict(k1=8e9, k2=8e12, k3=8e12)
    train = train_of(stiff)
    system = transmission_system(train)
    t = np.linspace(0.0, train.period, 50)
    at = system.sample(t)
    static = np.linalg.solve(at.K, at.d[..., None])[:, 0, 0] * 8e9
    np.testing.assert_allclose(
        static, kinetostatic_moment(train, t), rtol=1e-4, atol=1e-3
    )


def test_angle_series_derivatives():
    series = AngleSeries((1.0, 0.0, 2.0), (0.5,), 3.0)
    phi, h = np.linspace(0.0, 6.0, 7), 1e-5
    value, slope, bend = series.derivatives(phi, 3)
    np.testing.assert_allclose(
        value, 3.0 + np.cos(phi) + 2.0 * np.cos(3 * phi) + 0.5 * np.sin(phi), atol=1e-13
    )
    difference = (series.at(phi + h) - series.at(phi - h)) / (2 * h)
    np.testing.assert_allclose(slope, difference, atol=1e-8)
    second = (series.at(phi + h) - 2 * series.at(phi) + series.at(phi - h)) / h**2
    np.testing.assert_allclose(bend, second, atol=1e-4)


GEARS = dict(
    J1=0.1,
    J2=0.3,
    rb1=0.03,
    rb2=0.08,
    z1=14,
    z2=39,
    speed=100.0,
    mesh_stiffness=(8e8, 3e7),
    mesh_phase=(0.0, 1.0),
    error=(1e-5,),
    error_phase=(0.3,),
    static_deflection=1e-5,
    damping_ratio=0.02,
)


def test_gear_pair_equation():
    pair = GearPair(**GEARS)
    system = gear_pair_system(pair)
    t = np.array([0.0, 0.01, 0.033])
    at = system.sample(t)
    e, e_dot = transmission_error(pair, t)
    h = 1e-7
    rate = (
        (transmission_error(pair, t + h)[0] - transmission_error(pair, t - h)[0])
        / 2
        / h
    )
    np.testing.assert_allclose(e_dot, rate, rtol=1e-5)
    kz = mesh_stiffness(pair, t)
    np.testing.assert_allclose(at.K[:, 0, 0], kz)
    expected = 8e8 * 1e-5 - (kz - 8e8) * e - pair.mesh_damping * e_dot
    np.testing.assert_allclose(at.d[:, 0], expected, rtol=1e-12)
    constant_load = GearPair(**GEARS, load_follows_error=False)
    d = gear_pair_system(constant_load).sample(t).d[:, 0]
    np.testing.assert_allclose(at.d[:, 0] - d, 8e8 * e, rtol=1e-9)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"J1": -0.1}, "J1"),
        ({"mesh_stiffness": ()}, "empty"),
        ({"mesh_phase": (0.0,)}, "amplitudes and"),
        ({"faulted": "belt"}, "faulted"),
        ({"error": (np.nan,)}, "finite"),
        ({"speed": 0.0}, "speed"),
    ],
)
def test_impossible_gears_are_refused(change, message):
    with pytest.raises(InputError, match=message):
        GearPair(**{**GEARS, **change})


@pytest.mark.parametrize(
    "change", [{"I1": 0.0}, {"m2": -1.0}, {"k2": 0.0}, {"c3": -1.0}, {"speed": np.inf}]
)
def test_impossible_cams_are_refused(change):
    data = {**CAM, "speed": 12.0, **change}
    with pytest.raises(InputError, match="expected"):
        train_of(data, speed=data["speed"])
