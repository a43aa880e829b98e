"""Pulleys of a pushbelt that differ: sheaves, friction by pulley and direction."""

import numpy as np
import pytest
from test_small_car import small_car

from catena.drives.pushbelt_cvt.layout.belt_data import belt_data
from catena.drives.pushbelt_cvt.layout.placement import layout_of
from catena.drives.pushbelt_cvt.plan import system_of
from catena.drives.running import simulate
from catena.errors import GeometryError, SpecError
from catena.solvers.patches.belt_friction import Sweeps

SHORT = {
    "belt__element_count": 110,
    "solve__revolutions": None,
    "solve__duration": 1.5e-3,
    "solve__discard": 0.0,
    "solve__snapshot_interval": 5e-4,
}
GRIP = {"coefficient": 0.09, "radial_coefficient": 0.06, "softening_speed": 2e-3}


def test_elastic_discs_on_elastic_hubs_with_friction_by_direction_keep_energy() -> None:
    spec = small_car(
        **SHORT,
        enhancements__sheaves="tilting and coupled",
        primary__fixed_tilt_stiffness=8e6,
        friction__secondary=GRIP,
    )
    run = simulate(spec)
    tilt = run.read("tilt_x")
    assert np.isfinite(tilt).all() and np.abs(tilt[-1]).min() > 0.0
    energy = run.read("stored_energy")
    work = run.read("shaft_work").sum(axis=1) + run.read("clamping_work").sum(axis=1)
    lost = run.read("loss").sum(axis=1)
    rest = (work - lost - energy) - (work - lost - energy)[0]
    flowing = np.abs(run.read("shaft_work")[-1]).max()
    assert np.abs(rest).max() < 5e-3 * flowing
    normal = np.asarray(run.read("flank_force"), float)[-1]
    out = np.asarray(run.read("flank_friction_outward"), float)[-1]
    x = np.asarray(run.read("element_x"), float)[-1]
    right = x > 0.5 * spec.variator.centre_distance
    assert (np.abs(out[right]) <= 0.0601 * normal[right] + 1e-6).all()
    assert (np.abs(out[~right]) > 0.0601 * normal[~right] + 1.0).any()


def test_pairs_of_sheaves_have_the_stiffness_of_both() -> None:
    alike = system_of(belt_data(small_car()), Sweeps(1.0, 60))
    stiff = small_car(primary__fixed_tilt_stiffness=1e11)
    differ = system_of(belt_data(stiff), Sweeps(1.0, 60))
    k, k_stiff = alike.sheaves.k_tilt[0], differ.sheaves.k_tilt[0]
    assert k_stiff == pytest.approx(2.0 * k, rel=1e-3)
    assert differ.sheaves.k_tilt[1] == alike.sheaves.k_tilt[1]


def test_the_slip_limit_is_that_of_the_pulleys_own_friction() -> None:
    weak = small_car(friction__primary={"coefficient": 0.02})
    with pytest.raises(GeometryError, match="where the primary pulley slips"):
        layout_of(weak)


def test_what_space_does_not_compute_is_refused() -> None:
    with pytest.raises(SpecError, match=r"primary.fixed_tilt_stiffness"):
        small_car(fidelity="spatial", primary__fixed_tilt_stiffness=1e7)
