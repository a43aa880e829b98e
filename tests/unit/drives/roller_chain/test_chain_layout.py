"""The chain lies on its path: closed, in the gaps, free of penetration, in motion."""

from __future__ import annotations

import numpy as np
import pytest
from chain_drives import BENCHMARK, changed, job_of

from catena.drives.roller_chain.build import ChainJob
from catena.drives.roller_chain.start.equilibrium import start_state
from catena.errors import GeometryError
from catena.geometry.polygon import PolygonPair
from catena.geometry.tooth import gap_distance
from catena.integrators.planar_chain.assembly import link_view, rotor_view
from catena.pairs.roller_depth import roller_depth

THREE = [
    BENCHMARK["sprocket"][0],
    {**BENCHMARK["sprocket"][1], "name": "right", "tooth_count": 18},
    {
        "name": "top",
        "tooth_count": 15,
        "centre": [0.1, 0.15],
        "inertia": 0.01,
    },
]
IDLER = {
    "name": "idler",
    "tooth_count": 12,
    "centre": [0.127, -0.065],
    "side": "outside",
    "inertia": 0.01,
}


def drives() -> list[ChainJob]:
    driver, driven = BENCHMARK["sprocket"]
    three = changed(sprocket=THREE)
    del three["chain"]["link_count"]
    idler = changed(sprocket=[driver, IDLER, driven])
    del idler["chain"]["link_count"]
    slack = changed(sprocket__1__centre=[0.2535, 0.0], solve__gravity=[0.0, -9.81])
    found = BENCHMARK, three, idler, slack
    return [job_of(changed(data, start__shape="path")) for data in found]


@pytest.mark.parametrize("job", drives(), ids=["two", "three", "idler", "slack"])
def test_nothing_penetrates_and_joints_close(job: ChainJob) -> None:
    state, _ = start_state(job.spec, job.placed, job.system)
    system, profiles = job.system, job.placed.profiles
    x, y, angle = link_view(system, state.q)
    half = system.half
    front = np.stack([x + half * np.cos(angle), y + half * np.sin(angle)])
    rear = np.stack([x - half * np.cos(angle), y - half * np.sin(angle)])
    stretch = np.hypot(*(np.roll(rear, -1, axis=1) - front))
    assert stretch.max() < 2e-5 * job.placed.chain.pitch + 1e-12
    deepest = 0.0
    for j, profile in enumerate(profiles):
        centre_x, centre_y, phi = rotor_view(system, state.q)[:, j]
        p = np.stack([rear[0] - centre_x, rear[1] - centre_y])
        u = np.exp(-1j * phi) * (p[0] + 1j * p[1])
        gap = np.round(np.angle(u) * profile.tooth_count / (2 * np.pi))
        u = u * np.exp(-2j * np.pi * gap / profile.tooth_count)
        for point in u[np.abs(u) < profile.tip_radius + profile.roller_radius]:
            d, *_ = gap_distance(*profile.contour, 0, len(profile.contour.code),
                                 point.real, point.imag)  # fmt: skip
            deepest = max(deepest, profile.roller_radius - d)
    assert deepest < 2e-7


@pytest.mark.parametrize("job", drives()[:3], ids=["two", "three", "idler"])
def test_velocities_do_not_stretch_the_chain(job: ChainJob) -> None:
    state, _ = start_state(job.spec, job.placed, job.system)
    angle = link_view(job.system, state.q)[2]
    c, s, half = np.cos(angle), np.sin(angle), job.system.half
    v_x, v_y, w = link_view(job.system, state.u)
    front = np.stack([v_x - half * s * w, v_y + half * c * w])
    rear = np.stack([v_x + half * s * w, v_y - half * c * w])
    gap = np.hypot(*(np.roll(rear, -1, axis=1) - front))
    speed = np.hypot(v_x, v_y).mean()
    assert gap.max() < 1e-9 * speed
    teeth = np.array([part.tooth_count for part in job.spec.sprocket])
    turning = rotor_view(job.system, state.u)[2]
    ratio = np.abs(turning) * teeth / (turning[0] * teeth[0])
    assert np.abs(ratio - 1.0).max() < 1.0 / np.cos(np.pi / teeth.min()) ** 2 - 1.0


