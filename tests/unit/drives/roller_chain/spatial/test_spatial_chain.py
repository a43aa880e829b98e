"""A chain in space: assembly, short runs, what is refused."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

import catena as ct
from catena.drives.loading import load, spec_from
from catena.drives.roller_chain.spatial.build import build_spatial
from catena.drives.roller_chain.spatial.layout import layout_of
from catena.drives.roller_chain.spatial.simulation import SpatialSimulation
from catena.drives.roller_chain.spatial.start import laid_state
from catena.drives.roller_chain.spatial.tables import system_of
from catena.drives.running import resume
from catena.errors import CatenaError, Interrupted, SolverError
from catena.integrators.spatial_implicit import advance_spatial, spatial_energy
from catena.run import clock
from catena.tables.spatial import work_for
from catena.view.pictures.packing import packed_scene


def bicycle(offset=0.03, **paths):
    """The example with another offset and other values at paths such as a__b."""
    data = tomllib.loads(
        Path("examples/roller_chain_bicycle_in_space.toml").read_text()
    )
    data["sprocket"][0]["offset"] = offset
    for path, value in paths.items():
        *way, last = path.split("__")
        place = data
        for key in way:
            place = place[int(key)] if key.isdigit() else place[key]
        place[last] = value
    return spec_from(data)


def drawn(radius=4.06e-3, middle=0.05e-3):
    """Half a gap of the cassette by points: a seat, then straight to the tip."""
    turns = np.radians(np.linspace(0.0, 62.0, 12))
    seat = np.stack([radius * np.sin(turns), middle - radius * np.cos(turns)], -1)
    return {
        "kind": "drawn",
        "points": [*seat.tolist(), [5.2e-3, 2.2e-3], [7.2e-3, 2.3e-3]],
    }


def smooth(radius=4.06e-3, middle=0.06e-3):
    """The same half gap as a smooth curve: a seat, then a straight flank."""
    turns = np.radians(np.linspace(0.0, 62.0, 12))
    seat = np.stack([radius * np.sin(turns), middle - radius * np.cos(turns)], -1)
    along = np.array([np.cos(turns[-1]), np.sin(turns[-1])])
    flank = [(seat[-1] + s * along).tolist() for s in (0.8e-3, 1.6e-3, 2.8e-3)]
    return {"kind": "spline", "points": [*seat.tolist(), *flank]}


FORMS = [{"kind": kind} for kind in ("five segments", "ISO 606", "ANSI B29.1")]


@pytest.mark.parametrize(
    ("offset", "form"),
    [
        (0.0, FORMS[0]),
        (0.01, FORMS[0]),
        *((0.03, f) for f in [*FORMS, drawn(), smooth()]),
    ],
)
def test_assembly_closes_without_force(offset, form):
    spec = bicycle(offset, sprocket__3__tooth_form=form)
    placed = layout_of(spec)
    pins = placed.pins
    chords = np.linalg.norm(np.roll(pins, -1, axis=0) - pins, axis=1)
    assert np.abs(chords - 0.0127).max() < 1e-12
    system = system_of(spec, placed)
    state, work = laid_state(spec, placed, system), work_for(system)
    spatial_energy(system, state, work)
    rows = work.contact[: int(work.found[0])]
    assert np.abs(rows.f).max(initial=0.0) < 1e-6  # of a spring of 5e7 N/m
    assert np.isfinite(state.link_q).all()


def simulated(spec, time=0.02):
    """State and scratch after a while."""
    job = build_spatial(spec)
    chain = SpatialSimulation(spec, job.placed, job.system, job.pace, job.recording)
    step = job.pace.step
    status = advance_spatial(
        job.system, chain.state, chain.work, step, round(time / step), 0.0
    )
    assert status == 0
    return job.system, chain


def test_without_offset_nothing_leaves_the_plane():
    _, chain = simulated(bicycle(0.0))
    assert np.abs(chain.state.link_q[:, 2]).max() == 0.0
    assert np.abs(chain.state.link_u[:, 2:5]).max() == 0.0


def test_mirrored_offset_gives_the_mirrored_motion():
    one, other = (simulated(bicycle(s * 0.03))[1] for s in (1.0, -1.0))
    assert np.abs(one.state.link_q[:, 2] + other.state.link_q[:, 2]).max() < 1e-9
    assert np.abs(one.state.link_q[:, :2] - other.state.link_q[:, :2]).max() < 1e-9
    assert np.allclose(one.state.border_u, other.state.border_u, atol=1e-7)


def test_gravity_pulls_in_any_direction():
    """Weight along the axes, with it the mirrored offset: the mirrored motion.

    In the plane it bends the chain sideways, by what its play leaves.
    """
    one, other = (
        simulated(bicycle(s * 0.03, spatial__gravity_z=9.81 * s))[1].state.link_q
        for s in (1.0, -1.0)
    )
    assert np.abs(one[:, 2] + other[:, 2]).max() < 1e-9
    assert np.abs(one[:, :2] - other[:, :2]).max() < 1e-9
    hung = simulated(bicycle(0.0, spatial__gravity_z=-9.81))[1].state.link_q[:, 2]
    assert hung.min() < -1e-5
    assert hung.mean() < 0.0


def test_books_close():
    """What goes in is stored, lost, or taken by the scheme; to rounding of turning."""
    system, chain = simulated(bicycle(0.03), 0.05)
    state = chain.state
    energy = np.array(spatial_energy(system, state, chain.work))
    gained = energy - chain.start
    numerical = -state.work[0] - gained[1]
    put_in = state.work[1:].sum()
    residual = put_in - state.loss.sum() - numerical - gained.sum()
    assert abs(residual) < 1e-5 * state.work[1]
    assert abs(numerical) < 1e-2 * state.work[1]
    assert state.loss.min() >= 0.0
    assert state.wear.sum() == pytest.approx(state.loss[1], rel=1e-12)
    assert np.count_nonzero(state.wear > 0.0) > 20  # all that articulate


def test_run_has_results_and_a_picture(tmp_path):
    spec = bicycle(0.03, solve__duration=0.02, solve__settle=0.005)
    run = ct.simulate(spec, tmp_path / "run")
    assert run.outcome.healthy
    assert "rpm: spans carry" in run.outcome.verdict
    assert run.outcome.verdict.endswith("; too short to see whether it has settled.")
    (depth,) = [check for check in run.outcome.checks if check.name == "penetration"]
    assert 0.0 < depth.value < depth.limit
    late = run.read("time") >= 0.005
    force, time = run.read("tooth_force")[late], run.read("time")[late]
    row, link = np.argwhere(force == force.max())[0]
    place = f"rollers of link {link + 1} into teeth near {time[row]:.4g} s: "
    assert depth.note.startswith(place)
    assert run.read("link_tension").shape == (40, 112)
    assert np.abs(run.read("lateral_position")[-1, 0] - 0.03) < 1e-3
    from catena.drives.roller_chain.outputs import figures, scene

    assert len(figures(run)) > 10
    picture = scene(run)
    packed = packed_scene(picture)["families"]
    assert all(len(family["poses"]) == 6 for family in packed)
    poses = picture.families[-1].poses
    assert poses.shape[-1] == 7
    assert np.ptp(poses[..., 2]) > 0.029


def test_chain_without_side_contact_comes_off():
    """A second program lost it after 0.12 s; here it must be seen before 0.3 s."""
    spec = bicycle(0.03, spatial__side={"stiffness": 0.0})
    with pytest.raises(SolverError, match="beside the teeth of") as caught:
        ct.simulate(spec)
    assert "before the start" in str(caught.value)  # within the 50 ms at rest


@pytest.mark.parametrize(
    ("paths", "words"),
    [
        ({"offset": 0.2}, "at most 12 deg"),
        ({"sprocket__0__tooth_width": 0.0034}, "inner width 3.3 mm"),
        (
            {
                "spatial__roller__clearance": 5e-6,
                "sprocket__3__boundary": {"kind": "load", "torque": 200.0},
            },
            "Johnson's law ends",
        ),
        ({"spatial__roller__clearance": 1e-6}, "clearance"),
        ({"spatial__side__outer_width": 0.003}, "more than the inner width"),
        ({"spatial__side__reach": 0.02}, "half the plate height, 4.25 mm"),
        ({"chain__link_count": 90}, "too short"),
        ({"chain__link_count": 111}, "allow an offset link"),
        ({"solve__step": 1e-4}, "at most 5e-05 s"),
        ({"solve__friction": "set-valued"}, "set-valued friction with"),
        ({"solve__load_ramp": 0.1}, "solve.load_ramp"),
        ({"contact__tooth__rollers": "held"}, "rollers turn by themselves"),
        ({"arm": []}, "all sprockets stand fixed"),
        ({"arm__0__sprockets": ["nobody"]}, "is not there"),
        ({"fidelity": "planar"}, 'needs fidelity = "spatial"'),
    ],
)
def test_what_does_not_fit_is_refused_with_numbers(paths, words):
    with pytest.raises(CatenaError, match=words):
        build_spatial(bicycle(**paths))


def test_plates_that_cannot_pass_each_other_are_refused():
    """08B-1: bush links are 7.75 mm wide inside and 10.95 mm over their plates."""
    spec = load("examples/roller_chain_out_of_line.toml")
    wide = 7.75e-3 + 2.0 * layout_of(spec).data.chain.plate_thickness
    with pytest.raises(CatenaError, match="pass between those of pin links"):
        build_spatial(spec.with_values({"spatial.side.outer_width": wide - 1e-5}))
    build_spatial(spec.with_values({"spatial.side.outer_width": wide + 1e-5}))


def test_stopped_and_continued_is_the_same_run(tmp_path, monkeypatch):
    spec = bicycle(0.03, solve__duration=0.004, solve__settle=0.001)
    whole = ct.simulate(spec)
    for seconds in ("FLUSH_SECONDS", "LOOK_SECONDS"):
        monkeypatch.setattr(clock, seconds, 0.0)
    monkeypatch.setattr(clock, "CHUNK_SECONDS", 1e-3)

    def stop(fraction, note=""):
        if 0.5 <= fraction < 1.0:
            raise Interrupted("stopped by the test")

    with pytest.raises(Interrupted, match="at t = "):
        ct.simulate(spec, tmp_path / "run", progress=stop)
    again = resume(tmp_path / "run")
    for variable in whole.catalogue.variables:
        assert np.array_equal(whole.read(variable.name), again.read(variable.name))


def test_two_sprockets_out_of_line_start_in_motion():
    """Chain by its standard, closed by moving a sprocket; all run at once."""
    spec = load("examples/roller_chain_out_of_line.toml")
    _, chain = simulated(spec, 4e-5)
    assert chain.state.border_u[1] == pytest.approx(4.0 * np.pi * 19 / 25, rel=0.02)
    speed = np.linalg.norm(chain.state.link_u[:, :3], axis=1)
    assert speed == pytest.approx(19 * 0.0127 * 2.0, rel=0.1)


def test_fast_chains_have_smaller_steps():
    """A roller crosses a quarter of its clearance at v 2 pi/z in a step, at most."""
    assert build_spatial(bicycle()).pace.step == 2e-5  # 0.61 m/s, 11 teeth: 72 us
    spec = bicycle(sprocket__0__boundary={"kind": "speed", "speed": 63.0})
    speed = 63.0 * 48 * 0.0127 / 11
    assert build_spatial(spec).pace.step == pytest.approx(0.25e-4 / speed)
