import numpy as np

from catena.study.stability_border import border


def lines_of(border):
    points = np.array(border)
    cuts = np.flatnonzero(np.isnan(points[0]))
    pieces = np.split(points, cuts, axis=1)
    return [piece[:, np.isfinite(piece[0])] for piece in pieces]


def test_a_circle_is_found_as_one_closed_line():
    x, y = np.linspace(-2, 2, 41), np.linspace(-1.5, 1.5, 31)

    def inside(at_x, at_y):
        return at_x**2 + at_y**2 < 1.0

    (line,) = lines_of(border(x, y, inside(*np.meshgrid(x, y)), inside))
    np.testing.assert_allclose(np.hypot(*line), 1.0, atol=0.1 / 1000)
    np.testing.assert_array_equal(line[:, 0], line[:, -1])
    steps = np.hypot(*np.diff(line, axis=1))
    assert steps.max() < 0.15, "neighbours on the line are neighbours in the plane"
    turn = np.unwrap(np.arctan2(line[1], line[0]))
    assert abs(turn[-1] - turn[0]) > 2 * np.pi - 1e-6


def test_two_regions_give_two_lines_in_order():
    x, y = np.linspace(0, 4, 30), np.linspace(0, 1, 20)

    def stripes(at_x, at_y):
        return (np.abs(at_x - 1.0) < 0.5) & (at_y > 0.3) | (at_x > 3.0 + 0.5 * at_y)

    found = lines_of(border(x, y, stripes(*np.meshgrid(x, y)), stripes))
    assert len(found) == 2
    straight = next(line for line in found if line[0].min() > 2.0)
    np.testing.assert_allclose(straight[0], 3.0 + 0.5 * straight[1], atol=1e-3)
    assert (np.diff(straight[1]) > 0).all() or (np.diff(straight[1]) < 0).all()


def test_one_region_without_border():
    x = y = np.arange(4.0)
    at_x, at_y = border(x, y, np.ones((4, 4), dtype=bool), None)
    assert at_x.size == at_y.size == 0


def test_without_a_judge_the_middle_of_the_sides_is_given():
    x, y = np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.0])
    unstable = np.array([[False, True, True], [False, True, True]])
    at_x, at_y = border(x, y, unstable, None)
    np.testing.assert_array_equal(at_x, [0.5, 0.5])
    np.testing.assert_array_equal(sorted(at_y), [0.0, 1.0])
