"""From a specification to the belt a run starts with."""

import math

import pytest
from tests.unit.drives.pushbelt_cvt.variators import rpm, spec_with

from catena.drives.pushbelt_cvt.layout.belt_lengths import belt_lengths
from catena.drives.pushbelt_cvt.start.initialisation import (
    equilibrium,
    start_state,
    variator_of,
)
from catena.errors import GeometryError
from catena.geometry.variator import belt_length

RING_680 = {"ring__length": "680 mm", "ring__endplay": "0.4 mm"}
"""The belt of the published start values."""


def test_start_of_the_study_at_ratio_one() -> None:
    mass = (1.40 - 7850 * 3.996e-5) * 0.680 / 432
    start = start_state(spec_with(**RING_680, element__mass=mass))
    assert start.belt_speed == pytest.approx(11.463251962, abs=6e-10)
    assert start.speed_secondary == pytest.approx(209.405522, abs=6e-7)
    assert start.force_primary / start.force_secondary == pytest.approx(
        1.4198, abs=5e-5
    )
    assert start.tension_loose == pytest.approx(1138, abs=0.6)
    assert start.tension_tight == pytest.approx(2500, abs=0.6)
    assert start.ring_tension == start.tension_tight


def test_ring_is_as_long_as_its_tension_makes_it() -> None:
    spec = spec_with(start__ring_tension="5 kN", **RING_680)
    start = start_state(spec)
    length = float(belt_length(start.radius_primary, start.radius_secondary, 0.168))
    assert length == pytest.approx(0.680 * (1.0 + 5000.0 / 8.3916e6), rel=1e-13)
    assert start.radius_secondary / start.radius_primary == pytest.approx(start.ratio)


def test_ring_of_a_tight_belt_starts_with_more_than_its_strands() -> None:
    """Overdrive without load: the rocking edges have used up the endplay."""
    spec = spec_with(
        start__ratio=0.5, boundary__secondary_torque=0.5, boundary__secondary_force=6128
    )
    start = start_state(spec)
    assert start.ring_tension > 1.3 * start.tension_tight
    given = start_state(spec.with_values({"start.ring_tension": "900 N"}))
    assert given.ring_tension == 900.0


def settings() -> dict[str, dict[str, object]]:
    """The six settings of Table 4.1, all for the same belt."""
    first = start_state(spec_with())
    f_i, w_o = first.force_primary, first.speed_secondary
    no_torque = {"boundary__secondary_torque": None, "start__ratio": None}
    secondary = {"boundary__stop": "secondary", "boundary__secondary_force": None}
    free = {"boundary__stop": "none", "boundary__primary_force": f_i}
    return {
        "primary torque": {},
        "primary speed": {**no_torque, "boundary__secondary_speed": w_o},
        "secondary torque": {**secondary, "boundary__primary_force": f_i},
        "secondary speed": {
            **secondary,
            **no_torque,
            "boundary__primary_force": f_i,
            "boundary__secondary_speed": w_o,
        },
        "free torque": {**free, "start__ratio": None},
        "free speed": {
            **free,
            **no_torque,
            "boundary__secondary_speed": w_o,
            "start__torque": 75.0,
        },
    }


@pytest.mark.parametrize("name", settings())
def test_every_setting_starts(name: str) -> None:
    start, first = start_state(spec_with(**settings()[name])), start_state(spec_with())
    if name in ("primary speed", "secondary speed"):
        assert start.torque_secondary == 0.0
        assert start.ratio == pytest.approx(rpm(2000) / first.speed_secondary)
        return
    assert start.torque_secondary == pytest.approx(74.58, rel=1e-7)
    assert start.belt_speed == pytest.approx(first.belt_speed, rel=1e-9)
    assert start.force_secondary == pytest.approx(10520.0, rel=1e-7)


def test_run_up_starts_at_rest() -> None:
    speed = {"time": [0.0, 0.1], "value": [0.0, "2000 rpm"]}
    start = start_state(spec_with(boundary__primary_speed=speed))
    assert (start.belt_speed, start.speed_secondary) == (0.0, 0.0)
    assert start.force_secondary == pytest.approx(10520.0)
    assert start.tension_tight - start.tension_loose == pytest.approx(
        74.58 / variator_of(spec_with()).geometry(1.0).radius_o
    )


def test_ratio_range_keeps_the_flanks_between_hub_and_rim() -> None:
    spec = spec_with()
    low, high = variator_of(spec).ratios
    lengths = belt_lengths(spec)
    for ratio in (low, high):
        belt = variator_of(spec).geometry(ratio)
        small, large = sorted((belt.radius_i, belt.radius_o))
        inner, outer = small - lengths.flank_low, large - lengths.flank_high
        assert inner >= 0.02 * (1 - 1e-12)
        assert outer <= 0.08 * (1 + 1e-12)
    with pytest.raises(GeometryError, match=r"ratio 4 is outside .* allows 0\.34"):
        start_state(spec_with(start__ratio=4.0))


def test_torque_above_the_slip_limit_of_the_flanks_is_refused() -> None:
    """2 mu F rho / cos(delta_0) at the radius of the flanks, below that of the ring."""
    most = 2 * 0.09 * 10520 * 50.14e-3 / math.cos(math.radians(11.0))
    assert most == pytest.approx(96.7, abs=0.05)
    start_state(spec_with(boundary__secondary_torque=0.999 * most))
    with pytest.raises(GeometryError) as error:
        start_state(spec_with(boundary__secondary_torque=99.43, **RING_680))
    assert "slip limit exceeded: 99.43 N m" in str(error.value)
    assert "at most 96.721 N m" in str(error.value)
    assert "flanks' radius of 50.14 mm" in str(error.value)
    assert "needs about 10815 N" in str(error.value)
    start_state(
        spec_with(
            boundary__secondary_torque=99.43,
            boundary__secondary_force=10816.0,
            **RING_680,
        )
    )
    low = {"start__ratio": 2.25, "boundary__secondary_force": 33420.0}
    with pytest.raises(GeometryError, match=r"at most 354.* the primary pulley slips"):
        start_state(spec_with(boundary__secondary_torque=400.0, **low))


def test_a_later_torque_above_the_limit_may_be_run() -> None:
    torque = {"time": [0.0, 0.1], "value": [50.0, 150.0]}
    found = equilibrium(spec_with(boundary__secondary_torque=torque))
    assert found.state.torque == 50.0
