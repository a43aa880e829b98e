"""Wrap paths: known lengths, the timing drive, and what cannot be."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catena.errors import GeometryError
from catena.geometry.curve import Curve, arc
from catena.geometry.guide import Rail, polyline, spline
from catena.geometry.paths.items import inside, outside
from catena.geometry.paths.path import Guide, Wheel, wrap_path
from catena.geometry.tooth import pitch_radius

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


def test_open_and_crossed_belt_length():
    a = Wheel("a", (0.0, 0.0), 0.1)
    open_belt = wrap_path([a, Wheel("b", (0.7, 0.0), 0.2)])
    crossed = wrap_path([a, Wheel("b", (0.7, 0.0), 0.2, -1.0)], crossed=True)
    assert open_belt.length == pytest.approx(2.356787955913, abs=1e-12)
    assert crossed.length == pytest.approx(2.473135486588, abs=1e-12)


def test_timing_drive_has_the_wraps_and_spans_of_its_data():
    path = wrap_path(timing_drive())
    wraps = {name: np.degrees(angle) for name, angle in path.wraps.items()}
    expected = {
        "crank": 157.75,
        "tension": 13.27,
        "left": 111.49,
        "right": 106.72,
        "fixed": 2.70,
    }
    assert wraps == pytest.approx(expected, abs=0.01)
    spans = [1e3 * span.length for span in path.spans]
    assert spans == pytest.approx([116.41, 142.38, 135.0, 159.42, 160.14], abs=0.03)
    assert path.length / PITCH == pytest.approx(120.0, abs=2e-4)
    assert path.developed_length < path.length


@pytest.mark.parametrize("shape", [polyline, spline])
def test_rail_through_points_of_an_arc_acts_like_the_arc(shape):
    smooth = wrap_path(timing_drive())
    exact = smooth.items[4].rail.curve
    points = exact.points(np.linspace(0.0, exact.total, 15))
    other = wrap_path(timing_drive(Rail("fixed", shape(points), "left")))
    assert other.length == pytest.approx(smooth.length, abs=2e-6)
    assert other.wraps["fixed"] == pytest.approx(smooth.wraps["fixed"], abs=1e-3)


def test_offset_is_the_distance_between_rail_and_path():
    items = timing_drive()
    wide = wrap_path([*items[:4], Guide(items[4].rail, offset=0.003)])
    larger = Rail(
        "fixed", Curve.of([arc((0.84304, -0.04545), 0.803, 2.74, 0.3)]), "left"
    )
    assert wide.length == pytest.approx(
        wrap_path(timing_drive(larger)).length, abs=1e-9
    )


def test_guide_beside_the_path_is_not_touched():
    away = Rail("fixed", polyline([(0.2, 0.3), (0.2, 0.1)]), "left")
    path = wrap_path(timing_drive(away))
    assert path.wraps["fixed"] == 0.0
    assert [span.end for span in path.spans].count("crank") == 1


@settings(max_examples=60, deadline=None)
@given(
    radii=st.lists(st.floats(0.02, 0.09), min_size=3, max_size=6),
    turn=st.floats(0.0, 6.0),
    shift=st.floats(-1.0, 1.0),
)
def test_loop_is_closed_smooth_and_turns_once(radii, turn, shift):
    count = len(radii)
    angles = turn + 2.0 * np.pi * np.arange(count) / count
    places = [(shift + 0.5 * np.cos(a), 0.5 * np.sin(a)) for a in angles]
    wheels = [
        Wheel(f"w{i}", place, r)
        for i, (place, r) in enumerate(zip(places, radii, strict=True))
    ]
    path = wrap_path(wheels)
    assert sum(path.wraps.values()) == pytest.approx(2.0 * np.pi, abs=1e-9)
    starts = path.starts()
    before, h_before = path.frame(starts - 1e-9)
    after, h_after = path.frame(starts + 1e-9)
    assert np.abs(before - after).max() < 1e-8
    assert np.abs(np.angle(np.exp(1j * (h_after - h_before)))).max() < 1e-6
    mirrored = [
        Wheel(w.name, (w.centre[0], -w.centre[1]), w.radius, -1) for w in wheels
    ]
    assert wrap_path(mirrored).length == pytest.approx(path.length, rel=1e-12)


def test_curvature_is_the_turn_per_length():
    path = wrap_path(timing_drive())
    s = np.linspace(0.0, path.length, 500)
    before, after = path.frame(s - 1e-6)[1], path.frame(s + 1e-6)[1]
    turn = np.angle(np.exp(1j * (after - before))) / 2e-6
    close = np.abs(turn - path.curvature(s)) < 1e-4
    assert close.mean() > 0.97  # all but samples next to a joint of two pieces


def test_sagging_span_is_longer_and_still_tangent():
    wheels = [Wheel("a", (0.0, 0.0), 0.05), Wheel("b", (0.5, 0.1), 0.08)]
    taut, loose = wrap_path(wheels), wrap_path(wheels, sag={0: 0.3})
    assert loose.length > taut.length
    starts = loose.starts()
    turn = loose.frame(starts + 1e-9)[1] - loose.frame(starts - 1e-9)[1]
    assert np.abs(np.angle(np.exp(1j * turn))).max() < 1e-6
    half = 0.5 * taut.spans[0].length, 0.5 * loose.spans[0].length
    straight, bent = (
        taut.points(taut.starts()[1] + half[0]),
        loose.points(loose.starts()[1] + half[1]),
    )
    lower = 0.5 * half[1] * np.tan(0.5 * 0.15)  # about the height of the arc
    assert straight[1] - bent[1] == pytest.approx(2 * lower, rel=0.1)


def test_sense_words():
    assert (inside("left"), outside("left")) == (1.0, -1.0)
    assert (inside("right"), outside("right")) == (-1.0, 1.0)


A, B = Wheel("a", (0.0, 0.0), 0.1), Wheel("b", (0.7, 0.0), 0.2)


@pytest.mark.parametrize(
    ("items", "words"),
    [
        ([A], "at least 2 wheels, found 1"),
        ([A, Wheel("a", (0.7, 0.0), 0.2)], "called 'a'"),
        ([A, Wheel("b", (0.7, 0.0), -0.2)], "radius -200.000 mm"),
        ([A, Wheel("b", (0.25, 0.0), 0.2)], "overlap: their centres are 250.000 mm"),
        ([A, Wheel("b", (0.7, 0.0), 0.2, -1)], "crosses itself"),
        (
            [A, Wheel("c", (0.35, 0.1), 0.1), B, Wheel("d", (0.35, 0.45), 0.02, -1)],
            "passes by|cuts|crosses",
        ),
        (
            [A, B, Guide(Rail("g", polyline([(0.3, -0.5), (0.3, 0.5)]), "right"))],
            "guide 'g' blocks the path",
        ),
        (
            [A, B, Guide(Rail("g", polyline([(0.3, 0.12), (0.35, 0.25)]), "right"))],
            "guide 'g' blocks the path: the span from 'b' to 'g' runs behind it",
        ),
        (
            [A, B, Guide(Rail("g", polyline([(0.6, 0.1), (0.5, 0.1)]), "left"))],
            "reaches 58.579 mm into wheel 'b'",
        ),
    ],
)
def test_refusals_in_the_words_of_the_user(items, words):
    with pytest.raises(GeometryError, match=words):
        wrap_path(items)
