"""Steps that sweeps do not solve are rescued into the motion that direct methods give.

Heavy discs on light ones: sweeps hand a weight down by the share of the masses in each
round, so that some twenty rows already need thousands of them.
"""

import numpy as np
import pytest

from catena.integrators import rescue
from catena.model import Model
from catena.motion import Motion, run
from catena.planar import Coulomb, PlanarSystem, Unilateral
from catena.tables.contacts import PercussionOptions

DT, STEPS = 2e-4, 8
TIGHT = PercussionOptions(relative_tolerance=1e-10, absolute_tolerance=0.0)
SPEED = 2e-6
"""Difference of velocities [m/s]: a blow of 100 N s is solved to 1e-8 N s, which turns
the lightest disc by 1e-7 m/s per step."""


def tower(*, jointed: bool = False) -> Model:
    """Discs that slide and roll on each other, hit from above by a last one.

    The lowest is braked by a lever on a joint with friction if asked for.
    """
    plan = PlanarSystem(gravity=(0.3, -9.81))
    below, height = plan.ground.line((0.0, 1.0)), 0.0
    for k, mass in enumerate((0.1, 1.0, 10.0, 100.0)):
        falls = 4e-4 if k == 3 else 0.0
        height += 0.1 + falls
        fast = (0.4 if k == 1 else 0.0, -0.8 if k == 3 else 0.0)
        disc = plan.body(
            f"disc{k}", mass, 0.004 * mass, (0.0, height), velocity=fast,
            spin=-9.0 if k == 2 else 0.0,
        )  # fmt: skip
        rebound = Unilateral(0.4 if k == 3 else 0.0)
        skin = disc.circle(0.1)
        plan.contact(f"on{k}", skin, below, rebound, Coulomb(0.2 + 0.1 * k))
        below, height = skin, height + 0.1
        if jointed and k == 0:
            lever = plan.body("lever", 0.3, 1e-3, (0.2, 0.1), velocity=fast)
            plan.pin("axle", lever.point((-0.2, 0.0)), disc.point())
            tip = lever.circle(0.1)
            plan.contact("tip", tip, plan.ground.line((0.0, 1.0)), Unilateral(),
                         Coulomb(0.3))  # fmt: skip
    return plan.build()


def gone(model: Model, options: PercussionOptions) -> Motion:
    return run(model, DT, STEPS * DT, options=options)


@pytest.mark.parametrize("jointed", [False, True])
@pytest.mark.parametrize("other", ["dense", "sweeps"])
def test_rescued_steps_are_those_of_the_direct_method(
    other: str, jointed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = tower(jointed=jointed)
    found = gone(model, TIGHT)
    report = found.state.memory.report
    assert report.rescued[0] > 0  # sweeps alone would not have got here
    assert report.unconverged[0] == 0
    with monkeypatch.context() as patched:
        if other == "dense":  # pivoting, without Newton's method and without sweeps
            patched.setattr(rescue, "solve_sparsely", lambda *tables: False)
            wanted = gone(model, TIGHT)
        else:
            patched.setattr(rescue, "MOST_ROWS", 0)
            wanted = gone(model, TIGHT._replace(max_sweeps=50_000))
            assert wanted.state.memory.report.rescued[0] == 0
    assert found.u == pytest.approx(np.array(wanted.u), abs=SPEED)
    assert found.q == pytest.approx(np.array(wanted.q), abs=STEPS * DT * SPEED)
    lost, other_lost = found.balance(), wanted.balance()
    assert lost.loss == pytest.approx(other_lost.loss, rel=1e-6)
    assert lost.impact_loss.max() > 1.0  # the blow from above
    assert (lost.friction_loss > 0.0).sum() > 1
