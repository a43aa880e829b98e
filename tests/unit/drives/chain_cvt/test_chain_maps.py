"""What of a chain variator can be mapped, and what its loads are shares of."""

import math

import pytest

from catena.drives import DRIVES
from catena.drives.chain_cvt.maps import limit_at, maps
from catena.drives.chain_cvt.start.band import band_of
from catena.drives.loading import loads
from catena.errors import InputError


def template():
    return loads(DRIVES["chain_cvt"].template())


def test_axes_and_losses_are_declared() -> None:
    declared = maps(template())
    words = [axis.word for axis in declared.axes]
    assert words == ["ratio", "torque", "load", "speed", "clamping"]
    assert "loss_joint" in [quantity.name for quantity in declared.quantities]


def test_the_limit_is_that_of_the_clamped_pulley() -> None:
    spec = template()
    force, mu = spec.boundary.secondary_force, spec.friction.secondary.coefficient
    radius = band_of(spec.with_values({"start.ratio": 2.0})).radii[1]
    closed = 2.0 * mu * force * radius / math.cos(spec.variator.wedge_angle)
    limit = limit_at(spec, {"start.ratio": 2.0})
    assert limit == pytest.approx(closed, rel=1e-3)
    double = limit_at(spec, {"start.ratio": 2.0, "boundary.secondary_force": 2 * force})
    assert double == pytest.approx(2.0 * limit, rel=1e-2)


def test_a_free_variator_is_not_mapped() -> None:
    free = {"boundary.stop": "none", "boundary.primary_force": 20e3}
    with pytest.raises(InputError, match="needs one end stop"):
        maps(template().with_values(free))
