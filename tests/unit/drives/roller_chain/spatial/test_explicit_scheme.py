"""The explicit reference scheme: masses, friction on discs, books, agreement."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

from catena.bodies.spatial import start_links
from catena.bodies.spatial_inverse import advance_free_velocities, prepare_links
from catena.drives.loading import spec_from
from catena.drives.roller_chain.engines.comparison import compare_engines
from catena.drives.roller_chain.spatial.build import build_spatial
from catena.drives.roller_chain.spatial.simulation import SpatialSimulation
from catena.errors import CatenaError
from catena.integrators.spatial_explicit import advance_explicit
from catena.integrators.spatial_implicit import advance_spatial, spatial_energy
from catena.rows.disc import disc_impulse
from catena.solvers.spatial_work import explicit_work_for
from catena.tables.checkpoint import copied

EXAMPLE = "examples/roller_chain_bicycle_in_space.toml"


def bicycle(friction="set-valued", offset=0.03, scheme="explicit", **solve):
    data = tomllib.loads(Path(EXAMPLE).read_text())
    data["sprocket"][0]["offset"] = offset
    data["spatial"]["scheme"] = scheme
    data["solve"] |= {"friction": friction, **solve}
    return spec_from(data)


def simulated(spec, time):
    """The run after a while, and its scheme."""
    job = build_spatial(spec)
    chain = SpatialSimulation(spec, job.placed, job.system, job.pace, job.recording)
    step = job.pace.step
    assert chain.scheme.advance(chain.state, chain.work, step, round(time / step)) == 0
    return chain


def test_answer_to_an_impulse_is_that_of_the_mass_matrix():
    """The implicit scheme fills the block of 6 x 6; its inverse is the answer."""
    chain = simulated(bicycle(), 5e-6)
    system, state, work = chain.system, chain.state, chain.work
    state.roller_q[:, :2] = np.random.default_rng(3).normal(
        scale=3e-5, size=(len(system.roller), 2)
    )
    start_links(system, state, work)
    prepare_links(system, state, work)
    f = np.random.default_rng(4).normal(size=6) * [1, 1, 1, 1e-2, 1e-2, 1e-2]
    work.old_link[:], work.rhs_link[:] = 0.0, f
    advance_free_velocities(state, work, chain.scheme.more.ease)
    for i in (0, 1, 40):
        wanted = np.linalg.solve(work.D[i], f)
        assert work.rhs_link[i] == pytest.approx(wanted, rel=1e-11)


@pytest.mark.parametrize("seed", range(20))
def test_disc_holds_or_opposes_the_slip(seed):
    draws = np.random.default_rng(seed)
    A = draws.normal(size=(2, 2))
    G = A @ A.T + 0.1 * np.eye(2)
    P, s = draws.normal(size=2) * 0.1, draws.normal(size=2)
    for bound in (0.05, 5.0):
        x = np.array(
            disc_impulse((G[0, 0], G[0, 1], G[1, 1]), tuple(s), tuple(P), bound, True)
        )
        slip = s + G @ (x - P)
        assert np.hypot(*x) <= bound * (1.0 + 1e-12)
        if np.hypot(*x) < bound * (1.0 - 1e-9):
            assert np.abs(slip).max() < 1e-12
        else:
            assert slip @ x < 0.0
            across = slip[0] * x[1] - slip[1] * x[0]
            assert abs(across) < 0.05 * np.hypot(*slip) * bound


@pytest.mark.parametrize("friction", ["set-valued", "regularised"])
def test_books_close_and_the_scheme_takes_no_energy(friction):
    chain = simulated(bicycle(friction), 0.01)
    state = chain.state
    gained = np.array(spatial_energy(chain.system, state, chain.work)) - chain.start
    numerical = -state.work[0] - gained[1]
    passed = state.loss.sum() + np.abs(state.work[1:]).sum()
    put_in = state.work[1:].sum()
    assert abs(put_in - state.loss.sum() - numerical - gained.sum()) < 1e-9 * passed
    assert abs(numerical) < 1e-3 * passed
    assert state.loss.min() >= -1e-9 * passed
    assert state.side[4] < 0.05 * state.side[2]  # friction is solved


@pytest.mark.parametrize("friction", ["set-valued", "regularised"])
def test_sweeps_end_where_tightly_solved_friction_does(friction):
    """1000 steps in motion, sweeps to 1e-4 and to 1e-6 of the largest bound."""
    spec = bicycle(friction)
    job = build_spatial(spec)
    chain = SpatialSimulation(spec, job.placed, job.system, job.pace, job.recording)
    advance_spatial(job.system, chain.state, chain.work, 2e-5, 2500, 0.0)
    chain.state.side[:] = 0.0
    before, ends = chain.state.link_q[:, :3].copy(), []
    for quiet, sweeps in ((1e-4, 60), (1e-6, 3000)):
        state, more = copied(chain.state), explicit_work_for(job.system)
        more.ends[:] = quiet, sweeps
        law = chain.scheme.law
        advance_explicit(job.system, state, chain.work, more, 1e-6, 1000, law)
        assert state.side[4] < 5.0  # steps that were not solved
        ends.append(state)
    one, other = ends
    assert np.abs(other.link_q[:, :3] - before).max() > 1e-4
    assert np.abs(one.link_q[:, :3] - other.link_q[:, :3]).max() < 5e-9
    assert one.loss == pytest.approx(other.loss, abs=5e-6 * other.loss.max())


def test_sets_of_forces_need_no_secant_of_the_softened_law():
    """Roots and quotients of every row are left out; implicit steps have them again."""
    spec = bicycle()
    job = build_spatial(spec)
    chain = SpatialSimulation(spec, job.placed, job.system, job.pace, job.recording)
    system, work, law = chain.system, chain.work, chain.scheme.law
    advance_spatial(system, chain.state, work, 2e-5, 100, 0.0)
    assert work.joint.rubbing.min() > 0.0
    assert work.contact.slip[: int(work.found[0])].max() > 0.0
    more = explicit_work_for(system)
    advance_explicit(system, chain.state, work, more, 1e-6, 1, law)
    assert not work.joint.rubbing.any()
    assert not work.contact.slip[: int(work.found[0])].any()
    assert work.joint.bound.min() > 0.0
    advance_spatial(system, chain.state, work, 2e-5, 1, 0.0)
    assert work.joint.rubbing.min() > 0.0


@pytest.mark.parametrize("scheme", ["explicit", "implicit"])
def test_links_far_from_a_wheel_are_left_out_bit_for_bit(scheme):
    """The same steps with all links looked at, and gaps searched from the first."""
    friction = "regularised" if scheme == "implicit" else "set-valued"
    spec = bicycle(friction, scheme=scheme)
    ends = []
    for reach in (1.0, np.inf):
        job = build_spatial(spec)
        chain = SpatialSimulation(spec, job.placed, job.system, job.pace, job.recording)
        chain.work.reach[:] *= reach
        chain.work.gap[:] = 0
        chain.scheme.advance(chain.state, chain.work, job.pace.step, 200)
        near = chain.work.near[:, 0].sum()
        assert (near == len(job.system.link)) == (reach > 1.0)
        ends.append(chain.state)
    for one, other in zip(*ends, strict=True):
        assert (one == other).all()


def test_without_offset_nothing_leaves_the_plane():
    chain = simulated(bicycle(offset=0.0), 2e-3)
    assert np.abs(chain.state.link_q[:, 2]).max() == 0.0
    assert np.abs(chain.state.link_u[:, 2:5]).max() == 0.0


def test_both_schemes_move_alike():
    """Softened friction: after 10 ms links are apart by less than a micrometre."""
    one = simulated(bicycle("regularised"), 0.01).state
    other = simulated(bicycle("regularised", scheme="implicit", step=5e-6), 0.01).state
    assert np.abs(one.link_q[:, :3] - other.link_q[:, :3]).max() < 1e-6
    assert one.border_u == pytest.approx(other.border_u, abs=2e-3)


def test_agreement_report_names_the_schemes():
    spec = bicycle("regularised", scheme="implicit", duration=2e-3, settle=1e-3)
    made = compare_engines(spec, ["implicit", "explicit"], 1, 0.5, lambda *_: None)
    assert [line.engine for line in made.lines] == ["implicit", "explicit", "implicit"]
    assert made.lines[2].step == pytest.approx(1e-5)
    assert made.lines[1].step < 2e-6
    assert not any(line.failure for line in made.lines)
    assert made.lines[1].numbers["tension_4"] > 0.0


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"step": 5e-6}, "at most 1.98e-06 s"),
        ({"scheme": "implicit", "friction": "set-valued"}, "take 'explicit'"),
    ],
)
def test_what_the_scheme_cannot_do_is_refused(changed, words):
    with pytest.raises(CatenaError, match=words):
        build_spatial(bicycle(**changed))