def test_the_start_knows_the_polygonal_ratio() -> None:
    """The slack strand hangs, the tight one is a four-bar linkage: its ratio."""
    half = changed(
        chain__link_count=63,
        chain__offset_link=True,
        sprocket__1__centre=[19.45 * 0.0127, 0.0],
        sprocket__1__boundary__torque=1.0,
    )
    for j in range(2):
        half["sprocket"][j]["tooth_form"] = {"kind": "ideal"}
    job = job_of(half)
    state, found = start_state(job.spec, job.placed, job.system)
    assert found is not None
    assert found.reached
    pair = PolygonPair.from_tangent(24, 24, 0.0127, 19.45)
    low, high = pair.ratio_extremes()
    turn = rotor_view(job.system, state.q)[2, 0]
    tight = np.exp(1j * turn) * np.exp(2j * np.pi * np.arange(24) / 24)
    angle = np.angle(tight)[np.argmin(np.abs(np.angle(tight) - np.pi / 2))]
    turning = rotor_view(job.system, state.u)[2]
    ratio = turning[1] / turning[0]
    assert low < ratio < high
    assert abs(ratio - 1.0) > 1e-3
    wanted = float(pair.at(np.array(angle)).speed_ratio)
    assert ratio == pytest.approx(wanted, abs=5e-4)  # the links are soft


def test_depth_agrees_with_the_exact_distance() -> None:
    job = job_of(BENCHMARK)
    profile = job.placed.profiles[0]
    code, shape = profile.contour
    random = np.random.default_rng(7)
    radius, half = profile.roller_radius, np.pi / profile.tooth_count
    for _ in range(2000):
        r = profile.pitch_radius + random.uniform(-1.0, 1.5) * radius
        a = random.uniform(-half, half)
        x, y = r * np.cos(a), r * np.sin(a)
        d, e_x, e_y, _ = gap_distance(code, shape, 0, len(code), x, y)
        if d <= 1e-6:
            continue
        depth, n_x, n_y = roller_depth(code, shape, 0, len(code), radius, x, y)
        if d >= radius:
            assert depth <= 1e-12
        else:
            assert depth == pytest.approx(radius - d, abs=1e-12)
            assert (n_x, n_y) == pytest.approx((e_x, e_y), abs=1e-9)


def tension_rail(opening: float) -> dict[str, object]:
    """Presses on the lower strand from outside."""
    return {
        "name": "tension rail",
        "after": "driver",
        "rail": {
            "kind": "arc",
            "centre": [0.127, -0.365],
            "radius": 0.3,
            "towards": np.pi / 2,
            "opening": opening,
        },
        "pivot": [0.05, -0.065],
        "inertia": 1e-3,
        "tensioner": {"kind": "spring", "lever": 0.1, "preload": 60.0},
    }


def test_a_tension_rail_takes_up_what_is_too_long() -> None:
    centre = [0.2515, 0.0]  # 5 mm to spare in all
    job = job_of(changed(guide=[tension_rail(0.3)], sprocket__1__centre=centre))
    assert 0.05 < abs(job.placed.turned[0]) < 0.5


def test_what_hinders_a_tension_rail_is_named() -> None:
    """A long rail meets the sprocket before it has taken up 8 mm."""
    centre = [0.25, 0.0]
    with pytest.raises(GeometryError, match=r"beyond .* deg: .*'driven'"):
        job_of(changed(guide=[tension_rail(0.75)], sprocket__1__centre=centre))


def test_a_tension_rail_says_how_many_links_it_can_take_up() -> None:
    centre = [0.2515, 0.0]
    with pytest.raises(
        GeometryError, match=r"70 links do not fit.*; 64 or 66 would fit"
    ):
        job_of(
            changed(
                guide=[tension_rail(0.3)],
                sprocket__1__centre=centre,
                chain__link_count=70,
            )
        )


def test_a_rail_in_a_wheel_is_named_once() -> None:
    inside = {**tension_rail(0.3), "pivot": [0.254, 0.0]}
    inside["rail"] = {**inside["rail"], "centre": [0.254, -0.1], "radius": 0.1}
    with pytest.raises(GeometryError) as found:
        job_of(changed(guide=[inside]))
    assert str(found.value).count("blocks the path") == 1


def test_teeth_in_which_rollers_jam_are_refused_with_a_form_that_fits() -> None:
    few = changed(sprocket__0__tooth_count=6)
    del few["chain"]["link_count"]
    with pytest.raises(GeometryError, match=r"'driver': 6 teeth.*width = 0\.5 } fits"):
        job_of(few)
    few["sprocket"][0]["tooth_form"] = {"width": 0.5}
    job_of(few)


