"""Chains in space on elastic bearings, with odd counts, wear, slack, plain rollers."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

from catena.drives.loading import load, spec_from
from catena.drives.roller_chain.layout.placement import layout_of as planar_layout
from catena.drives.roller_chain.spatial.build import build_spatial
from catena.drives.roller_chain.spatial.layout import layout_of
from catena.drives.roller_chain.spatial.pace import largest_explicit_step
from catena.drives.roller_chain.spatial.simulation import SpatialSimulation
from catena.errors import CatenaError

BEARING = {
    "stiffness": 2e7,
    "mass": 2.0,
    "damping": 500.0,
    "axial_stiffness": 1e6,
    "tilt_stiffness": 1e4,
}


def out_of_line(offset=0.008, driven=None, chain=None, **spatial):
    """Two sprockets out of line with other data."""
    data = tomllib.loads(Path("examples/roller_chain_out_of_line.toml").read_text())
    data["sprocket"][1] |= {"offset": offset, **(driven or {})}
    data["chain"] |= chain or {}
    data["spatial"] = spatial
    return spec_from(data)


def simulated(spec, time):
    """The run after a while, and its last record."""
    job = build_spatial(spec)
    run = SpatialSimulation(spec, job.placed, job.system, job.pace, job.recording)
    step = job.pace.step
    assert run.scheme.advance(run.state, run.work, step, round(time / step)) == 0
    return run, run.recording.records(run._instant(None))


def unexplained(run, record):
    """Energy that no cause explains, over what went in."""
    work = record["sprocket_work"][0]
    gained = record["stored_energy"][0] - run.start.sum()
    return (work.sum() - record["loss"][0].sum() - gained) / np.abs(work).max()


def test_axis_gives_way_as_the_chain_pulls():
    """At rest: forces of teeth and plates on the wheel against springs and weight."""
    spec = out_of_line(driven={"bearing": BEARING}).with_values(
        {"sprocket[0].boundary.ramp": 1.0}
    )
    job = build_spatial(spec)
    run = SpatialSimulation(spec, job.placed, job.system, job.pace, job.recording)
    state, system, first = run.state, run.system, 2
    run.scheme.advance(state, run.work, 2e-5, 1)
    wanted = np.zeros(5)
    for row in run.work.contact[: int(run.work.found[0])]:
        if row.wheel == 7:
            at = np.flatnonzero(run.work.contact.slot == row.slot)[0]
            J, P = run.work.J[at, :, 11:16], (row.P, row.P_1, row.P_2)
            wanted += np.array(P) @ J / 2e-5
    wanted[:3] += system.support.mass[0] * system.laws.gravity
    stiffness = np.array([2e7, 2e7, 1e6, 1e4, 1e4])
    found = state.border_q[first:] * stiffness
    assert found[1] == pytest.approx(wanted[1], rel=0.02)
    assert np.abs(found[3:] - wanted[3:]).max() < 0.02 * np.abs(wanted[3:]).max()


@pytest.mark.parametrize("scheme", ["implicit", "explicit"])
def test_books_close_on_elastic_bearings(scheme):
    spec = out_of_line(driven={"bearing": BEARING}, scheme=scheme)
    run, record = simulated(spec, 0.01 if scheme == "implicit" else 5e-4)
    assert abs(unexplained(run, record)) < 1e-6
    assert record["tilt_x"][0, 1] != 0.0
    assert record["loss"][0, 10] > 0.0


def test_mirrored_offset_mirrors_axes():
    way = {}
    for offset in (0.008, -0.008):
        spec = out_of_line(offset, driven={"bearing": BEARING})
        way[offset] = simulated(spec, 0.004)[1]
    one, other = way.values()
    for name, sign in (("axis_z", -1.0), ("tilt_x", -1.0), ("tilt_y", -1.0),
                       ("axis_x", 1.0), ("axis_y", 1.0)):  # fmt: skip
        assert one[name] == pytest.approx(sign * other[name], abs=1e-10)


def test_in_line_nothing_tilts():
    _, record = simulated(out_of_line(0.0, driven={"bearing": BEARING}), 0.002)
    for name in ("axis_z", "tilt_x", "tilt_y"):
        assert np.abs(record[name]).max() == 0.0


def test_spinning_wheel_precesses():
    """A disc in a soft tilting bearing: kicked it circles at J_p w / J."""
    bearing = BEARING | {"tilt_stiffness": 1e-9, "tilt_inertia": 0.025}
    spec = out_of_line(driven={"bearing": bearing})
    job = build_spatial(spec)
    run = SpatialSimulation(spec, job.placed, job.system, job.pace, job.recording)
    from catena.couplings.spatial_support import advance_supports

    run.state.border_u[1], run.state.border_u[5] = 50.0, 0.3
    for _ in range(100):
        run.work.rhs_border[6:] = run.state.border_u
        advance_supports(run.system, run.state, run.work, 1e-4, 1.0)
    turned = 0.05 * 50.0 / 0.025 * 0.01
    assert run.state.border_u[5:7] == pytest.approx(
        [0.3 * np.cos(turned), 0.3 * np.sin(turned)]
    )


def test_offset_link_closes_an_odd_chain():
    """One roller on every joint, all joints of a pin and a bush; mass as the mean."""
    spec = out_of_line(chain={"link_count": 85, "offset_link": True})
    run, record = simulated(spec, 0.004)
    link, joint, roller = run.system.link, run.system.joint, run.system.roller
    assert link.rollers.sum() == roller.size == 85
    assert link.rollers[-1] == 1
    assert link.mass[-1] == pytest.approx(link.mass[:2].mean())
    held = {(int(r.link), bool(r.x > 0.0)) for r in roller}
    assert len(held) == 85
    for j in joint:  # the bush of every joint carries a roller
        assert (int(j.bush), bool(j.bush_x > 0.0)) in held
    assert abs(unexplained(run, record)) < 1e-6
    assert np.isfinite(record["span_tension"]).all()


def test_odd_chain_in_line_stays_in_its_plane():
    spec = out_of_line(0.0, chain={"link_count": 85, "offset_link": True})
    run, _ = simulated(spec, 0.002)
    assert np.abs(run.state.link_q[:, 2]).max() == 0.0


@pytest.mark.parametrize("count", [84, 85])
def test_wear_lengthens_as_in_the_plane(count):
    """The sprocket is moved by as much as in the planar drive; joints stay closed."""
    wear = {"variation": {"wear": 0.005, "pitch_error": 1e-5, "seed": 4}}
    odd = {"link_count": count, "offset_link": count % 2 == 1}
    spec = out_of_line(0.0, chain={**odd, **wear})
    placed = layout_of(spec)
    ends = np.roll(placed.pins, -1, axis=0) - placed.pins
    assert np.linalg.norm(ends, axis=1) == pytest.approx(placed.pitches, abs=1e-12)
    flat = planar_layout(
        spec.model_validate(spec.model_dump() | {"fidelity": "planar"})
    )
    assert placed.pitches.sum() == pytest.approx(flat.pitches.sum(), rel=1e-12)
    if count == 84:
        assert placed.pitches == pytest.approx(flat.pitches, abs=1e-15)
        assert placed.closing == pytest.approx(flat.moved, abs=2e-4)


def test_worn_chain_runs_and_rubs_more():
    worn = {"variation": {"wear": 0.005, "wear_friction": 60.0,
                          "stiffness_scatter": 0.05}}  # fmt: skip
    run, record = simulated(out_of_line(chain=worn), 0.004)
    assert run.system.joint.friction[0] == pytest.approx(0.13)
    assert np.std(run.system.joint.k_x) > 0.0
    assert abs(unexplained(run, record)) < 1e-6


def test_slack_hangs_in_the_spans():
    """The sprocket is moved in until the chain has its slack, which sags below."""
    spec = out_of_line(chain={"slack": 1e-3})
    placed = layout_of(spec)
    assert -0.7e-3 < placed.loosened[1, 0] < -0.4e-3  # half, and the spans lean
    job = build_spatial(spec)
    run = SpatialSimulation(spec, placed, job.system, job.pace, job.recording)
    sag = np.sqrt(3.0 / 8.0 * 0.39 * 1e-3)  # all slack in one shallow span of 0.39 m
    heights = []
    for place in (placed.pins, run.state.link_q):
        lower = place[(place[:, 1] < 0.0) & (np.abs(place[:, 0] - 0.19) < 0.03)]
        heights.append(lower[:, 1].mean())
    assert heights[0] - heights[1] == pytest.approx(sag, rel=0.15)


def test_concentric_rollers_spin_and_do_not_rattle():
    run, record = simulated(out_of_line(roller={"concentric": True}), 0.01)
    assert np.abs(run.state.roller_q[:, :2]).max() == 0.0
    assert np.abs(run.state.roller_u[:, 2]).max() > 1.0
    assert record["loss"][0, 3] > 0.0  # on the bush
    assert abs(unexplained(run, record)) < 1e-6
    weight = run.system.link.mass.sum() + run.system.roller.mass.sum()
    free = build_spatial(out_of_line()).system
    assert weight == pytest.approx(free.link.mass.sum() + free.roller.mass.sum())


def test_concentric_rollers_allow_larger_explicit_steps():
    limits = []
    for concentric in (False, True):
        spec = load("examples/roller_chain_bicycle_in_space.toml").with_values(
            {"spatial.roller.concentric": concentric, "spatial.scheme": "explicit"}
        )
        limits.append(largest_explicit_step(spec, layout_of(spec).data))
    assert limits[1] > 1.1 * limits[0]


@pytest.mark.parametrize(
    ("drive", "words"),
    [
        ({"chain": {"link_count": 85}}, "allow an offset link"),
        ({"driven": {"bearing": BEARING | {"tilt_damping": 1.0,
                                           "tilt_stiffness": None}}},
         "needs tilt_stiffness"),
        ({"chain": {"variation": {"pitch_errors": [1e-5]}}}, "one error per link"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(drive, words):
    with pytest.raises(CatenaError, match=words):
        build_spatial(out_of_line(**drive))


def test_fixed_sprockets_name_the_preload_they_would_cause():
    """Idlers that stand fixed where they close the bicycle's chain in line."""
    data = tomllib.loads(
        Path("examples/roller_chain_bicycle_in_space.toml").read_text()
    )
    del data["arm"]
    spec = spec_from(data)
    even = spec.with_values({"sprocket[0].offset": 0.0})
    texts = []
    for one in (even, spec):
        with pytest.raises(CatenaError, match="all sprockets stand fixed") as caught:
            build_spatial(one)
        texts.append(str(caught.value))
    assert "mm to spare" in texts[0]
    assert "mm too short, a preload of 801 N" in texts[1]
