"""Rods in files: the same system as in Python, runs, pictures, refusals."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import catena as ct
from catena.drives import DRIVES
from catena.drives.system.build import model_of
from catena.drives.system.figures.picture import scene
from catena.drives.system.reduction import basis_file, run_basis
from catena.errors import InputError, SpecError
from catena.planar import Coulomb, PlanarSystem, Unilateral
from catena.rods.reduction import stored_basis
from catena.spec.writing import resolved_toml, toml_text

EXAMPLES = Path(__file__).parents[4] / "examples"


def ball_on_leaf() -> PlanarSystem:
    """A ball falls on a leaf that is clamped to a body and pinned to the ground."""
    plan = PlanarSystem(gravity=(0.0, -9.81))
    block = plan.body("block", 1.0, 1e-3, (-0.05, 0.0), free=("x",))
    ball = plan.body("ball", 0.05, 1e-5, (0.09, 0.0161), velocity=(0.3, -0.2))
    shape = ct.Rod.straight(
        0.2, 8, 2e4, 0.2, mass_per_length=0.1, start="clamped", end="pinned"
    )
    leaf = plan.rod("leaf", shape, start_on=block, damping=1e-6)
    plan.contact(
        "ball_leaf", ball.circle(0.01), leaf.side("left"), Unilateral(0.5), Coulomb(0.2)
    )
    plan.load(leaf.node(4), "y", 0.1, follows=True)
    return plan


def test_a_rod_in_a_file_is_the_one_of_python() -> None:
    plan = ball_on_leaf()
    spec = ct.as_drive(plan, step=5e-6, duration=1e-3)
    one, two = plan.build(), model_of(ct.loads(resolved_toml(spec)))
    assert one.labels == two.labels
    assert np.allclose(one.state.q, two.state.q, atol=1e-15)
    assert np.allclose(one.system.inertia.M, two.system.inertia.M, rtol=1e-12)
    for name in one.system.beams.dtype.names:
        assert np.allclose(one.system.beams[name], two.system.beams[name], rtol=1e-9)
    assert (two.system.imposed.loads.frame >= 0).all()


def test_a_rigid_ball_bounces_on_a_rod_and_energy_is_kept() -> None:
    spec = ct.as_drive(ball_on_leaf(), step=5e-6, duration=0.01, record_every=20)
    run = ct.simulate(spec)
    assert run.outcome.healthy, run.outcome
    force = run.read("normal_force")[:, 0]
    assert force.max() > 0.1
    assert np.abs(run.read("rod_bending_strain")).max() > 1e-5
    assert (run.read("friction_loss") >= 0.0).all()
    families = {family.name: family for family in scene(run).families}  # type: ignore[union-attr]
    assert families["rod leaf"].poses.shape[1:] == (8, 3)


def test_modes_about_where_a_run_ended(tmp_path: Path) -> None:
    plan = PlanarSystem()
    shape = ct.Rod.straight(0.5, 6, 1e4, 1.0, mass_per_length=0.1, start="clamped")
    rod = plan.rod("rod", shape)
    plan.load(rod.end, "x", 500.0)
    spec = ct.as_drive(
        plan, step=5e-4, duration=0.05, engine="linearly_implicit", record_every=50
    )
    run = ct.simulate(spec, out=tmp_path / "pulled.run")
    found = ct.modes(run.folder, 1).frequencies[0]
    pulled = ct.modes(ct.statics(plan, steps=1)[-1], 1).frequencies[0]
    assert found == pytest.approx(pulled, rel=0.05)
    assert found > 1.5 * ct.modes(shape, 1).frequencies[0]
    basis = run_basis(run.folder, "rod", 2)
    assert basis.P.T @ (basis.mass[:, None] * basis.P) == pytest.approx(np.eye(2))
    again = stored_basis(basis_file(run.folder, "rod"))
    assert np.array_equal(again.P, basis.P)
    assert basis.projection_error < run_basis(run.folder, "rod", 1).projection_error
    with pytest.raises(InputError, match="no rod 'leaf'"):
        run_basis(run.folder, "leaf", 1)


LEAF: dict[str, Any] = {
    "name": "leaf",
    "points": [[0.0, 0.0], [0.2, 0.0]],
    "section": {"shape": "rectangle", "width": "20 mm", "height": "2 mm",
                "modulus": "206 GPa", "density": 7850.0},
}  # fmt: skip


def drive(**parts: Any) -> str:
    """A drive with one rod."""
    return toml_text(
        {"drive": "system", "solve": {"step": 1e-7, "duration": 1e-3}, **parts}
    )


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"rod": [{**LEAF, "start": "pinned", "start_on": "arm"}]},
         "the name of a body"),
        ({"rod": [{**LEAF, "start_on": "ground"}]}, 'start_on: .*"pinned" .*"clamped"'),
        ({"rod": [{**LEAF, "end_on": "ground"}]}, 'end_on: .* the last point'),
        ({"rod": [{**LEAF, "end": "free", "end_on": "arm"}]},
         'found .arm.*end is "free"'),
        ({"rod": [{**LEAF, "elements": 4, "closed": True}]}, "elements"),
        ({"rod": [{**LEAF, "section": {**LEAF["section"], "height": 0.0}}]},
         r"rod\[leaf\].section.height"),
        ({"rod": [LEAF], "solve": {"step": 1e-5, "duration": 1e-3}},
         "expected at most"),
        ({"rod": [LEAF], "load": [{"body": "leaf:99", "axis": "y", "force": 1.0}]},
         "a moving body"),
        ({"rod": [LEAF], "contour": [
            {"name": "top", "body": "lead", "shape": "rod_side", "side": "left"}]},
         "a rod"),
    ],
)  # fmt: skip
def test_refusals_of_rods_in_files(parts: dict[str, Any], words: str) -> None:
    with pytest.raises(SpecError, match=words):
        DRIVES["system"].build(ct.loads(drive(**parts)))


def test_a_free_rod_is_read_again_with_its_defaults_written_out() -> None:
    """A checked file says ``start = "free"`` and ``start_on = "ground"``."""
    spec = ct.loads(drive(rod=[LEAF]))
    assert 'start_on = "ground"' in resolved_toml(spec)
    assert ct.loads(resolved_toml(spec)) == spec


def test_a_holder_of_a_free_end_is_refused_in_python() -> None:
    plan = PlanarSystem()
    shape = ct.Rod.straight(0.2, 8, 2e4, 0.2, mass_per_length=0.1, end="pinned")
    with pytest.raises(SpecError, match=r"rod\[leaf\].start_on: found 'ground'"):
        plan.rod("leaf", shape, start_on=plan.ground)


@pytest.mark.slow
def test_a_strip_on_a_sliding_drum_is_a_capstan() -> None:
    run = ct.simulate(ct.load(EXAMPLES / "system_strip_over_drum.toml"))
    assert run.outcome.healthy, run.outcome
    late = run.read("rod_tension")[-100:].mean(axis=0)
    assert late[-1] / late[0] == pytest.approx(math.exp(0.2 * math.pi), rel=5e-3)
