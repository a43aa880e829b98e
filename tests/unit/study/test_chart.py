import shlex

import numpy as np
import pytest
from scipy.special import mathieu_a, mathieu_b

from catena.drives.loading import loads
from catena.errors import InputError, SpecError
from catena.periodic.stability.chart import LARGEST_ENTRY
from catena.reporting import report_content
from catena.study import chart_block
from catena.study.chart import chart, stability_codes
from catena.study.chart_block import bench_of, numbers_of, system_of
from catena.study.chart_figures import figures
from catena.study.plan import spec_json
from catena.study.variation import parse_vary

MATHIEU = """
drive = "periodic"
period = 3.141592653589793
coordinate = [{ name = "q" }]
mass = { mean = [[1.0]] }
damping = { mean = [[0.0]] }
[stiffness]
mean = [[1.0]]
harmonic = [{ order = 1, cos = [[0.5]] }]
"""
A = "stiffness.mean[0][0]"
Q = "stiffness.harmonic[0].cos[0][0]"  # K = a + c cos 2t: c = -2 q, even in q


@pytest.fixture(scope="module")
def mathieu():
    return loads(MATHIEU)


@pytest.fixture(scope="module")
def small(mathieu):
    """A chart around the first two tongues of Mathieu's equation."""
    return chart(mathieu, f"{A}=0.3:4.7:23", f"{Q}=0:2:11")


def test_border_follows_the_characteristic_values_of_mathieu(small):
    a, q = small.read("boundary_x"), 0.5 * small.read("boundary_y")
    assert np.isnan(a).sum() == 1, "two tongues, two lines"
    a, q = a[np.isfinite(a)], q[np.isfinite(q)]
    curves = np.array(
        [f(m, q) for f, m in ((mathieu_b, 1), (mathieu_a, 1), (mathieu_b, 2))]
        + [mathieu_a(2, q)]
    )
    distance = np.abs(curves - a).min(axis=0)
    cell_x, cell_q = 0.2, 0.5 * 0.2
    on_rows = np.isclose(2.0 * q / 0.2, np.round(2.0 * q / 0.2), atol=1e-9)
    assert on_rows.sum() > 15
    assert distance[on_rows].max() < cell_x / 1000
    assert distance.max() < cell_q / 1000 * 4.0, "slopes of the curves stay below 4"


def test_points_are_judged_as_the_theory_does(small):
    a = small.read(small.catalogue["largest_multiplier"].dims[1])
    q = 0.5 * small.read(small.catalogue["largest_multiplier"].dims[0])[:, None]
    inside = (a > mathieu_b(1, q)) & (a < mathieu_a(1, q))
    inside |= (a > mathieu_b(2, q)) & (a < mathieu_a(2, q))
    inside |= a < mathieu_a(0, q)
    np.testing.assert_array_equal(small.read("stability") == 2, inside)
    assert small.outcome.healthy
    assert small.outcome.key_number("unstable_share").value == inside.mean()


def test_every_point_built_gives_the_same_chart(mathieu, small, monkeypatch):
    monkeypatch.setattr(chart_block, "family_of", lambda *_: None)
    bench_of.cache_clear()
    try:
        built = chart(mathieu, f"{A}=0.3:4.7:23", f"{Q}=0:2:11")
    finally:
        bench_of.cache_clear()
    name = "largest_multiplier"
    np.testing.assert_allclose(built.read(name), small.read(name), rtol=1e-9)
    distance = small.read("boundary_x").size - built.read("boundary_x").size
    assert distance == 0


def test_damping_enters_the_verdict(mathieu):
    damped = mathieu.with_values({"damping.mean[0][0]": 0.1})
    run = chart(damped, f"{A}=0.5:1.5:8", f"{Q}=0:1:8")
    codes = run.read("stability")
    assert (codes[0] == 0).all(), "without excitation damping wins everywhere"
    assert codes[-1, 4] == 2


@pytest.mark.parametrize(
    ("x", "y", "shares"),
    [
        (f"{A}=0.5:4:9", "damping.mean[0][0]=0:1:9", True),
        ("period=1 s:4 s:9", f"{Q}=0:1:9", True),
        (f"{A}=0.5:4:3", f"{Q}=0:1:9", False),
    ],
)
def test_families_are_the_systems_they_stand_for(mathieu, x, y, shares):
    x, y = parse_vary(x), parse_vary(y)
    bench = bench_of(spec_json(mathieu), x, y)
    assert (bench.family is not None) == shares
    if bench.family is None:
        return
    parts = np.linspace(0.0, 0.99, 7)
    at_x, at_y = numbers_of(x)[[1, 6]], numbers_of(y)[[7, 2]]
    batch = bench.family.batch(at_x, at_y)
    for k, (i, j) in enumerate([(7, 1), (2, 6)]):
        built = system_of(bench.spec_of(i, j))
        assert batch.periods[k] == pytest.approx(built.period, rel=1e-13)
        for ours, theirs in zip(
            batch.sampler(parts, slice(None)),
            built.sample(parts * built.period)[:3],
            strict=True,
        ):
            np.testing.assert_allclose(ours[min(k, len(ours) - 1)], theirs, atol=1e-12)


