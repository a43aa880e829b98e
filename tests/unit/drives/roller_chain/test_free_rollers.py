"""Rollers of a planar drive as bodies: masses, spin, books, agreement, refusals."""

import tomllib
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import catena as ct
from catena.drives.loading import spec_from
from catena.drives.roller_chain.build import build_planar
from catena.drives.roller_chain.start.state import path_state
from catena.errors import CatenaError
from catena.integrators.planar_chain.assembly import work_for
from catena.integrators.planar_chain.step_limit import chain_limit


def drive(rollers="free", **changed):
    """Two sprockets in line."""
    data = tomllib.loads(Path("examples/roller_chain_out_of_line.toml").read_text())
    data["fidelity"] = "planar"
    del data["sprocket"][1]["offset"]
    data["sprocket"][1]["inertia"] = 0.005
    data["contact"] = {"tooth": {"rollers": rollers, "friction": 0.1}}
    data["solve"] |= {"duration": 0.06, "settle": 0.03}
    for path, value in changed.items():
        *way, last = path.split("__")
        place = data
        for key in way:
            place = place.setdefault(key, {})
        place[last] = value
    return spec_from(data)


@cache
def ran(rollers, engine="spring-damper"):
    run = ct.simulate(drive(rollers, contact__engine=engine))
    loss = run.read("loss")
    names = [str(name) for name in run.catalogue.coordinates["mechanism"].values]
    late = run.read("time") > 0.03
    return (
        run.outcome,
        dict(zip(names, np.ptp(loss[late], axis=0), strict=True)),
        (run.read("span_tension")[late].mean(axis=0)),
    )


def test_rollers_take_their_mass_from_the_links():
    jobs = [build_planar(drive(word)) for word in ("free", "turn")]
    free, turning = (job.system for job in jobs)
    n = free.half.size
    weight = free.M.reshape(3, -1)[0]
    assert weight[:n].sum() + weight[-n:].sum() == pytest.approx(
        turning.M.reshape(3, -1)[0, :n].sum()
    )
    assert free.joints.size == 2 * n
    assert free.rotors.size == turning.rotors.size + n
    at_path = [path_state(job.spec, job.placed, job.system) for job in jobs]
    assert chain_limit(free, at_path[0]) < 0.5 * chain_limit(turning, at_path[1])


def test_free_rollers_keep_the_books_and_rub_on_their_bushes():
    outcome, lost, _ = ran("free")
    checks = {check.name: check for check in outcome.checks}
    assert checks["energy"].ok
    assert lost["roller friction"] > 0.0
    assert lost["roller damping"] > 0.0


def test_rollers_decide_themselves_whether_they_turn():
    """Held ones slide most; free ones lie between, as they roll on their teeth."""
    losses = {
        word: sum(ran(word)[1][name] for name in ("tooth friction", "roller friction"))
        for word in ("free", "held")
    }
    assert losses["free"] < losses["held"]
    free, turning = ran("free")[2], ran("turn")[2]
    assert np.ptp(free) == pytest.approx(np.ptp(turning), rel=0.02)


def test_rigid_teeth_carry_as_elastic_ones():
    """Two engines: tensions to 1 N, friction on bushes to 10 %; blows cost energy."""
    rigid, elastic = ran("free", "set-valued"), ran("free")
    assert next(c for c in rigid[0].checks if c.name == "energy").ok
    assert rigid[2] == pytest.approx(elastic[2], abs=1.0)
    name = "roller friction"
    assert rigid[1][name] == pytest.approx(elastic[1][name], rel=0.1)
    assert rigid[1]["tooth impacts"] > 0.0


def test_guides_touch_plates_or_rollers_while_teeth_touch_rollers():
    data = tomllib.loads(Path("examples/roller_chain_timing.toml").read_text())
    data["contact"]["tooth"]["rollers"] = "free"
    data["solve"].pop("step", None)  # too large for rollers
    for on, touched in (("plates", 240), ("rollers", 120)):
        data["contact"]["rail"] = {"on": on}
        system = build_planar(spec_from(data)).system
        n = system.half.size
        assert system.points.size == touched
        assert (system.points.body[:n] == system.rotors.body[-n:]).all()
        assert (system.points.body[n:] < n).all()
        assert system.rails.ahead == touched - n
        assert work_for(system).places.size == touched


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"solve__motion": "quasi-static"}, "a loose roller rests nowhere"),
        ({"spatial__roller": {"concentric": True}}, "have a clearance"),
        ({"spatial__roller": {"mass": 1.0}}, "spatial.roller.mass"),
        ({"spatial__side": {"friction": 0.2}}, "table spatial needs"),
    ],
)
def test_what_free_rollers_do_not_go_with_is_refused(changed, words):
    with pytest.raises(CatenaError, match=words):
        build_planar(drive(**changed))


def test_data_of_rollers_need_free_ones():
    with pytest.raises(CatenaError, match="table spatial needs"):
        drive("turn", spatial__roller={"clearance": 2e-4})
