"""Chapter 7: what its text says about tables and figures, statement by statement.

The thesis prints no parameters, so the statements are about sign and shape. Those that
do not hold here are listed; the theory page says why.
"""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[3] / "examples"))

from pushbelt_against_thesis import FIGURES
from pushbelt_verdicts import BAD

pytestmark = pytest.mark.paper

DISAGREE = {
    "Contact forces, Fig. 7.2 to 7.4": set(),
}


@pytest.mark.parametrize("title", FIGURES)
def test_statements_agree_where_they_did(title, monkeypatch, tmp_path):
    monkeypatch.setenv("CATENA_FIGURES", str(tmp_path))
    rows = FIGURES[title].rows()
    bad = {row.quantity for row in rows if any(word in row.verdict for word in BAD)}
    assert bad == DISAGREE.get(title, set())
    drawn = list(FIGURES[title].pictures())
    assert drawn
    assert all(picture.stat().st_size > 5000 for picture in drawn)