def test_no_family_where_a_coefficient_is_not_a_polynomial():
    from catena.periodic.system import from_fourier
    from catena.study.family import family_of

    x, y = np.linspace(0.1, 2.0, 20), np.linspace(0.0, 1.0, 20)

    def root(i, j):
        return from_fourier(1.0, [[1.0]], [[0.0]], [[np.sqrt(x[j]) + y[i]]])

    def cubic(i, j):
        return from_fourier(1.0 / x[j], [[1.0]], [[0.0]], [[x[j] ** 3 * y[i]]])

    assert family_of(root, x, y) is None
    assert family_of(cubic, x, y) is not None
    assert family_of(cubic, x, y).by_frequency


def test_mistakes_are_told_before_the_map_is_drawn(mathieu, tmp_path):
    with pytest.raises(SpecError, match="did you mean 'stiffness'"):
        chart(mathieu, "stifness.mean[0][0]=0:1:5", f"{Q}=0:1:5")
    with pytest.raises(SpecError, match="more than 0"):
        chart(mathieu, "period=-1:1:5", f"{Q}=0:1:5", out=tmp_path / "c")
    with pytest.raises(SpecError, match="needs numbers"):
        chart(mathieu, "analysis.method=gauss,newmark", f"{Q}=0:1:5")
    with pytest.raises(SpecError, match="at least two values"):
        chart(mathieu, f"{A}=1", f"{Q}=0:1:5")
    with pytest.raises(InputError, match="tolerance"):
        chart(mathieu, f"{A}=0:1:5", f"{Q}=0:1:5", tolerance=0.0)


def test_drives_without_periodic_coefficients_are_refused(toy):
    with pytest.raises(InputError, match="no periodic coefficients"):
        chart(toy, "speed=1:5", "teeth=10:20")


def test_singular_points_leave_gaps(mathieu):
    run = chart(mathieu, "mass.mean[0][0]=-1:1:5", f"{Q}=0:1:5")
    radius = run.read("largest_multiplier")
    assert np.isnan(radius[:, :3]).all(), "no inertia, or a negative one"
    assert np.isfinite(radius[:, 3:]).all()
    assert (run.read("stability")[:, :3] == -1).all()
    told = run.outcome.warnings[0]
    assert "15 of " in told
    assert "points have no value (within " in told
    assert "\n" not in told
    assert f"of {int(np.isfinite(run.read('largest_multiplier')).sum())} points" in (
        run.outcome.verdict
    )


def test_figures_show_the_map_and_its_border(small):
    verdict, growth = figures(small)
    assert verdict.map.categories[2] == "unstable"
    assert verdict.x.label == A and verdict.y.label == Q
    assert verdict.map.z.shape == (11, 23)
    assert verdict.traces[0].x.size == small.read("boundary_x").size
    assert np.nanmax(growth.map.z) > 1.5


def test_points_that_are_not_exact_are_ringed_and_named(mathieu, monkeypatch):
    exact = chart_block.chart_values

    def rough_on_the_right(batch, tolerance):
        values = exact(batch, tolerance=tolerance)
        error = np.where(np.arange(values.error.size) % 3 == 2, 1e-3, values.error)
        return values._replace(error=error)

    monkeypatch.setattr(chart_block, "chart_values", rough_on_the_right)
    made = chart(mathieu, f"{A}=0.5,1.5,2.5", f"{Q}=0,1")
    assert made.outcome.trust == "not trustworthy"
    told = made.outcome.warnings[0]
    assert "2 of 6 points (within stiffness.mean[0][0] = 2.5, " in told
    for figure in figures(made):
        rings = figure.traces[-1]
        assert rings.hollow and rings.label == "not trustworthy"
        np.testing.assert_array_equal(rings.x, [2.5, 2.5])
        np.testing.assert_array_equal(rings.y, [0.0, 1.0])


def test_codes():
    codes = stability_codes(np.array([0.5, 1.0, 1.0 + 1e-9, 2.0, np.nan]), 1e-6)
    np.testing.assert_array_equal(codes, [0, 1, 1, 2, -1])


def test_points_that_grow_beyond_every_number_do_not_spoil_a_chart(mathieu):
    slow = mathieu.with_values({"period": 100.0})
    grown = chart(slow, f"{A}=-100:10:5", "mass.mean[0][0]=1:2:2")
    radius = grown.read("largest_multiplier")
    assert (radius[:, :3] == LARGEST_ENTRY).all()
    assert radius[0, 4] < 1.0 + 1e-6
    assert (grown.read("stability")[:, :3] == 2).all()
    assert "points grow by more than" in grown.outcome.warnings[0]


def test_report_of_a_chart_tells_the_command_that_makes_it(mathieu):
    made = chart(mathieu, f"{A}=0.5:2:4:log", "mass.mean[0][0]=1,1.5,4")
    command = report_content(made).command
    _, verb, _, flag_x, x, flag_y, y = shlex.split(command)
    assert (verb, flag_x, flag_y) == ("chart", "--x", "--y")
    again = chart(mathieu, x, y)
    for name in ("largest_multiplier", *made.catalogue["largest_multiplier"].dims):
        np.testing.assert_allclose(again.read(name), made.read(name))
