import numpy as np

import catena as ct
from catena.drives import DRIVES
from catena.study import figures
from catena.study.figures import study_figures
from catena.study.runner import study


def test_one_key_gives_a_curve(toy, tmp_path):
    made = study(toy, ["speed=1 rad/s:100 rad/s:5:log"], out=tmp_path / "s")
    power, rate = study_figures(made)
    assert power.x.label == "speed" and power.x.units == "rad/s" and power.x.log
    assert power.y.label == "mean power" and power.y.units == "W"
    np.testing.assert_allclose(power.traces[0].y, power.traces[0].x)
    assert rate.name == "tooth_rate_over_speed"


def test_two_short_keys_give_labelled_curves(toy, tmp_path):
    made = study(toy, ["load.law=linear,square", "speed=1:4"], out=tmp_path / "s")
    figure = study_figures(made)[0]
    assert [t.label for t in figure.traces] == [
        "load.law = linear",
        "load.law = square",
    ]


def test_two_long_keys_give_a_map(toy, tmp_path, monkeypatch):
    monkeypatch.setattr(figures, "MOST_CURVES", 3)
    count = 4
    spec = toy.with_values({"fails_above": 3.5})
    vary = [f"load.force=1 N:{count} N:{count}", f"speed=1:{count}"]
    figure = study_figures(study(spec, vary, out=tmp_path / "s"))[0]
    z, x, y = figure.map.z, figure.map.x, figure.map.y
    assert np.isnan(z[:, -1]).all()
    np.testing.assert_allclose(z[:, :-1], np.outer(y, x[:-1]))
    assert figure.x.label == "speed" and figure.y.units == "N"
    assert f"{count} without a value" in figure.caption


def test_tiles_that_are_not_trustworthy_are_ringed(toy, tmp_path, monkeypatch):
    """Values in any order; runs that failed have no value and no ring."""
    monkeypatch.setattr(figures, "MOST_CURVES", 1)
    spec = toy.with_values({"warns_above": 1.5, "fails_above": 2.5})
    vary = ["load.force=2,1", "speed=3,1,2"]
    figure = study_figures(study(spec, vary, out=tmp_path / "s"))[0]
    (rings,) = figure.traces
    assert rings.hollow and rings.label == "not trustworthy"
    assert sorted(zip(rings.x, rings.y, strict=True)) == [(2.0, 1.0), (2.0, 2.0)]
    np.testing.assert_array_equal(figure.map.z[:, 1], [2.0, 4.0])


def test_samples_give_scattered_points(toy, tmp_path):
    vary = ["speed=1:9:2", "load.force=1 N:2 N:2"]
    made = study(toy, vary, out=tmp_path / "s", design="latin", samples=6)
    names = [figure.name for figure in study_figures(made)]
    assert names == [
        "power_against_speed",
        "power_against_load_force",
        "tooth_rate_against_speed",
        "tooth_rate_against_load_force",
    ]


def test_nothing_but_failures_gives_no_figure(toy, tmp_path):
    spec = toy.with_values({"fails_above": 0.5})
    assert study_figures(study(spec, ["speed=1:3"], out=tmp_path / "s")) == []


def test_what_is_varied_is_not_drawn_over_itself(tmp_path):
    spec = ct.loads(DRIVES["periodic"].template())
    made = study(spec, ["period=3:3.2:3"], out=tmp_path / "s")
    assert "period_result" in made.key_numbers
    assert all(not f.name.startswith("period") for f in study_figures(made))
