"""Planar rods: gradients, invariance, ends, sections, refusals."""

import numpy as np
import pytest

import catena as ct
from catena.errors import SolverError, SpecError
from catena.rods import Rod, rod_motion, statics
from catena.rods.motion import largest_step
from catena.rods.planar_forces import damping_forces, strain_rates, strains


def bent(closed: bool = False) -> tuple[Rod, np.ndarray]:
    rng = np.random.default_rng(3)
    n = 6
    points = np.stack([np.arange(n), rng.normal(size=n)], axis=1)
    if closed:
        phi = 2.0 * np.pi * np.arange(n) / n
        points = np.stack([np.cos(phi), np.sin(phi)], axis=1)
    ends = {} if closed else {"start": "clamped", "end": "clamped"}
    elements = n if closed else n - 1
    EI = np.linspace(1.0, 2.0, elements)
    rod = Rod(points, 3.0, EI, 5.0, mass_per_length=1.0, closed=closed, **ends)
    return rod, rod.start() + 0.1 * rng.normal(size=rod.start().size)


def slopes(f, q: np.ndarray) -> np.ndarray:
    """Derivatives by every coordinate, by differences of the fourth order."""
    h = 1e-3
    return np.stack([
        (8.0 * (f(q + e) - f(q - e)) - f(q + 2.0 * e) + f(q - 2.0 * e)) / (12.0 * h)
        for e in h * np.eye(q.size)
    ], axis=-1)  # fmt: skip


@pytest.mark.parametrize("closed", [False, True])
def test_forces_are_the_gradient_of_the_energy(closed: bool) -> None:
    rod, q = bent(closed)
    slope = slopes(rod.energy, q)
    assert np.abs(rod.inner(q) - slope).max() < 1e-8 * np.abs(slope).max()
    tangent = slopes(rod.inner, q)
    assert np.abs(rod.stiffness(q, 1.0) - tangent).max() < 1e-8 * np.abs(tangent).max()


def test_rod_at_rest_is_free_of_stress_in_every_shape() -> None:
    for closed in (False, True):
        rod, _ = bent(closed)
        assert np.abs(rod.inner(rod.start())).max() < 1e-13


def test_energy_does_not_change_when_a_bent_ring_is_turned() -> None:
    rod, q = bent(closed=True)
    c, s = np.cos(0.7), np.sin(0.7)
    n = rod.vertices
    x, y = q[:n], q[n : 2 * n]
    turned = np.concatenate([c * x - s * y, s * x + c * y, q[2 * n :] + 0.7])
    assert rod.energy(turned) == pytest.approx(rod.energy(q), rel=1e-13)


def test_follower_force_has_its_own_tangent() -> None:
    rod = Rod.straight(1.0, 4, 10.0, 1.0, start="clamped")
    rod.force("end", (-2.0, 1.0), follows=True)
    q = rod.start() + 0.05 * np.random.default_rng(1).normal(size=rod.start().size)
    steps = 1e-6 * np.eye(q.size)
    slope = [(rod.forces(q - h, 0.7) - rod.forces(q + h, 0.7)) / 2e-6 for h in steps]
    np.testing.assert_allclose(rod.stiffness(q, 0.7), np.array(slope).T, atol=1e-7)


def test_tapered_cantilever_bends_as_beam_theory_says() -> None:
    n, load = 80, 1e-4
    middle = (np.arange(n) + 0.5) / n
    EI = 2.0 - middle
    rod = Rod.straight(1.0, n, 1e6, EI, start="clamped").force("end", (0.0, load))
    x = np.linspace(0.0, 1.0, 20001)
    exact = load * np.trapezoid((1.0 - x) ** 2 / (2.0 - x), x)
    assert statics(rod, steps=1)[-1].points[-1, 1] == pytest.approx(exact, rel=1e-3)


def test_springs_carry_what_they_are_pressed_by() -> None:
    rod = Rod.straight(1.0, 10, 1e5, 1.0, start="pinned").spring("end", (0.0, 50.0))
    rod.force("end", (0.0, 1.0))
    tip = statics(rod, steps=1)[-1].points[-1]
    assert tip[1] == pytest.approx(1.0 / 50.0, rel=1e-2)


