"""Chapter 7: the hybrid planar model, study variator.

Demands without parameters: balances, convergence, trends. The thesis prints no
parameters, so its own numbers cannot be met.
"""

import math
import sys
from pathlib import Path

import numpy as np
import pytest

from catena.errors import CatenaError

sys.path.insert(0, str(Path(__file__).parents[3] / "examples"))

from pushbelt_along import PRIMARY, PUSH_STRAND, SECONDARY, parts
from pushbelt_measured import drive, measured

import catena as ct
from catena.drives.loading import spec_from

pytestmark = pytest.mark.paper

SHEAVES = ("tilting", "coupled", "rigid")
FLANK_RADIUS = 50.14e-3
"""Of the study variator at ratio 1 [m]."""


@pytest.mark.parametrize("case", ["OD", "MED", "LOW"])
@pytest.mark.parametrize("sheaves", ["rigid", "coupled"])
def test_three_revolutions_run_and_balance(case, sheaves):
    found = measured(case, sheaves)
    assert found.thrust.size == 2
    asked = spec_from(drive(case)).boundary
    assert found.clamping == pytest.approx(asked.secondary_force, rel=0.005)
    assert found.torque == pytest.approx(asked.secondary_torque, rel=0.01, abs=0.2)
    assert abs(found.unexplained) < 0.05


def test_six_revolutions_do_not_drift():
    thrust = measured("MED", "tilting", revolutions=6).thrust
    assert thrust.size == 5
    assert np.ptp(thrust) < 0.01 * thrust.mean()


@pytest.mark.parametrize("sheaves", ["tilting", "coupled"])
def test_half_the_step_changes_little(sheaves):
    whole, half = measured("MED", sheaves), measured("MED", sheaves, step=1e-6)
    assert whole.thrust[-1] == pytest.approx(half.thrust[-1], rel=0.01)
    assert whole.speed == pytest.approx(half.speed, rel=0.001)


def test_half_the_step_changes_little_with_rigid_sheaves():
    """One revolution scatters by 1 % around their mean, whatever the step: the mean of
    seven is compared, after the first, as for the others within 1 %."""
    whole = measured("MED", "rigid", revolutions=8)
    half = measured("MED", "rigid", revolutions=8, step=1e-6)
    assert whole.thrust.size == half.thrust.size == 7
    assert whole.thrust.mean() == pytest.approx(half.thrust.mean(), rel=0.01)
    assert whole.speed == pytest.approx(half.speed, rel=0.001)


def test_a_finer_friction_tolerance_changes_little():
    coarse, fine = (
        measured("MED", "tilting"),
        measured("MED", "tilting", tolerance=1e-3),
    )
    assert coarse.thrust[-1] == pytest.approx(fine.thrust[-1], rel=0.01)


def test_most_steps_converge():
    assert measured("MED", "tilting").capped < 0.01
    assert measured("LOW", "coupled").capped < 0.05


@pytest.mark.parametrize("sheaves", SHEAVES)
def test_torque_follows_from_the_strands(sheaves):
    """M_O = dT r_ring + dP r_rocking."""
    found = measured("MED", sheaves)
    assert found.strand_torque == pytest.approx(found.torque, rel=0.03)


def test_push_force_is_constant_in_the_push_strand():
    push = parts(measured("MED", "tilting").along.on("push", PUSH_STRAND), 8)
    assert np.ptp(push) < 0.1 * push.mean()


def test_thrust_rises_and_falls_with_the_torque():
    """Figure 7.5: starts near 1, one maximum, falls before slip."""
    torques = (2.0, 24.86, 49.72, 74.58, 90.0)
    thrust = [measured("MED", "tilting", torque=m).thrust[-1] for m in torques]
    assert 0.98 < thrust[0] < 1.05
    top = int(np.argmax(thrust))
    assert 1 < top < 4
    assert np.all(np.diff(thrust[: top + 1]) > 0.0)
    assert np.all(np.diff(thrust[top:]) < 0.0)


def test_slip_begins_at_its_torque():
    """2 mu F rho / cos(delta_0): more is refused, and the belt slips at it."""
    limit = 2.0 * 0.09 * 10520.0 * FLANK_RADIUS / math.cos(math.radians(11.0))
    with pytest.raises(CatenaError, match=r"slip"):
        measured("MED", "tilting", torque=99.43)
    data = drive("MED", "tilting")
    table = {"time": [0.0, 0.01, 0.02], "value": [74.58, 74.58, 120.0]}
    data["boundary"]["secondary_torque"] = table
    data["solve"] = {"step": 2e-6, "duration": 0.12}
    with pytest.raises(CatenaError, match=r"gross slip") as told:
        ct.simulate(spec_from(data))
    carried = float(str(told.value).split("transmits ")[1].split(" N m")[0])
    assert carried == pytest.approx(limit, rel=0.03)


def test_coupled_sheaves_make_the_push_force_rise_in_the_secondary():
    """Section 7.4, LOW: sign of the three effects."""
    rigid, coupled = measured("LOW", "rigid"), measured("LOW", "coupled")
    flank = [
        parts(run.along.on("flank_normal", SECONDARY), 8) for run in (rigid, coupled)
    ]
    assert rigid.push[:6].max() < 1.05 * rigid.push[0]
    assert coupled.push[:6].max() > 1.15 * coupled.push[0]
    assert flank[1][-1] > 1.2 * flank[0][-1]
    assert coupled.spiral[1] > 5.0 * rigid.spiral[1]


def test_taper_takes_endplay_and_brings_push_force_forward():
    """Section 7.2.1, Figures 7.8 and 7.9."""
    tapers = (0.0, 5e-6, 8e-6)
    found = [measured("MED", "tilting", taper=taper) for taper in tapers]
    assert np.all(np.diff([f.top_endplay for f in found]) < 0.0)
    first = [parts(f.along.on("push", PRIMARY), 2)[0] for f in found]
    assert np.all(np.diff(first) > 0.0)


@pytest.mark.parametrize("sheaves", ["rigid", "coupled"])
def test_speed_ratio_without_load_is_that_of_rolling_elements(sheaves):
    found = measured("OD", sheaves)
    assert found.speed_ratio == pytest.approx(found.no_slip_ratio, rel=0.001)


@pytest.mark.parametrize("case", ["OD", "MED", "LOW"])
def test_thrust_at_low_torque_is_near_the_ratio_of_wraps(case):
    wraps = {"OD": 1.3155, "MED": 1.0, "LOW": 0.7293}[case]
    torque = {"OD": 0.5, "MED": 2.0, "LOW": 5.0}[case]
    found = measured(case, "coupled", torque=torque)
    assert found.thrust[-1] == pytest.approx(wraps, rel=0.25)
