"""Skewed axes, wobble and run-out: mirrors, turned drives, refusals."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

from catena.drives.loading import load, spec_from
from catena.drives.roller_chain.maps import maps as maps_of
from catena.drives.roller_chain.spatial.build import build_spatial
from catena.drives.roller_chain.spatial.simulation import SpatialSimulation
from catena.errors import CatenaError

EXAMPLE = Path("examples/roller_chain_out_of_line.toml")


def two_sprockets(skews=((0.0, 0.0), (0.0, 0.0)), offset=0.0, **part):
    """The example of two sprockets, their axes leaning."""
    data = tomllib.loads(EXAMPLE.read_text())
    for k, skew in enumerate(skews):
        data["sprocket"][k]["skew"] = list(skew)
    data["sprocket"][1] |= {"offset": offset, **part}
    data["solve"]["gravity"] = [0.0, 0.0]
    return spec_from(data)


def simulated(spec, time=0.01):
    job = build_spatial(spec)
    chain = SpatialSimulation(spec, job.placed, job.system, job.pace, job.recording)
    step = job.pace.step
    assert chain.scheme.advance(chain.state, chain.work, step, round(time / step)) == 0
    return chain


def test_a_drive_turned_about_its_line_of_centres_runs_alike():
    """Both axes lean alike: in the turned plane it is the drive in line.

    Sideways links stay within the play of their plates, which friction decides.
    """
    lean = 0.03
    one, other = (simulated(two_sprockets(((s, 0.0), (s, 0.0)))) for s in (0.0, lean))
    turn = np.array(
        [[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]]
    )
    back = other.state.link_q[:, :3] @ turn
    play = one.system.link.width_rear.max() - one.system.wheel.half_width.min()
    assert np.abs(other.state.link_q[:, 2]).max() > 1e-3
    assert np.abs(back[:, 2]).max() < play
    assert np.abs(back[:, :2] - one.state.link_q[:, :2]).max() < 1e-4
    assert other.state.border_u == pytest.approx(one.state.border_u, rel=1e-3)
    tension = [chain.work.force[:, 0] for chain in (one, other)]
    assert tension[1].max() == pytest.approx(tension[0].max(), rel=0.05)


def test_mirrored_skew_gives_the_mirrored_motion():
    one, other = (
        simulated(two_sprockets(((0.0, 0.0), (s * 0.01, s * 0.008)), wobble=s * 0.005))
        for s in (1.0, -1.0)
    )
    assert np.abs(one.state.link_q[:, 2]).max() > 1e-5
    assert np.abs(one.state.link_q[:, 2] + other.state.link_q[:, 2]).max() < 1e-9
    assert np.abs(one.state.link_q[:, :2] - other.state.link_q[:, :2]).max() < 1e-9


def test_teeth_wobble_and_run_out_once_per_turn():
    """Middle and plane of the teeth turn with the wheel, square to the leaning axis."""
    chain = simulated(
        two_sprockets(((0.0, 0.0), (0.0, 0.01)), wobble=0.004, eccentricity=2e-4), 2e-5
    )
    work, system, state = chain.work, chain.system, chain.state
    from catena.couplings.spatial_border import place_wheels

    seen = []
    for angle in np.linspace(0.0, 2.0 * np.pi, 9):
        state.border_q[1] = angle
        place_wheels(system, state, work)
        axis, normal = work.spin[1], work.axes[1].reshape(3, 3)[:, 2]
        assert axis @ normal == pytest.approx(np.cos(0.004), abs=1e-12)
        off = work.centre[1] - work.hub[1]
        assert np.linalg.norm(off) == pytest.approx(2e-4)
        assert off @ axis == pytest.approx(0.0, abs=1e-15)
        seen.append(off)
    assert seen[0] == pytest.approx(seen[-1])
    assert seen[0] == pytest.approx(-seen[4])


@pytest.mark.parametrize(
    ("drive", "words"),
    [
        ({"skews": ((0.0, 0.0), (0.0, 0.3))}, "deg askew into"),
        ({"offset": 0.5}, "expected at most 12 deg"),
        ({"eccentricity": 1e-4, "mass": 1.0}, "unbalanced mass"),
    ],
)
def test_what_no_chain_survives_is_refused(drive, words):
    with pytest.raises(CatenaError, match=words):
        build_spatial(two_sprockets(**drive))


def test_misalignment_is_mapped():
    """Offset and skew of the sprocket that stands out of line are axes."""
    maps = maps_of(two_sprockets(offset=0.004))
    keys = {axis.word: axis.key for axis in maps.axes}
    assert keys["offset"] == "sprocket[1].offset"
    turned = maps.spec.with_values({keys["skew_y"]: "0.5 deg"})
    assert turned.sprocket[1].skew == pytest.approx((0.0, np.radians(0.5)))
    with pytest.raises(CatenaError, match='expected "spatial"'):
        maps_of(load("examples/roller_chain_bicycle.toml"))
