"""The comparison with measurement: judged honestly, and the page is not stale."""

import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
sys.path.insert(0, str(DOCS))

from measured_chains import span_rows  # noqa: E402
from measured_rows import Row, markdown  # noqa: E402
from measured_variator import capacity_rows  # noqa: E402


@pytest.mark.parametrize(
    ("computed", "fitted", "verdict"),
    [
        (10.2, "", "agrees"),
        (10.9, "", "near (+9%)"),
        (8.0, "", "**disagrees** (-20%)"),
        (10.0, "friction 0.1", "fitted: friction 0.1"),
    ],
)
def test_rows_are_judged_by_their_uncertainty(
    computed: float, fitted: str, verdict: str
) -> None:
    assert Row("x", 10.0, 0.5, computed, "N", fitted).verdict == verdict


def test_what_a_fit_leaves_open_counts() -> None:
    """3 and 4 together explain 5, neither alone does."""
    open_ = Row("x", 100.0, 3.0, 105.0, "N", fit_error=4.0)
    assert open_.verdict == "agrees"
    assert Row("x", 100.0, 3.0, 105.1, "N", fit_error=4.0).verdict == "near (+5%)"
    assert "| 105 ± 4 N |" in markdown([open_])


def test_one_friction_fits_three_settings_and_not_the_others() -> None:
    rows = {row.what.split()[-1]: row for row in capacity_rows()}
    assert rows["MED"].computed == pytest.approx(rows["MED"].measured, rel=1e-6)
    for setting in ("OD", "OD-KpKs"):
        assert rows[setting].computed == pytest.approx(rows[setting].measured, rel=0.1)
    for setting in ("LOW", "LOW-SpiRun", "OD-SpiRun"):
        assert "disagrees" in rows[setting].verdict


def test_the_page_shows_what_is_computed() -> None:
    page = (DOCS / "theory" / "measurement.md").read_text(encoding="utf-8")
    assert markdown(span_rows()) in page
    assert markdown(capacity_rows()) in page
