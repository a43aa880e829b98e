"""What `catena warmup` compiles is all a run needs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from catena.drives import DRIVES
from catena.drives.system import warm_up
from catena.run.model.engines import ENGINES

PROGRAM = """
from catena.drives import DRIVES
from catena.drives.loading import loads
from catena.drives.running import simulate
from catena.jit import announce_compilation
from catena.motion import run
from catena.planar import Coulomb, Hertz, PlanarSystem, Regularised, Unilateral
from catena.run.model.engines import ENGINES

room = DRIVES["system"]
simulate(loads(room.template().replace('"4 s"', '"0.01 s"')))
room.warm_up()
announce_compilation(print)
for engine in ENGINES:
    smooth = engine not in ("moreau", "event_driven")
    plan = PlanarSystem(gravity=(0.0, -9.81))
    floor = plan.ground.line((0.0, 1.0))
    one = plan.body("one", 1.0, 1e-3, (0.0, 0.049))
    two = plan.body("two", 1.0, 1e-3, (1.0, 0.049))
    plan.spring("tie", one.point(), two.point(), 10.0, 0.1)
    law = Hertz(1e6, exponent=1.5) if smooth else Unilateral(0.2)
    friction = Regularised(0.2, 0.01) if smooth else Coulomb(0.2)
    plan.contact("first", one.circle(0.05), floor, law, friction)
    plan.contact("second", two.circle(0.05), floor, law, friction)
    run(plan.build(), 1e-5, 1e-3, engine=engine)
print("done")
"""


def test_every_engine_takes_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = []
    for name in ("run", "stepper"):
        original = getattr(warm_up, name)

        def noted(*args, original=original, **words):
            taken.append(words.get("engine", "moreau"))
            return original(*args, **words)

        monkeypatch.setattr(warm_up, name, noted)
    DRIVES["system"].warm_up()
    assert set(taken) == set(ENGINES)


@pytest.mark.slow
def test_nothing_is_left_to_compile(tmp_path: Path) -> None:
    """In a process with an empty cache, which compiles for a minute or two."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == ["done"], done.stderr
