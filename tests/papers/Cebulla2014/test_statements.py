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
    "Contact forces, Fig. 7.2 to 7.4": {
        "Fig. 7.2, OD: normal force in the smaller arc",
        "Fig. 7.2, OD: friction along the travel in the smaller arc",
        "Fig. 7.2, OD: push force (rocking edge and top) in the push strand",
    },
    "Spiral running, Fig. 7.6, 7.7, 7.17": {
        "Fig. 7.17, OD-SpiRun: radius along the secondary arc, largest torque",
    },
    "Tapered elements and endplay, Table 7.4, Fig. 7.8 to 7.10": {
        "Table 7.4, OD: thrust ratio with taper 0 / 5 / 8 um",
        "Fig. 7.9, OD: part of the primary arc with half the push force",
        "Fig. 7.9, OD: part of the primary arc without push force",
        "Section 7.2.2, OD: oscillation of the push force, push strand",
        "Fig. 7.9, LOW: part of the primary arc without push force",
        "Section 7.2.2, LOW: oscillation of the push force, push strand",
    },
    "Saddles, Table 7.5, Fig. 7.11, 7.12": {
        "Table 7.5, OD: thrust ratio, bilateral / unilateral saddle",
        "Fig. 7.11, OD: normal force at the entry of the smaller arc",
        "Fig. 7.11, OD: push force at the end of the push strand, unilateral saddles",
        "Fig. 7.11, OD: oscillation of the ring's forces in the strands",
        "Fig. 7.12, LOW: push force of an element in the push strand, unilateral",
        "Fig. 7.12, LOW: oscillation of the ring's forces in the strands",
    },
    "Coupled sheaves, Table 7.6, Fig. 7.13 to 7.16": {
        "Table 7.6, OD: thrust ratio, non-coupled / coupled sheaves",
        "Fig. 7.13, OD: normal force at the beginning of the smaller arc",
        "Fig. 7.13, OD: normal force of different elements",
        "Fig. 7.14, OD: the same with rigid sheaves",
        "Fig. 7.15, LOW: normal force in the smaller arc",
        "Fig. 7.16, LOW: friction of the ring in the larger arc",
    },
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
