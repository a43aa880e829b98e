"""The Cosserat ring in the planar variator: its words, limits, runs and starts."""

from types import SimpleNamespace

import numpy as np
import pytest
from tests.unit.integrators.steps.belts import drive, place_energy, running

import catena as ct
from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.build import build
from catena.drives.pushbelt_cvt.forecast import forecast
from catena.drives.pushbelt_cvt.layout.belt_data import belt_data
from catena.drives.pushbelt_cvt.layout.placement import layout_of
from catena.drives.pushbelt_cvt.plan import system_of
from catena.drives.pushbelt_cvt.simulation import BeltSimulation
from catena.drives.pushbelt_cvt.start.other_run import planar_state
from catena.errors import CatenaError
from catena.integrators.steps.pushbelt_limit import forces
from catena.integrators.steps.pushbelt_tables import work_for
from catena.run.checkpoint import END_NAME
from catena.solvers.patches.belt_friction import Sweeps
from catena.tables.checkpoint import copied

SMALL = {"element_count": 60}
COSSERAT = {"span_count": 40, "model": "cosserat", "inertia_scale": 3000}
SHORT = {"step": "1.5 us", "revolutions": None, "duration": 1.5e-3, "discard": 0.0}


def small(ring=COSSERAT, solve=SHORT, **start):
    return spec_from(drive(belt=SMALL, ring=ring, solve=solve, start=start))


@pytest.fixture(scope="module")
def job():
    return build(small())


def test_its_step_limits_and_its_scaled_inertia_are_told():
    words = forecast(small(), layout_of(small()))["sections"]
    assert words == (
        "Cosserat ring with shear; its axial waves allow steps of 6.04 us, shear and "
        "turning of its sections 1.96 us with their rotary inertia times 3000, without "
        "it 0.0365 us"
    )
    bare = small({**COSSERAT, "inertia_scale": 1})
    assert forecast(bare, layout_of(bare))["sections"].endswith("sections 0.0365 us")
    plain = small({"span_count": 40})
    assert "sections" not in forecast(plain, layout_of(plain))


def test_steps_that_its_sections_do_not_bear_are_refused():
    with pytest.raises(CatenaError, match=r"at most 0.0\d+ us.*ring.inertia_scale"):
        build(small({**COSSERAT, "inertia_scale": 1}))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"ring": {"inertia_scale": 10}}, "belongs to a Cosserat ring"),
        ({"ring": COSSERAT, "fidelity": "spatial"}, "expected 'spline' in space"),
    ],
)
def test_what_does_not_fit_is_refused(change, words):
    data = drive() | {k: v for k, v in change.items() if k != "ring"}
    data["ring"] = {**data["ring"], **change["ring"]}
    with pytest.raises(CatenaError, match=words):
        spec_from(data)


@pytest.mark.parametrize("bearing", [{}, {"stiffness": 1e8, "mass": 6.0}])
@pytest.mark.parametrize("ring", [{"span_count": 40}, COSSERAT])
def test_controlled_steps_have_a_lever_for_every_velocity(ring, bearing):
    held = {"primary": {"bearing": bearing}} if bearing else {}
    placed = layout_of(spec_from(drive(belt=SMALL, ring=ring, **held)))
    system = system_of(placed.data, Sweeps(1.0, 1))
    belt = SimpleNamespace(system=system, placed=placed)
    assert [part.size for part in BeltSimulation.levers(belt)] == 2 * [system.M.size]


def test_it_starts_upright_with_the_tension_of_the_spline_ring(job):
    spline = build(small({"span_count": 40}))
    n = job.system.elements
    first, last = 3 * n + 8, 3 * n + 8 + 80
    np.testing.assert_allclose(job.start.q[:last], spline.start.q[:last], atol=1e-12)
    tensions = []
    for one in (job, spline):
        _, state, work = running(steps=0, job=one)
        state.u[:] = 0.0  # without damping
        forces(one.system, state, work)
        tensions.append(work.tension.copy())
    np.testing.assert_allclose(tensions[0], tensions[1], rtol=1e-9)
    gamma, omega = job.start.q[last:], job.start.u[last:]
    assert gamma.size == omega.size == 40
    assert gamma[-1] - gamma[0] == pytest.approx(-2.0 * np.pi * 39 / 40, abs=0.3)
    speed = job.start.u[first:last].reshape(2, 40)
    bend = np.gradient(gamma) * 40 / job.placed.data.ring.length
    along = np.hypot(*speed) * bend  # turns where the belt bends, (6.123)
    assert omega.min() == pytest.approx(along.min(), rel=0.05)
    assert np.abs(omega).min() < 0.05 * np.abs(omega).max()


