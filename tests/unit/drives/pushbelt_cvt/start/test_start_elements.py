"""Elements and ring at the start: where they are and what they carry."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.drives.pushbelt_cvt.variators import spec_with

from catena.drives.pushbelt_cvt.layout.belt_data import belt_data
from catena.drives.pushbelt_cvt.layout.data import BeltData, StartState
from catena.drives.pushbelt_cvt.start.course import fibre_offset, ring_course
from catena.drives.pushbelt_cvt.start.elements import (
    contact_forces,
    gaps,
    placed_elements,
)
from catena.drives.pushbelt_cvt.start.initialisation import equilibrium, start_state
from catena.drives.pushbelt_cvt.start.tension import band_of, net_tension

OD = {
    "start__ratio": 0.5,
    "boundary__secondary_torque": 0.5,
    "boundary__secondary_force": 6128.0,
    "boundary__primary_speed": "1000 rpm",
}
LOW = {
    "start__ratio": 2.25,
    "boundary__secondary_torque": 198.24,
    "boundary__secondary_force": 33420.0,
}
CASES: dict[str, dict[str, Any]] = {
    "MED": {},
    "OD": OD,
    "LOW": LOW,
    "brake": {"boundary__secondary_torque": -60.0},
    "MED tapered": {"element__taper": "8 um"},
    "OD tapered": {**OD, "element__taper": "5 um"},
    "LOW 24 mm": {**LOW, "variator": "24 mm"},
    "MED 432": {"belt__element_count": 432},
    "at rest": {"boundary__primary_speed": 0.0},
}


def prepared(case: str) -> tuple[BeltData, StartState]:
    spec = spec_with(**CASES[case])
    return belt_data(spec), start_state(spec)


@pytest.mark.parametrize("case", CASES)
def test_net_tension_is_that_of_the_band(case: str) -> None:
    spec = spec_with(**CASES[case])
    data, start, state = belt_data(spec), start_state(spec), equilibrium(spec).state
    band = band_of(data)
    assert band.mass_per_length == pytest.approx(state.band.mass_per_length)
    course = state.geometry.course()
    s = np.linspace(0.0, course.length, 400, endpoint=False)
    found = net_tension(data, start, course, s)
    begins = course.section_starts()
    radius = {"primary": state.geometry.radius_i, "secondary": state.geometry.radius_o}
    names = np.array(course.sections)[course.section(s)]
    for at, name, value in zip(s, names, found, strict=True):
        if name in radius:
            angle = (at - begins[name]) / radius[name]
            expected = state.tension(name, angle)
        else:
            expected = state.tension_push if name == "push" else state.tension_loose
        assert value == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("case", CASES)
def test_elements_close_the_ring_and_push_what_the_ring_does_not_carry(
    case: str,
) -> None:
    data, start = prepared(case)
    placed = placed_elements(data, start)
    course, s = placed.course, placed.places
    n = data.element.count
    assert s.shape == (n,)
    assert s[0] == 0.0
    assert np.all(np.diff(s) > 0.0)
    assert s[-1] < course.length
    # the ring is as long as its tension makes it, the rocking edges one turn shorter
    stretched = data.ring.length * (
        1.0 + start.ring_tension / data.ring.axial_stiffness
    )
    assert placed.bent.fibre.length == pytest.approx(stretched, rel=2e-12)
    inside = stretched - 2.0 * math.pi * fibre_offset(data)
    assert course.length == pytest.approx(inside, rel=2e-12)
    # ring tension minus push force is the net tension, wherever elements push
    middle = s + 0.5 * np.diff(np.append(s, course.length))
    net = net_tension(data, start, course, middle)
    force = contact_forces(data, course, s)
    np.testing.assert_allclose(force, placed.push)
    wanted = start.ring_tension - net
    np.testing.assert_allclose(force, np.maximum(wanted, 0.0), atol=0.01)
    assert np.all(wanted > -0.01)
    # what does not push has the same play everywhere
    found = gaps(data.element, course, s)
    free = force < 1e-3
    if np.any(free):
        play = np.minimum(found.rocking, found.top)[free]
        np.testing.assert_allclose(play, placed.share, atol=1e-11)
        assert placed.share > 0.0


def test_even_spacing_would_start_with_blows_on_the_pulleys() -> None:
    """Rocking edges roll down on their arcs: t + (r_R - t/6) t^2 / (2 r^2)."""
    data, start = prepared("MED")
    course = ring_course(data, start).parallel(fibre_offset(data))
    even = np.arange(220) * course.length / 220
    force = contact_forces(data, course, even)
    assert np.max(force) > 1000.0
    t, r_r = data.element.thickness, data.element.rocking_radius
    r = start.radius_primary - fibre_offset(data)
    found = gaps(data.element, course, even)
    play = course.length / 220 - t
    series = play - (r_r - t / 6.0) * (t / r) ** 2 / 2.0
    assert np.min(found.rocking) == pytest.approx(series, rel=2e-2)


def test_gaps_are_those_of_two_drawn_elements() -> None:
    """Points of the front, cut out as polygons, against the plane ahead."""
    data, start = prepared("MED tapered")
    element = data.element
    placed = placed_elements(data, start)
    course, s = placed.course, placed.places
    found = gaps(element, course, s)
    half, r = 0.5 * element.thickness, element.rocking_radius
    fan = np.linspace(-0.2, 0.0, 20001)  # of the rocking arc, downwards
    arc = np.stack([half - r + r * np.cos(fan), r * np.sin(fan)])
    height = element.top_level - element.rocking_level
    top = np.array([half + element.top_offset, height])
    for k in (3, 40, 60, 90, 130, 200):
        x, y = course.point(s[[k, k + 1]])
        angle = course.angle(s[[k, k + 1]])
        c, n = np.cos(angle), np.sin(angle)
        rear = np.array([x[1], y[1]]) - half * np.array([c[1], n[1]])
        turn = np.array([[c[0], -n[0]], [n[0], c[0]]])
        own = np.array([x[0], y[0]])

        def distance(point: np.ndarray) -> np.ndarray:
            place = (turn @ point).T + own  # noqa: B023
            return (rear - place) @ np.array([c[1], n[1]])  # noqa: B023

        assert float(np.min(distance(arc))) == pytest.approx(found.rocking[k], abs=1e-9)
        assert float(distance(top)) == pytest.approx(found.top[k], abs=1e-12)


@settings(max_examples=8)
@given(
    st.floats(0.45, 2.2),
    st.floats(-0.8, 0.8).map(lambda load: round(load, 6)),  # no denormal torques
    st.floats(4e3, 3e4),
    st.integers(80, 500),
    st.sampled_from(["study", "24 mm"]),
)
def test_any_start_has_ring_push_and_net_tension_in_agreement(
    ratio: float, load: float, force: float, count: int, name: str
) -> None:
    spec = spec_with(
        variator=name, start__ratio=ratio, belt__element_count=count,
        boundary__secondary_force=force, boundary__secondary_torque=4e-3 * load * force,
    )  # fmt: skip
    data, start = belt_data(spec), start_state(spec)
    placed = placed_elements(data, start)
    middle = placed.places + 0.5 * np.diff(
        np.append(placed.places, placed.course.length)
    )
    net = net_tension(data, start, placed.course, middle)
    np.testing.assert_allclose(
        placed.push, np.maximum(start.ring_tension - net, 0.0), atol=0.05
    )
