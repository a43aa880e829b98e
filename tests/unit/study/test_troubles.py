"""Runs that failed or warn are named: in the study, its report and its exports."""

import csv

import pytest

from catena.exchange import export_dataset
from catena.reporting import report, study_outcome
from catena.study.figures import study_figures
from catena.study.runner import study
from catena.study.troubles import troubles_of
from catena.study.variation import shown_value


@pytest.fixture
def made(toy, tmp_path):
    spec = toy.with_values({"fails_above": 8.5, "warns_above": 5.5})
    vary = ["speed=1:10", "load.force=0.1 N:0.3 N:3"]
    return study(spec, vary, out=tmp_path / "s")


def test_reasons_that_differ_in_numbers_are_told_once(made):
    failed, missed, warned = troubles_of(made)
    assert (failed.kind, failed.count) == ("failed", 6)
    assert failed.reason == "diverged at 9 rad/s"
    assert failed.places[0] == {"speed": 9, "load.force": "0.1 N"}
    assert str(failed).endswith("; and 1 more)")
    assert (missed.kind, missed.count) == ("not trustworthy", 9)
    assert missed.reason == "loudness of the hum: 6 (limit 5.5)"
    assert (warned.kind, warned.count) == ("warning", 9)
    told = "warning: 9 runs, hums at 6 rad/s (at speed = 6, load.force = 0.1 N"
    assert str(warned).startswith(told)


def test_the_gravest_word_heads_the_study(made):
    assert made.trust == "failed"
    assert made.trusts.count("not trustworthy") == made.counts["not trustworthy"] == 9
    assert set(made.table["run_trust"].values[5]) == {"not trustworthy"}
    assert study_outcome(made).headline.startswith("failed: 30 runs: 15 trusted, 9 not")


def test_warnings_are_known_after_a_second_start(made, toy, tmp_path):
    spec = toy.with_values({"fails_above": 8.5, "warns_above": 5.5})
    (tmp_path / "s" / "records.jsonl").unlink()  # the runs still tell
    vary = ["speed=1:10", "load.force=0.1 N:0.3 N:3"]
    again = study(spec, vary, out=tmp_path / "s")
    assert troubles_of(again) == troubles_of(made)


def test_the_report_names_them(made):
    page = report(made).read_text(encoding="utf-8")
    assert "Failed: 30 runs: 15 trusted, 9 not trustworthy, 6 failed, 9 with" in page
    assert "failed: 6 runs, diverged at 9 rad/s" in page
    assert "warning: 9 runs, hums at 6 rad/s" in page
    captions = {figure.caption for figure in study_figures(made)}
    assert captions == {
        "30 runs of toy. 6 without a value. 9 not trustworthy, 9 with warnings, see "
        "Health."
    }


def test_a_study_without_trouble_has_none(toy, tmp_path):
    made = study(toy, ["speed=1:3"], out=tmp_path / "s")
    assert troubles_of(made) == []
    assert "Trusted: 3 runs: 3 trusted.<" in report(made).read_text(encoding="utf-8")


def test_the_table_is_exported_with_units_and_words(made, tmp_path):
    path = export_dataset(made.table, "study", "csv", tmp_path / "out")
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 30
    assert rows[16]["speed [rad/s]"] == "6.0"
    assert rows[16]["load_force [N]"] == "0.2"
    assert float(rows[16]["power [W]"]) == pytest.approx(1.2)
    assert (rows[16]["run_status"], rows[29]["run_status"]) == ("complete", "failed")
    assert rows[29]["power [W]"] == ""
    assert rows[16]["run_warnings"] == "hums at 6 rad/s"
    assert rows[16]["run_trust"] == "not trustworthy"
    assert rows[16]["run_missed_checks"] == "loudness of the hum: 6 (limit 5.5)"


def test_a_sample_is_exported_point_by_point(toy, tmp_path):
    made = study(
        toy,
        ["speed=1:9:3", "teeth=10:30"],
        out=tmp_path / "s",
        design="latin",
        samples=4,
    )
    path = export_dataset(made.table, "study", "csv", tmp_path / "out")
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["point"] for row in rows] == ["0", "1", "2", "3"]
    assert [float(row["speed [rad/s]"]) for row in rows] == list(made.table["speed"])


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("0.15000000000000002 rpm", "0.15 rpm"),
        (0.30000000000000004, "0.3"),
        (12345678, "12345678"),
        ("gauss", "gauss"),
        (True, "True"),
    ],
)
def test_values_are_shown_without_rounding_noise(value, words):
    assert shown_value(value) == words
