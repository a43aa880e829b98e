"""Tooth gaps as splines in drive files: the planar drive and that in space."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

import catena as ct
from catena.drives.loading import spec_from
from catena.drives.roller_chain.layout.placement import layout_of
from catena.errors import SpecError

EXAMPLE = Path("examples/roller_chain_out_of_line.toml")


def in_line(fidelity, form, duration=0.06):
    """Two sprockets in line with a tooth form each."""
    data = tomllib.loads(EXAMPLE.read_text())
    data["fidelity"] = fidelity
    del data["sprocket"][1]["offset"]
    data["solve"] |= {"duration": duration, "settle": 0.5 * duration}
    if fidelity == "planar":
        data["solve"]["start"] = "path"
    for part, chosen in zip(data["sprocket"], form, strict=True):
        part["tooth_form"] = chosen
    return spec_from(data)


def sampled():
    """The ISO gaps of both sprockets as points, ten of seat and flank each."""
    placed = layout_of(in_line("planar", [{"kind": "ISO 606"}] * 2))
    found = []
    for profile in placed.profiles:
        seat, flank = profile.half_gap.pieces()[:2]
        places = [seat.at(s)[:2] for s in np.linspace(0.0, seat.length, 10)]
        places += [flank.at(s)[:2] for s in np.linspace(0.0, flank.length, 11)[1:]]
        x, y = np.array(places).T
        points = np.round(np.stack([y, x - profile.pitch_radius], axis=-1), 8)
        found.append({"kind": "spline", "points": points.tolist()})
    return found


@pytest.mark.parametrize("fidelity", ["planar", "spatial"])
def test_spline_through_iso_points_carries_as_the_standard(fidelity):
    """Tensions of both spans within 1 N of 400 N, means over 30 ms."""
    forms = [{"kind": "ISO 606"}] * 2, sampled()
    means = []
    for form in forms:
        run = ct.simulate(in_line(fidelity, form))
        late = run.read("time") > 0.03
        means.append(run.read("span_tension")[late].mean(axis=0))
    assert means[1] == pytest.approx(means[0], abs=1.0)
    assert np.abs(means[0]).max() > 300.0


@pytest.mark.parametrize("kind", ["spline", "drawn"])
def test_points_are_asked_for(kind):
    with pytest.raises(SpecError, match='points belong to kind = "drawn" or "spline"'):
        in_line("planar", [{"kind": kind}] * 2)
