"""A start from grooves that have not yet given way."""

import numpy as np
import pytest
from tests.unit.drives.pushbelt_cvt.variators import spec_with

from catena.drives.pushbelt_cvt.build import build
from catena.drives.pushbelt_cvt.layout.placement import layout_of
from catena.drives.pushbelt_cvt.start.initialisation import start_state
from catena.integrators.steps.pulley_samples import Pulley
from catena.integrators.steps.pushbelt import advance
from catena.integrators.steps.pushbelt_limit import forces
from catena.integrators.steps.pushbelt_samples import empty_samples
from catena.integrators.steps.pushbelt_tables import System, work_for
from catena.numerics.arrays import Floats

UNLOADED = {"start__grooves": "unloaded", "start__ring_tension": "2600 N"}


def pulleys(system: System, flat: Floats) -> Floats:
    """View (4, 2): turn, groove, slopes along x and y."""
    first = 3 * system.elements
    return flat[first : first + 8].reshape(4, 2)


def test_elements_stand_evenly_on_circles_of_the_ratio() -> None:
    placed = layout_of(spec_with(start__ratio=2.25, **UNLOADED))
    start, elements = placed.start, placed.elements
    assert start.ring_tension == 2600.0
    assert start.radius_secondary / start.radius_primary == pytest.approx(2.25)
    np.testing.assert_allclose(np.diff(elements.places), elements.places[1])
    assert elements.bent.tilts == ((0.0, 0.0), (0.0, 0.0))
    assert elements.bent.fibre.length == pytest.approx(0.680)


@pytest.mark.parametrize("sheaves", ["rigid", "tilting", "coupled"])
def test_sheaves_just_touch(sheaves: str) -> None:
    job = build(spec_with(enhancements__sheaves=sheaves, solve__step=2e-6, **UNLOADED))
    state = job.start
    sheaves_q = pulleys(job.system, state.q)
    assert not sheaves_q[2:].any()
    work = work_for(job.system)

    def axial() -> np.ndarray:
        forces(job.system, state, work)
        rows = work.flanks[: work.row_count[0]]
        return np.bincount(rows.b, rows.force, minlength=2)

    assert np.all(axial() < 200.0)  # one flank, where a strand begins
    sheaves_q[1] -= 2e-6
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
        openings[grooves] = pulleys(job.system, job.start.q)[1, 0]
        if grooves == "unloaded":
            work = work_for(job.system)
            samples = empty_samples(400, 1, job.system)
            trouble, _ = advance(job.system, job.start, work, 2e-6, 10, samples)
            assert trouble == 0
            assert samples.pulley[0, Pulley.AXIAL, 1] < 0.5 * 10520
            assert samples.pulley[200:, Pulley.AXIAL, 1].mean() == pytest.approx(
                10520, rel=0.1
            )
            assert pulleys(job.system, job.start.q)[1, 0] == openings["unloaded"]
    assert openings["loaded"] < openings["unloaded"] - 1e-5


def test_the_ring_has_the_tension_of_the_tight_strand_if_none_is_given() -> None:
    start = start_state(spec_with(start__grooves="unloaded"))
    assert start.ring_tension == start.tension_tight
