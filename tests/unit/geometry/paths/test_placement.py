"""Pins on a path: pitch, seats, link counts, slack."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catena.errors import GeometryError
from catena.geometry.curve import Curve, arc
from catena.geometry.guide import Rail
from catena.geometry.paths.path import Guide, Wheel, wrap_path
from catena.geometry.paths.placement import (
    close,
    downward_turn,
    fit,
    loosest_span,
    place,
    sagging,
    slack_of,
    walk,
)
from catena.geometry.tooth import pitch_radius, roller_gap
from catena.geometry.tooth_forms import ansi_b29_1, iso_606

NO_40 = 0.0127
PITCH = 0.009525


def timing_drive(fixed: Rail | None = None):
    """The engine timing drive of data set p3; the crank turns clockwise."""
    arcs = {
        "tension": arc((-0.44118, 0.05383), 0.4, -0.25, 0.75),
        "fixed": arc((0.84304, -0.04545), 0.8, np.pi - 0.4, 0.3),
    }
    rails = {name: Rail(name, Curve.of([it]), "left") for name, it in arcs.items()}
    crank, cam = pitch_radius(PITCH, 19), pitch_radius(PITCH, 38)
    return [
        Wheel("crank", (0.0, 0.0), crank, -1, length_per_radian=19 * PITCH / 2 / np.pi),
        Guide(rails["tension"]),
        Wheel("left", (-0.0675, 0.354), cam, -1),
        Wheel("right", (0.0675, 0.354), cam, -1),
        Guide(fixed or rails["fixed"]),
    ]


def two_sprockets(pitches: float, teeth=(24, 24)):
    a, b = (pitch_radius(NO_40, z) for z in teeth)
    return wrap_path(
        [Wheel("driver", (0.0, 0.0), a), Wheel("driven", (pitches * NO_40, 0.0), b)]
    )


def test_equal_sprockets_at_a_whole_distance_take_the_known_count():
    """24/24 teeth, 20 pitches apart: 2 x 20 + 24 links, exactly."""
    found = fit(two_sprockets(20.0), NO_40)
    assert found.link_count == 64
    assert abs(found.slack) < 1e-12


def test_message_for_a_chain_that_is_too_short():
    path = two_sprockets(20.0 + 1.2e-3 / NO_40)  # 2.4 mm longer around
    with pytest.raises(GeometryError, match=r"64 links are 2.4 mm too short .* 66 fit"):
        fit(path, NO_40, 64)


def test_odd_count_needs_leave():
    path = two_sprockets(19.5)
    with pytest.raises(
        GeometryError, match="63 links: inner and outer links alternate"
    ):
        fit(path, NO_40, 63)
    assert fit(path, NO_40, 63, even=False).link_count == 63
    assert fit(path, NO_40).link_count == 64


@settings(max_examples=25, deadline=None)
@given(
    teeth=st.tuples(st.integers(9, 40), st.integers(9, 40)),
    pitches=st.floats(25.0, 60.0),
    share=st.floats(0.1, 0.9),
)
def test_links_keep_their_pitch_and_pins_lie_in_gaps(teeth, pitches, share):
    """The chain begins in a free span, where its misfit harms no sprocket."""
    path = two_sprockets(pitches, teeth)
    start = path.starts()[1] + share * path.spans[0].length
    count = fit(path, NO_40).link_count
    placed = place(path, NO_40, count, start)
    links = np.hypot(*np.diff(placed.pins, axis=0).T)
    assert np.abs(links - NO_40).max() < 1e-13
    for index, (wheel, z) in enumerate(zip(path.items, teeth, strict=True)):
        on_it = placed.pins[placed.seat == index] - wheel.centre
        turns = (np.arctan2(on_it[:, 1], on_it[:, 0]) - placed.phases[wheel.name]) * z
        off = np.abs(np.angle(np.exp(1j * turns))) / z
        assert off.max() < 1e-9


def test_tension_guide_is_turned_until_120_links_fit():
    """Data set p3: the notes found 0.0173 rad with the lengths of a wound band."""
    items = timing_drive()
    guide: Rail = items[1].rail

    def path_at(angle: float):
        turned = Guide(guide.turned_about((-0.105, 0.285), angle))
        return wrap_path([items[0], turned, *items[2:]])

    assert 1e3 * slack_of(path_at(0.0), PITCH, 120) == pytest.approx(0.6, abs=0.02)
    angle = close(path_at, PITCH, 120, (-0.02, 0.05), what="angle")
    assert angle == pytest.approx(0.0173, abs=4e-4)
    placed = place(path_at(angle), PITCH, 120)
    assert abs(placed.misfit) < 1e-12
    for index, teeth in ((0, 19), (2, 38), (3, 38)):
        assert _smallest_gap(placed, index, iso_606(PITCH, teeth, 0.00635)) > -1e-12


def test_message_when_no_guide_position_closes_the_chain():
    items = timing_drive()

    def path_at(angle: float):
        turned = Guide(items[1].rail.turned_about((-0.105, 0.285), angle))
        return wrap_path([items[0], turned, *items[2:]])

    with pytest.raises(
        GeometryError, match=r"124 links do not fit for any guide angle"
    ) as found:
        close(path_at, PITCH, 124, (-0.01, 0.05), what="guide angle")
    assert str(found.value).endswith("; 120 would fit")


def test_a_parameter_that_lengthens_the_path_both_ways_is_found():
    """An idler below the lower span: the path is shortest where it stands midway."""
    wheels = [Wheel("a", (0.0, 0.0), 0.05, 1.0), Wheel("b", (0.4, 0.0), 0.05, 1.0)]

    def path_at(x: float):
        idler = Wheel("idler", (0.2 + x, -0.06), 0.03, -1.0)
        return wrap_path([wheels[0], idler, wheels[1]])

    pitch = path_at(0.05).length / 1000.0
    spare = [slack_of(path_at(x), pitch, 1000) for x in (-0.12, 0.0, 0.1)]
    sign = np.sign(spare)
    assert sign[0] == sign[2] != sign[1]
    x = close(path_at, pitch, 1000, (-0.12, 0.1), what="place of the idler")
    assert abs(slack_of(path_at(x), pitch, 1000)) < 1e-12


@pytest.mark.parametrize("span", [0, 1])
def test_slack_hangs_in_one_span(span):
    """24/24 teeth, 66 links where 64 are taut; lower and upper span."""
    taut = two_sprockets(20.0)
    turn = downward_turn(taut, span)
    loose = sagging(taut, NO_40, 66, span, turn_sign=turn)
    placed = place(loose, NO_40, 66)
    assert abs(placed.misfit) < 1e-12
    heights = loose.points(
        loose.starts()[loose.spans[span].piece]
        + np.linspace(0.0, loose.spans[span].length, 101)
    )[:, 1]
    assert np.argmin(heights) == pytest.approx(50, abs=1)
    other = loose.spans[1 - span].length
    assert other == pytest.approx(20 * NO_40, abs=1e-12)
    for index in (0, 1):
        gap = _smallest_gap(placed, index, ansi_b29_1(NO_40, 24, 0.007925))
        assert gap > -1e-12


def test_little_slack_sags_as_much_as_a_parabola():
    """sag = sqrt(3 L slack / 8) for a flat span; the wheels give way a little."""
    taut = wrap_path([Wheel("a", (0, 0), 0.06), Wheel("b", (4.0, 0), 0.06)])
    pitch = 0.02
    count = fit(taut, pitch).link_count + 2
    slack = slack_of(taut, pitch, count)
    loose = sagging(taut, pitch, count, 0, turn_sign=1.0)
    middle = loose.points(loose.starts()[1] + 0.5 * loose.spans[0].length)
    assert -0.06 - middle[1] == pytest.approx(np.sqrt(3 * 4.0 * slack / 8), rel=0.03)


def test_longest_span_is_the_loosest():
    assert loosest_span(wrap_path(timing_drive())) == 4


def test_walk_takes_many_starts_at_once():
    path = two_sprockets(20.0)
    starts = np.array([0.0, 0.003, 0.2])
    together = walk(path, NO_40, starts, 64)
    apart = np.stack([walk(path, NO_40, s, 64) for s in starts], axis=1)
    assert np.abs(together - apart).max() < 1e-13


def _smallest_gap(placed, index, profile):
    wheel = placed.path.items[index]
    phase, rows = placed.phases[wheel.name], profile.contour
    c, s = np.cos(phase), np.sin(phase)
    x, y = (placed.pins - wheel.centre).T
    gaps = [
        roller_gap(
            rows.code,
            rows.shape,
            0,
            len(rows.code),
            profile.tooth_count,
            profile.roller_radius,
            c * a + s * b,
            c * b - s * a,
        )[0]
        for a, b in zip(x, y, strict=True)
    ]
    return min(gaps)
