"""What of a chain variator can be mapped, and what its loads are shares of."""

import math

import pytest

from catena.drives import DRIVES
from catena.drives.chain_cvt.maps import limit_at, maps
from catena.drives.chain_cvt.start.band import band_of
from catena.drives.loading import loads
from catena.errors import InputError
from catena.reporting import figures_of_study
from catena.study.maps import make_map


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


def test_a_map_of_even_running_keeps_its_runs_apart(tmp_path) -> None:
    spec = template().with_values({"solve.step": 4e-6})
    made = make_map(spec, ["ratio=1.0", "load=0.5,0.7"], out=tmp_path / "m", even=True)
    assert made.counts["failed"] == 0
    assert all(name.endswith("-even") for name in made.table["run"].values.ravel())
    thrust = made.table["thrust_ratio"].values.ravel()
    assert 1.2 < thrust[0] < thrust[1] < 1.4
    assert "orbit_maps" in made.table
    names = [figure.name for figure in figures_of_study(made)]
    assert "thrust_ratio_curves" in names and len(names) <= 14


def test_a_kind_without_even_running_says_so(tmp_path) -> None:
    belt = loads(DRIVES["pushbelt_cvt"].template())
    with pytest.raises(InputError, match="steady: a pushbelt_cvt cannot"):
        make_map(belt, ["ratio=1.0", "load=0.5"], out=tmp_path / "m", even=True)


def test_a_free_variator_is_not_mapped() -> None:
    free = {"boundary.stop": "none", "boundary.primary_force": 20e3}
    with pytest.raises(InputError, match="needs one end stop"):
        maps(template().with_values(free))
