"""Strands that lead plates onto tooth tips: told by check, named when a run fails."""

from __future__ import annotations

import math
import re

import numba
import pytest

from catena.drives.loading import spec_from
from catena.drives.roller_chain.build import build
from catena.drives.roller_chain.spatial.layout import layout_of
from catena.drives.running import simulate
from catena.errors import SolverError
from catena.pairs.spatial_plate_tooth import plate_depth


def askew(offset=0.0, skew=(0.0, 0.0)):
    """Two sprockets 200 mm apart, as in a workshop."""
    return spec_from({
        "drive": "roller_chain", "fidelity": "spatial",
        "chain": {"standard": "ISO 606 08B-1", "slack": "2 mm"},
        "sprocket": [
            {"name": "driver", "tooth_count": 17, "centre": [0.0, 0.0],
             "boundary": {"kind": "speed", "speed": "450 rpm"}},
            {"name": "driven", "tooth_count": 17, "centre": [0.2, 0.0],
             "adjust": "0 deg", "offset": offset, "skew": list(skew),
             "inertia": 0.02, "boundary": {"kind": "load", "torque": 25.0}},
        ],
        "solve": {"duration": 0.06},
    })  # fmt: skip


@pytest.mark.parametrize(
    ("drive", "words"),
    [
        ({"offset": 0.007}, []),
        ({"offset": 0.009}, ["2.62 deg askew"]),
        ({"skew": (math.radians(17.0), 0.0)}, ["deg askew"]),
    ],
)
def test_a_strand_that_leads_onto_tips_is_told_by_check(drive, words) -> None:
    facts = build(askew(**drive)).forecast()
    told = [text for name, text in facts.items() if name.startswith("warning")]
    assert len(told) == len(words)
    for one, text in zip(words, told, strict=True):
        assert one in text
        assert "offset of 7.9" in text
        assert text.endswith("reduce the offset or skew")


def test_the_angle_is_that_at_which_a_plate_meets_the_edge_of_a_tip() -> None:
    """By the kernel of plates on teeth: a plate just below the tip, beside its edge."""
    spec = askew(0.012)
    placed = layout_of(spec)
    (text,) = placed.warnings(spec)
    most = math.radians(float(re.search(r"up to ([\d.]+) deg", text)[1]))
    (profile, _), chain = placed.profiles, placed.data.chain
    width, pitch = 0.93 * chain.inner_width, chain.pitch
    relief = math.sqrt(2.0 * pitch * 0.06 * pitch)
    clear = profile.tip_radius + placed.data.reach
    beside = math.sqrt(clear**2 - profile.pitch_radius**2) * math.tan(most)
    depth, _ = plate_depth(
        0.0, beside, 0.5 * chain.inner_width, 0.5 * width, relief, pitch
    )
    assert depth == pytest.approx(0.0, abs=5e-6)  # digits of the angle as printed


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="too long without compilation")
def test_a_run_that_fails_out_of_line_names_the_offset_first() -> None:
    with pytest.raises(SolverError) as failed:
        simulate(askew(0.012))
    text = str(failed.value)
    assert "deeper into its bush" in text
    first, then = text.index("reduce the offset or skew first"), text.index("then try")
    assert first < then
    assert "3.50 deg askew" in text
