"""Links that differ: wear, pitch errors, scatter, masses of bush and pin links."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from chain_drives import changed, job_of, ledger_gap, run_samples

from catena.drives.loading import spec_from
from catena.drives.roller_chain.build import build
from catena.drives.roller_chain.layout.chain_data import masses_by_parts
from catena.drives.roller_chain.spec.drive import Spec
from catena.errors import GeometryError, SpecError
from catena.integrators.planar_chain.assembly import link_view
from catena.integrators.planar_chain.samples import (
    Rotor,
)

needs_kernels = pytest.mark.skipif(
    numba.config.DISABLE_JIT, reason="too long without compilation"
)
WORN = {"chain__variation": {"wear": 0.01}, "sprocket__1__centre": [0.256, 0.0]}


def test_random_errors_are_repeatable_and_keep_the_length() -> None:
    told = {"pitch_error": 2e-5, "stiffness_scatter": 0.1, "seed": 5}
    first, again = (job_of(changed(chain__variation=told)).system for _ in range(2))
    other = job_of(changed(chain__variation={**told, "seed": 6})).system
    assert np.array_equal(first.half, again.half)
    assert np.array_equal(first.joints, again.joints)
    assert not np.array_equal(first.half, other.half)
    pitches = 2.0 * first.half
    assert pitches.mean() == pytest.approx(0.0127, rel=1e-12)
    assert pitches.std() == pytest.approx(2e-5, rel=0.25)
    assert first.joints.k.std() / 1e7 == pytest.approx(0.1, rel=0.25)


def test_wear_lengthens_the_pin_links_alone() -> None:
    pitches = 2.0 * job_of(changed(**WORN)).system.half
    assert np.allclose(pitches[0::2], 0.0127, rtol=1e-12)
    assert np.allclose(pitches[1::2], 0.0127 * 1.02, rtol=1e-12)


def test_a_worn_chain_fits_where_a_new_one_is_too_short() -> None:
    worn = job_of(changed(**WORN))
    assert 0.0 < worn.placed.slack < 3e-3
    with pytest.raises(GeometryError, match="too short for this path"):
        job_of(changed(sprocket__1__centre=[0.256, 0.0]))


def test_stated_errors_need_one_number_per_link() -> None:
    spec = spec_from(changed(chain__variation={"pitch_errors": [0.0] * 63}))
    assert isinstance(spec, Spec)
    with pytest.raises(SpecError, match="one error per link is expected, that is 64"):
        build(spec)


def test_stated_errors_arrive_at_their_links() -> None:
    errors = np.zeros(64)
    errors[10], errors[11] = 5e-5, -5e-5
    told = {"pitch_errors": errors.tolist()}
    pitches = 2.0 * job_of(changed(chain__variation=told)).system.half
    assert np.allclose(pitches - 0.0127, errors, atol=1e-15)


def test_bush_and_pin_links_have_their_own_masses() -> None:
    system = job_of(
        changed(
            chain__inner_mass=0.009, chain__outer_mass=0.006, chain__outer_inertia=2e-7
        )
    ).system
    mass, _, inertia = link_view(system, system.M)
    assert np.allclose(mass[0::2], 0.009)
    assert np.allclose(mass[1::2], 0.006)
    assert np.allclose(inertia[1::2], 2e-7)


def test_masses_by_parts_keep_the_mean_and_follow_the_geometry() -> None:
    """No. 40; a link without plates would have its inertia at the joints alone."""
    mean, pitch = 7.749e-3, 0.0127
    sizes = pitch, 7.925e-3, 3.962e-3, 7.925e-3
    inner, outer = masses_by_parts(
        mean, *sizes, (1.524e-3, 1.524e-3), (12.065e-3, 10.414e-3)
    )
    assert 0.5 * (inner[0] + outer[0]) == pytest.approx(mean, rel=1e-12)
    assert inner[0] > outer[0]
    for mass, inertia in (inner, outer):
        assert 0.15 < inertia / (mass * pitch**2) < 0.32
    system = job_of(changed(chain__masses="by parts")).system
    assert link_view(system, system.M)[0, 0] == pytest.approx(inner[0], rel=1e-3)


@needs_kernels
@pytest.mark.parametrize(
    "told",
    [
        {"chain__variation": {"pitch_error": 2e-5, "stiffness_scatter": 0.1}},
        WORN,
        {"chain__masses": "by parts"},
    ],
    ids=["scatter", "worn", "masses"],
)
def test_the_ledger_closes_with_unlike_links(told: dict[str, object]) -> None:
    assert ledger_gap(run_samples(changed(**told), 0.2), 200) < 1e-4


@needs_kernels
def test_worn_rollers_climb_the_teeth() -> None:
    """At least to the larger radius on which the longer pitch spans a tooth."""
    new, worn = (run_samples(changed(**told), 0.1) for told in ({}, WORN))
    radius = 0.5 * 0.0127 / np.sin(np.pi / 24)
    rise = [np.median(run.rotor[200:, Rotor.CLIMB, 0]) for run in (new, worn)]
    assert 0.8 * 0.01 * radius < rise[1] - rise[0] < 4.0 * 0.01 * radius