def test_limit_point_is_named_and_path_goes_past_it() -> None:
    arch = np.array([[-1.0, 0.0], [-0.5, 0.05], [0.0, 0.1], [0.5, 0.05], [1.0, 0.0]])
    rod = Rod(arch, 100.0, 1e-6, start="pinned", end="pinned")
    rod.force(0.5 * rod.length, (0.0, -1.0))
    with pytest.raises(SolverError, match="path = True"):
        statics(rod, 0.1, steps=4)
    path = statics(
        rod, 10.0, path=True, step=0.01, stop=lambda e: e.points[2, 1] < -0.12
    )
    factors = np.array([e.factor for e in path])
    assert (np.diff(factors) < 0.0).any() and path[-1].factor > factors.min()


def test_buckling_is_named_with_the_loads_between_which_it_happens() -> None:
    column = Rod.straight(1.0, 20, 1e4, 1.0, start="clamped").force("end", (-5.0, 0.0))
    with pytest.raises(SolverError, match=r"buckles between 0\.4 and 0\.5"):
        statics(column)


def test_buckling_of_a_rod_that_hardly_stretches_is_not_overlooked() -> None:
    """Its smallest stiffness is 1e-10 of the largest; P_cr = pi^2/4 = 0.82 of 3."""
    column = Rod.straight(1.0, 20, 1e7, 1.0, start="clamped").force("end", (-3.0, 0.0))
    with pytest.raises(SolverError, match=r"buckles between 0\.8 and 0\.9"):
        statics(column)


def test_a_free_ring_is_pinched_but_not_pushed() -> None:
    ring = Rod.ring(1.0, 40, 1e5, 1.0).force("start", (-1e-3, 0.0))
    with pytest.raises(SolverError, match="nothing holds"):
        statics(ring, steps=1)
    ring.force(0.5 * ring.length, (1e-3, 0.0))
    end = statics(ring, steps=1)[-1].points
    closer = ring.points[0, 0] - ring.points[20, 0] - (end[0, 0] - end[20, 0])
    assert closer == pytest.approx(1e-3 * (np.pi / 4.0 - 2.0 / np.pi), rel=0.02)


def test_modes_and_motion_agree_on_the_lowest_frequency() -> None:
    rod = Rod.straight(1.0, 8, 1e3, 1.0, start="clamped", mass_per_length=1.0)
    lowest = ct.modes(rod, 1)
    velocity = np.zeros(rod.start().size)
    velocity[rod.free] = 1e-3 * lowest.shapes[:, 0].real
    period = 1.0 / lowest.frequencies[0]
    motion = rod_motion(rod, period, velocity=velocity)
    np.testing.assert_allclose(motion.u[-1], velocity, atol=2e-5)


def test_step_above_the_limit_is_refused_with_the_limit() -> None:
    rod = Rod.straight(1.0, 8, 1e3, 1.0, mass_per_length=1.0)
    limit = largest_step(rod, rod.start())
    with pytest.raises(SpecError, match="largest stable"):
        rod_motion(rod, 1.0, 1.01 * limit)
    motion = rod_motion(rod, 200 * limit, 0.99 * limit, velocity=1e-6 * np.ones(26))
    assert np.abs(motion.u).max() < 1e-3


def test_damping_takes_the_power_of_the_strain_rates() -> None:
    rod, q = bent(closed=True)
    u = np.random.default_rng(4).normal(size=q.size)
    rate_1, rate_2 = strain_rates(rod.grid, q, u)
    lost = 0.3 * rod.grid.l @ (rod.grid.EA * rate_1**2 + rod.grid.GA * rate_2**2)
    assert lost > 0.0
    assert -damping_forces(rod.grid, q, u, 0.3) @ u == pytest.approx(lost, rel=1e-12)


def test_strain_rates_are_those_of_the_strains() -> None:
    rod, q = bent()
    u = np.random.default_rng(5).normal(size=q.size)
    ahead, behind = strains(rod.grid, q + 1e-6 * u), strains(rod.grid, q - 1e-6 * u)
    for k, rate in enumerate(strain_rates(rod.grid, q, u)):
        np.testing.assert_allclose(rate, (ahead[k] - behind[k]) / 2e-6, atol=1e-8)


