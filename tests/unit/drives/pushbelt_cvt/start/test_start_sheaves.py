"""Sheaves that have given way: the belt sits where all forces are as they should be."""

import math
from typing import Any

import numpy as np
import pytest
from tests.unit.drives.pushbelt_cvt.variators import spec_with

from catena.drives.pushbelt_cvt.build import build
from catena.drives.pushbelt_cvt.layout.belt_data import belt_data
from catena.drives.pushbelt_cvt.start.belt_equilibrium import centrifugal_tension
from catena.drives.pushbelt_cvt.start.initialisation import start_state
from catena.drives.pushbelt_cvt.start.sheaves import bent_course
from catena.drives.pushbelt_cvt.start.tension import band_of, net_tension
from catena.errors import GeometryError
from catena.integrators.steps.pushbelt_limit import forces
from catena.integrators.steps.pushbelt_tables import work_for

LOW = {
    "start__ratio": 2.25,
    "boundary__secondary_torque": 198.24,
    "boundary__secondary_force": 33420.0,
}
SHEAVES = ("rigid", "tilting", "coupled")


@pytest.mark.parametrize("taper", ["0 um", "5 um"])
@pytest.mark.parametrize("sheaves", SHEAVES)
def test_bent_course_is_smooth_closed_and_as_long_as_the_ring(
    sheaves: str, taper: str
) -> None:
    spec = spec_with(enhancements__sheaves=sheaves, element__taper=taper, **LOW)
    data, start = belt_data(spec), start_state(spec)
    course = bent_course(data, start).fibre
    stretched = data.ring.length * (
        1.0 + start.ring_tension / data.ring.axial_stiffness
    )
    assert course.length == pytest.approx(stretched, rel=2e-12)
    assert course.turning == pytest.approx(-2.0 * math.pi, rel=1e-11)
    assert course.sections == ("primary", "push", "secondary", "loose")
    pieces = course.pieces
    for piece, following in zip(pieces, pieces[1:] + pieces[:1], strict=True):
        assert piece.end == pytest.approx(following.start, abs=1e-10)
        turned = (piece.end_angle - following.angle) / (2.0 * math.pi)
        assert turned == pytest.approx(round(turned), abs=1e-11)


@pytest.mark.parametrize("sheaves", SHEAVES)
@pytest.mark.parametrize("case", [{}, LOW], ids=["MED", "LOW"])
def test_flanks_carry_what_the_net_tension_asks(
    case: dict[str, Any], sheaves: str
) -> None:
    """The contact law of the run itself, at the places found in closed form."""
    job = build(spec_with(enhancements__sheaves=sheaves, **case))
    system, state, placed = job.system, job.start, job.placed
    work = work_for(system)
    forces(system, state, work)
    rows = work.flanks[: work.row_count[0]]
    force = np.zeros((2, 220))
    np.add.at(force, (rows.b, rows.a), rows.force)
    course, places = placed.elements.course, placed.elements.places
    band, start = band_of(placed.data), placed.start
    rest = centrifugal_tension(band, start.belt_speed)
    net = net_tension(placed.data, start, course, places) - rest
    turned = -np.diff(course.angle(np.append(places, course.length)))
    wanted = net * turned / (2.0 * math.sin(band.wedge_angle))
    section = course.section(places)
    for p, name in ((0, 0), (1, 2)):
        inner = np.flatnonzero(section == name)[6:-6]  # the ends are rounded
        ratio = force[p, inner] / wanted[inner]
        assert np.median(ratio) == pytest.approx(1.0, abs=0.07)
        assert np.all(np.abs(ratio - np.median(ratio)) < 0.2)
    clamping = (start.force_primary, start.force_secondary)
    for p in (0, 1):
        axial = math.cos(band.wedge_angle) * np.sum(force[p])
        assert axial == pytest.approx(clamping[p], rel=1e-6)
    if sheaves == "tilting":
        slopes = slice(3 * system.elements + 4, 3 * system.elements + 8)
        left = 0.5 * work.h[slopes].reshape(2, 2)  # flanks against hubs, per sheave
        tilt = state.q[slopes].reshape(2, 2) * placed.data.primary.tilt_stiffness
        assert np.hypot(*left).max() < 0.08 * np.hypot(*(left + tilt)).max()


def test_softer_sheaves_let_the_belt_sink_deeper() -> None:
    depth = []
    for stiffness in (1e6, 4e5):
        spec = spec_with(secondary__tilt_stiffness=stiffness, **LOW)
        data, start = belt_data(spec), start_state(spec)
        course = bent_course(data, start).fibre
        s = np.linspace(0.0, course.length, 2000, endpoint=False)
        x, y = course.point(s)
        on = course.section(s) == 2
        depth.append(float(np.ptp(np.hypot(x[on] - 0.168, y[on]))))
    assert depth[1] / depth[0] == pytest.approx(2.5, rel=0.1)
    assert depth[1] == pytest.approx(1.4e-3, rel=0.1)  # as the study's coupled sheaves


def test_sheaves_too_soft_to_start_are_refused() -> None:
    with pytest.raises(GeometryError, match="so soft that the belt sinks in"):
        start_state(spec_with(secondary__tilt_stiffness=1e4, **LOW))
