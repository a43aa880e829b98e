"""Systems built in Python become drives: the same model, and every verb takes them."""

from pathlib import Path

import numpy as np
import pytest
from test_system_runs import EVERYTHING

import catena as ct
from catena.drives.system.assembly import planar_system
from catena.errors import SpecError
from catena.motion import run
from catena.planar import (
    Coulomb,
    Curve,
    CurveArgument,
    PlanarSystem,
    Regularised,
    SpringDamper,
    Stribeck,
    Unilateral,
)

FILES = [EVERYTHING, *sorted(Path(__file__).parents[4].glob("examples/system_*.toml"))]


def arrays(tables, path=""):
    """Every array in nested tables by its place."""
    if isinstance(tables, np.ndarray) and tables.dtype.names:
        for name in tables.dtype.names:
            yield f"{path}.{name}", np.asarray(tables[name])
    elif isinstance(tables, np.ndarray):
        yield path, tables
    elif hasattr(tables, "_fields"):
        for name in tables._fields:
            yield from arrays(getattr(tables, name), f"{path}.{name}")


@pytest.mark.parametrize("file", FILES, ids=lambda f: getattr(f, "stem", "everything"))
def test_there_and_back_is_the_same_model(file):
    spec = ct.load(file) if isinstance(file, Path) else ct.loads(file)
    plan = planar_system(spec)
    again = planar_system(ct.as_drive(plan, step=1e-5, duration=1.0))
    first, second = plan.build(), again.build()
    assert first.labels == second.labels
    for kind in ("system", "state"):
        pairs = zip(
            arrays(getattr(first, kind)), arrays(getattr(second, kind)), strict=True
        )
        for (path, a), (_, b) in pairs:
            np.testing.assert_allclose(a, b, rtol=1e-15, atol=0.0, err_msg=path)


def shaker():
    plan = PlanarSystem(gravity=(0.0, -9.81))
    table = plan.body("table", free=[])
    x = np.linspace(0.0, 0.1, 33)
    wave = Curve(x.tolist(), (0.1 * np.cos(20.0 * np.pi * x)).tolist(), 0.1)
    plan.prescribe(table, "x", wave)
    box = plan.body("box", 0.5, 1e-3, at=(0.0, 0.05))
    plan.load(box, "x", Curve((-1.0, 1.0), (0.5, -0.5)), CurveArgument.VELOCITY)
    top = table.line((0.0, 1.0))
    for k, law in enumerate((Coulomb(0.2, 0.3), Regularised(0.2, 1e-3))):
        foot = box.point((0.1 * k - 0.05, -0.05))
        normal = (Unilateral(0.2), SpringDamper(1e5, 10.0))[k]
        plan.contact(f"foot{k}", foot, top, normal, law, group="feet")
    arm = plan.wheel("arm", 0.01)
    rub = Stribeck(0.3, 0.2, 0.1, 0.01)
    seat = plan.ground.point((0.0, 0.0))
    plan.journal("seat", arm.point(), seat, 1e5, pin_radius=0.01, friction=rub)
    plan.load(arm, "angle", 0.3)
    return plan


def test_a_run_of_the_drive_is_the_run_in_memory(tmp_path):
    plan = shaker()
    spec = ct.as_drive(plan, step=1e-4, duration=0.3, title="Shaker", record_every=10)
    kept = ct.simulate(spec, out=tmp_path / "run")
    motion = run(plan.build(), 1e-4, 0.3, every=10)
    assert kept.outcome.healthy and kept.dataset.attrs["title"] == "Shaker"
    assert list(kept.read("body")) == ["table", "box", "arm"]
    for axis, name in (("x", "position_x"), ("angle", "angle")):
        for k, body in enumerate(("table", "box", "arm")):
            expected = motion.position(body, axis)
            np.testing.assert_allclose(kept.read(name)[:, k], expected, atol=1e-9)


def test_what_a_file_cannot_say_is_refused():
    plan = PlanarSystem()
    body = plan.body("b")
    plan.load(body, "x", Curve((0.0, 1.0), (1.0, 2.0), 3.0))
    with pytest.raises(SpecError, match="length of its samples, 1"):
        ct.as_drive(plan, step=1e-3, duration=1.0)
    with pytest.raises(SpecError, match=r"solve\.engin"):
        ct.as_drive(PlanarSystem(), step=1e-3, duration=1.0, engin="moreau")
