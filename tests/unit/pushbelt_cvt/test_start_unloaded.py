"""A start from grooves that have not yet given way."""

import numpy as np
import pytest
from variators import spec_with

from catena.drives.pushbelt_cvt.build import build
from catena.drives.pushbelt_cvt.layout import layout_of
from catena.drives.pushbelt_cvt.start import start_state
from catena.pushbelt.flanks import add_flank_forces
from catena.pushbelt.samples import P_AXIAL, empty_samples
from catena.pushbelt.scratch import work_for
from catena.pushbelt.step import advance
from catena.pushbelt.tables import COUNT, F_N, PULLEY, TX, TY, Z

UNLOADED = {"start__grooves": "unloaded", "start__ring_tension": "2600 N"}


def test_elements_stand_evenly_on_circles_of_the_ratio() -> None:
    placed = layout_of(spec_with(start__ratio=2.25, **UNLOADED))
    start, elements = placed.start, placed.elements
    assert start.ring_tension == 2600.0
    assert start.radius_secondary / start.radius_primary == pytest.approx(2.25)
    np.testing.assert_allclose(np.diff(elements.places), elements.places[1])
    assert elements.bent.tilts == ((0.0, 0.0), (0.0, 0.0))
    assert elements.bent.fibre.length == pytest.approx(0.680 * (1.0 + 2600 / 8.3916e6))


@pytest.mark.parametrize("sheaves", ["rigid", "tilting", "coupled"])
def test_sheaves_just_touch(sheaves: str) -> None:
    job = build(spec_with(enhancements__sheaves=sheaves, solve__step=2e-6, **UNLOADED))
    state = job.start
    assert not state.pulley[[TX, TY]].any()
    work = work_for(job.system, state)

    def axial() -> np.ndarray:
        assert add_flank_forces(job.system, state, work, 0.0)
        forces = work.flank[:, F_N] * (np.arange(440) < work.counter[COUNT])
        return np.bincount(work.flank_code[:, PULLEY], forces, minlength=2)

    assert np.all(axial() < 200.0)  # one flank, where a strand begins
    state.pulley[Z] -= 2e-6
    assert np.all(axial() > 500.0)


def test_clamping_then_presses_the_belt_into_the_grooves() -> None:
    """The end stop stays: the loaded start has its groove closed further."""
    openings = {}
    for grooves in ("unloaded", "loaded"):
        spec = spec_with(
            start__grooves=grooves, start__ring_tension="2600 N",
            belt__element_count=110, ring__span_count=55, solve__step=2e-6,
        )  # fmt: skip
        job = build(spec)
        openings[grooves] = job.start.pulley[Z, 0]
        if grooves == "unloaded":
            work = work_for(job.system, job.start)
            samples = empty_samples(400, 1, job.start)
            trouble, _ = advance(job.system, job.start, work, 2e-6, 10, samples)
            assert trouble == 0
            assert samples.pulley[0, P_AXIAL, 1] < 0.5 * 10520
            assert samples.pulley[200:, P_AXIAL, 1].mean() == pytest.approx(
                10520, rel=0.1
            )
            assert job.start.pulley[Z, 0] == openings["unloaded"]
    assert openings["loaded"] < openings["unloaded"] - 1e-5


def test_the_ring_has_the_tension_of_the_tight_strand_if_none_is_given() -> None:
    start = start_state(spec_with(start__grooves="unloaded"))
    assert start.ring_tension == start.tension_tight