def test_forces_of_a_running_belt_are_the_gradient_of_its_energy(job):
    """Of sections and control points; contacts keep their state over the step."""
    system, state, work = running(steps=100, job=job)
    state.u[:] = 0.0
    h = forces(system, state, work)
    first = 3 * system.elements + 8
    for i in (first + 3, first + 47, first + 85, first + 110):
        ends = []
        for step in (1e-9, -1e-9):
            place = copied(state)
            place.q[i] += step
            forces(system, place, work)
            ends.append(place_energy(system, place, work))
        assert (ends[1] - ends[0]) / 2e-9 == pytest.approx(h[i], rel=1e-4, abs=1e-2)


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """The same belt on a spline ring and on a Cosserat ring, over two revolutions."""
    solve = {"step": "1.5 us", "revolutions": 2, "discard": 1.0}
    folder = tmp_path_factory.mktemp("rings")
    rings = {"spline": {"span_count": 40}, "cosserat": COSSERAT}
    return {
        name: ct.simulate(small(ring, solve), folder / f"{name}.run")
        for name, ring in rings.items()
    }


def test_both_rings_tell_the_same_of_a_variator(runs):
    """Shear and turning of the sections are details of a thin ring."""
    spline, cosserat = (
        {one.name: one.value for one in run.outcome.key_numbers}
        for run in (runs["spline"], runs["cosserat"])
    )
    for run in runs.values():
        assert all(check.ok for check in run.outcome.checks), run.outcome.checks
    assert cosserat["inertia_scale"] == 3000.0
    assert "inertia_scale" not in spline
    assert cosserat["thrust_ratio"] == pytest.approx(spline["thrust_ratio"], rel=0.01)
    assert cosserat["speed_ratio"] == pytest.approx(spline["speed_ratio"], rel=1e-3)
    for one in (cosserat, spline):  # one revolution does not show that it has settled
        assert "efficiency" not in one
    name = "passing_efficiency"
    assert cosserat[name] == pytest.approx(spline[name], abs=1e-3)


def continued(run, ring):
    return ct.simulate(small(ring, **{"from": str(run.path.parent)}))


@pytest.mark.parametrize("before", ["spline", "cosserat"])
@pytest.mark.parametrize("after", ["spline", "cosserat"])
def test_a_run_goes_on_on_either_ring(runs, before, after):
    ring = {"spline": {"span_count": 40}, "cosserat": COSSERAT}[after]
    run, old = continued(runs[before], ring), runs[before]
    assert run.read("pulley_speed")[0] == pytest.approx(
        old.read("pulley_speed")[-1], rel=2e-3
    )
    # a sample alone swings by 3 % with the elements that pass
    before, after = old.read("span_tension")[-15:], run.read("span_tension")[:15]
    assert after.mean() == pytest.approx(before.mean(), rel=0.02)


@pytest.mark.parametrize("spans", [32, 40, 48, 80])
@pytest.mark.parametrize("model", ["spline", "cosserat"])
def test_the_tension_of_a_start_does_not_depend_on_the_number_of_spans(model, spans):
    """In each span, whatever spans begin and end where a wrap does."""
    ring = {"spline": {}, "cosserat": COSSERAT}[model]
    one = build(small({**ring, "span_count": spans}))
    tension = tension_of(one.system, one.start)
    wanted = one.placed.start.ring_tension
    np.testing.assert_allclose(tension, wanted, rtol=3e-4)
    assert tension.mean() == pytest.approx(wanted, rel=1e-6)


def tension_of(system, start):
    state, work = copied(start), work_for(system)
    state.u[:] = 0.0  # without damping
    forces(system, state, work)
    return work.tension


@pytest.mark.parametrize("spans", [36, 48, 60])
@pytest.mark.parametrize("before", ["spline", "cosserat"])
@pytest.mark.parametrize("after", ["spline", "cosserat"])
def test_a_ring_of_other_spans_begins_with_the_tension_of_the_old_one(
    runs, before, after, spans
):
    """At its first instant: then both kinds of ring swing by some percent."""
    rings = {"spline": {"span_count": 40}, "cosserat": COSSERAT}
    with np.load(runs[before].path.parent / END_NAME) as file:
        arrays = dict(file)

    def mean_tension(ring):
        data = belt_data(small(ring))
        state = planar_state(data, small(rings[before]), arrays)
        return tension_of(system_of(data, Sweeps(1.0, 1)), state).mean()

    found = mean_tension({**rings[after], "span_count": spans})
    assert found == pytest.approx(mean_tension(rings[before]), rel=1e-3)