def test_a_rigid_rotation_of_a_strained_ring_dissipates_nothing() -> None:
    """The inertial strain rate printed in (6.79) would."""
    rod, q = bent(closed=True)
    n = rod.vertices
    u = 5.0 * np.concatenate([-q[n : 2 * n], q[:n], np.ones(n)])
    assert np.abs(damping_forces(rod.grid, q, u, 0.3)).max() < 1e-13


def test_a_damped_rod_comes_to_rest_within_its_smaller_limit() -> None:
    rod = Rod.straight(1.0, 4, 1e3, 1.0, start="clamped", mass_per_length=1.0)
    plain = largest_step(rod, rod.start())
    limit = largest_step(rod.damp(2e-2), rod.start())
    assert limit < 0.2 * plain
    velocity = np.zeros(rod.start().size)
    velocity[1 : rod.vertices] = 1e-3  # along the rod
    with pytest.raises(SpecError, match="largest stable"):
        rod_motion(rod, 1.0, 1.01 * limit)
    with pytest.raises(SpecError, match="damping_time"):
        rod.damp(-1.0)
    motion = rod_motion(rod, 1.0, 0.99 * limit, velocity=velocity)
    assert np.abs(motion.u[-1]).max() < 1e-9


def test_modes_of_a_damped_rod_know_its_damping() -> None:
    """Along a rod every mode has the ratio omega T / 2."""
    rod = Rod.straight(1.0, 6, 1e3, 1e3, start="clamped", mass_per_length=1.0).damp(
        2e-3
    )
    modes = ct.modes(rod, 12)
    axial = np.argmin(np.abs(modes.angular_frequencies - 0.5 * np.pi * np.sqrt(1e3)))
    known = 0.5 * 2e-3 * modes.angular_frequencies[axial]
    assert modes.damping_ratios[axial] == pytest.approx(known, rel=1e-6)
    assert 0.04 < known < 0.06


@pytest.mark.parametrize("n", [51, 102])
def test_scaled_rotary_inertia_frees_thin_bands_of_tiny_steps(n: int) -> None:
    """Notes: 3.65e-8 s for every mesh; 1.12 and 1.03e-6 s with 1000 times."""
    h, radius, E = 0.185e-3, 0.68 / (2.0 * np.pi), 2.1e11
    ring = Rod.ring(
        radius, n, E * h, E * h**3 / 12.0, E / 2.6 * 5.0 / 6.0 * h,
        mass_per_length=7850.0 * h, rotary_inertia=7850.0 * h**3 / 12.0,
    )  # fmt: skip
    assert largest_step(ring, ring.start()) == pytest.approx(3.65e-8, rel=0.01)
    noted = {51: 1.12e-6, 102: 1.03e-6}[n]
    assert largest_step(ring, ring.start(), 1000.0) == pytest.approx(noted, rel=0.01)
    motion = rod_motion(ring, 1e-5, records=1, inertia_scale=1000.0)
    assert motion.inertia_scale == 1000.0


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Rod.straight(1.0, 4, 0.0, 1.0), "rod.EA"),
        (lambda: Rod.straight(1.0, 4, 1.0, [1.0, 2.0]), "4 elements"),
        (lambda: Rod.straight(1.0, 4, 1.0, 1.0, start="glued"), "clamped"),
        (lambda: Rod([(0, 0), (0, 0)], 1.0, 1.0), "rod.points"),
        (lambda: Rod.straight(1.0, 4, 1.0, 1.0).force(0.3, (1.0, 0.0)), "multiple"),
        (lambda: Rod.straight(1.0, 4, 1.0, 1.0).rotate(1.0), "mass_per_length"),
        (lambda: Rod.ring(1.0, 2, 1.0, 1.0), "rod.points"),
    ],
)
def test_bad_rods_are_refused_in_words(make, words) -> None:
    with pytest.raises(SpecError, match=words):
        make()