def test_teeth_that_rollers_graze_come_with_a_warning() -> None:
    eight = changed(sprocket__0__tooth_count=8)
    del eight["chain"]["link_count"]
    told = job_of(eight).forecast()
    assert any("'driver': 8 teeth" in words for words in told.values())
    assert not any("teeth" in words for words in job_of(BENCHMARK).forecast().values())


def test_a_drawn_gap_that_holds_no_roller_on_the_pitch_circle_is_refused() -> None:
    """A notch of 45 deg: the roller would rest outside the pitch circle."""
    notch = [[0.0, -0.004], [0.004, 0.0], [0.03, 0.03]]
    drawn = {"kind": "drawn", "points": notch}
    with pytest.raises(GeometryError, match=r"'driver': a roller on the pitch circle"):
        job_of(changed(sprocket__0__tooth_form=drawn))


def test_guides_may_be_listed_in_any_order() -> None:
    """As long as each one leads back to a sprocket."""
    places = {"first": 0.03, "second": 0.1, "third": 0.17}
    behind = {"first": "driver", "second": "first", "third": "driver"}
    guides = [
        {"name": name, "after": behind[name], "rail": {
            "kind": "polyline", "points": [[x, -0.0555], [x + 0.03, -0.0555]]}}
        for name, x in places.items()
    ]  # fmt: skip
    first, second, third = guides
    job = job_of(changed(guide=[second, first, third]))
    order = [item.name for item in job.placed.items]
    assert order == ["driver", "first", "second", "third", "driven"]


@pytest.mark.parametrize("side", ["inside", "outside"])
def test_a_guide_that_misses_the_chain_is_told(side: str) -> None:
    """Below the lower strand, or in the loop below the upper one."""
    below = {"kind": "polyline", "points": [[0.06, -0.2], [0.16, -0.2]]}
    within = {"kind": "polyline", "points": [[0.16, 0.02], [0.06, 0.02]]}
    told = {"outside": ("driver", below, 0.2), "inside": ("driven", within, 0.02)}
    after, rail, y = told[side]
    guide = {"name": "rail", "after": after, "side": side, "rail": rail}
    data = changed(guide=[guide])
    words = job_of(data).forecast()["guide 'rail'"]
    radius, plate = 0.5 * 0.0127 / np.sin(np.pi / 24), job_of(data).placed.chain
    away = abs(y - radius) - 0.5 * plate.plate_height
    assert words == f"does not touch the chain, {1e3 * away:.2f} mm away"


def test_the_tensioner_behind_the_driver_takes_up_the_slack() -> None:
    """However the guides are listed; the other one stands as drawn."""
    upper = tension_rail(0.3)
    rail = upper["rail"]
    x, y = rail["centre"]
    upper |= {"name": "upper rail", "after": "driven", "pivot": [0.05, 0.065]}
    upper["rail"] = {**rail, "centre": [x, -y], "towards": -rail["towards"]}
    centre = [0.2515, 0.0]
    guides = [upper, tension_rail(0.3)]
    placed = job_of(changed(guide=guides, sprocket__1__centre=centre)).placed
    assert placed.turned[0] == 0.0
    assert abs(placed.turned[1]) > 0.03


@pytest.mark.parametrize("towards", [0.5 * np.pi, 1.53, 1.65])
def test_no_joint_that_touches_a_rail_is_overlooked(towards: float) -> None:
    """The box within which joints are looked at holds the whole bulge of the rail."""
    rail = tension_rail(0.3)
    rail["rail"] = {**rail["rail"], "towards": towards}
    job = job_of(changed(guide=[rail], sprocket__1__centre=[0.2515, 0.0]))
    curve = job.placed.rails[0].curve
    surface = curve.points(np.linspace(0.0, curve.total, 20_001)) - rail["pivot"]
    rail, offset = job.system.rails.rails[0], job.system.rails.offset
    box = np.array([rail.x_low, rail.y_low, rail.x_high, rail.y_high])
    assert (surface.min(axis=0) - offset >= box[:2]).all()
    assert (surface.max(axis=0) + offset <= box[2:]).all()


def test_check_tells_the_speed_it_understood_and_a_chain_that_cannot_stand_it() -> None:
    """A speed without its unit is 9.5 times as fast: seen before the run."""
    fine = job_of(changed()).forecast()
    assert fine["speed"].endswith(" m/s") and "rpm, chain" in fine["speed"]
    assert not any("breaking force" in words for words in fine.values())
    fast = changed(sprocket__0__boundary={"kind": "speed", "speed": "40000 rpm"})
    facts = job_of(fast).forecast()
    assert "40000 rpm" in facts["speed"]
    assert any("breaking force is" in words for words in facts.values())
