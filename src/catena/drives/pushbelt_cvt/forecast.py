"""What is known of a variator before it runs: limits and the state it starts with."""

from __future__ import annotations

import math

import numpy as np

from catena.bodies.ring_cosserat import wave_steps
from catena.drives.pushbelt_cvt.layout.belt_lengths import belt_lengths
from catena.drives.pushbelt_cvt.layout.placement import Layout
from catena.drives.pushbelt_cvt.layout.rolling import rolling_of
from catena.drives.pushbelt_cvt.plan import system_of
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.pushbelt_cvt.start.initialisation import equilibrium, variator_of
from catena.drives.pushbelt_cvt.start.shafts import at_distance, bearing_pull
from catena.drives.pushbelt_cvt.start.slip_limits import slip_limit
from catena.drives.variator.boundary.data import at_start, curve, start_speeds
from catena.drives.variator.slip_limit import later_load_words, safety_words
from catena.geometry.variator import BeltGeometry
from catena.integrators.steps.pushbelt_tables import System
from catena.solvers.patches.belt_friction import Sweeps

COARSE = 3.0
"""Span over the length on which a ring bends from which a mesh is called coarse."""


def forecast(spec: Spec, placed: Layout) -> dict[str, str]:
    """Facts of the start in words, by name."""
    spec = at_distance(spec, placed.data.shafts)
    found, start = equilibrium(spec), placed.start
    state, lowest_highest = found.state, variator_of(spec).ratios
    limit = slip_limit(
        spec,
        state.band,
        state.geometry,
        state.speed_primary,
        math.copysign(1.0, state.torque),
    )
    radii = 1e3 * start.radius_primary, 1e3 * start.radius_secondary
    wrap = min(state.geometry.wrap_i, state.geometry.wrap_o)
    play = placed.elements.share
    free = int((placed.elements.push <= 0.0).sum())
    facts = {
        "ratio": f"{state.geometry.ratio:.4f} (possible {lowest_highest[0]:.3f} to "
        f"{lowest_highest[1]:.3f}), rings on {radii[0]:.3f} and {radii[1]:.3f} mm",
        "speeds": start_speeds(
            state.speed_primary,
            start.speed_secondary,
            f"belt {state.belt_speed:.3f} m/s",
        ),
        "rolling": _rolling(spec, placed),
        "torque": f"{state.torque:.2f} N m of at most {limit.torque:.2f} N m, where "
        f"the {limit.pulley} pulley slips: {limit.reason}; torque ratio "
        f"{abs(state.torque) / limit.torque:.2f}",
        "safety": safety_words(state.torque, limit.torque, limit.force, limit.pulley)
        + _later(spec, limit.torque),
        "clamping": f"primary {state.force_primary:.0f} N, secondary "
        f"{state.force_secondary:.0f} N, thrust ratio {state.thrust_ratio:.3f}",
        "sliding": f"{math.degrees(state.active_angle):.1f} of {math.degrees(wrap):.1f}"
        " deg before each exit",
        "tension": f"rings {start.ring_tension:.0f} N, net {start.tension_loose:.0f} "
        f"and {start.tension_tight:.0f} N in the strands",
        "endplay": _play(spec, placed, state.geometry),
        "elements": f"push with up to {placed.elements.push.max():.0f} N; {free} of "
        f"{placed.data.element.count} stand free, {1e6 * play:.2f} um apart",
        "rings": _mesh(placed),
    }
    if spec.belt.simulated != spec.belt.element_count_real:
        facts["count"] = _count(spec)
    if placed.data.ring.angles:
        facts["sections"] = _sections(spec, system_of(placed.data, Sweeps(1.0, 1)))
    if any(placed.data.bearings):
        facts["bearings"] = _bearings(placed, bearing_pull(state))
    for number, remark in enumerate(found.remarks, start=1):
        facts[f"remark {number}"] = remark
    return facts


def _bearings(placed: Layout, pull: float) -> str:
    """How far shafts give way."""
    ways = [1e6 * abs(way) for way in placed.data.shafts]
    return (
        f"the strands pull the shafts together with {pull:.0f} N: primary by "
        f"{ways[0]:.1f} um, secondary by {ways[1]:.1f} um, which leaves a centre "
        f"distance of {1e3 * placed.data.centre_distance:.4f} mm"
    )


def _count(spec: Spec) -> str:
    """What fewer or more elements than the real ones cost."""
    share = spec.belt.simulated / spec.belt.element_count_real
    return (
        f"{spec.belt.simulated} elements stand for {spec.belt.element_count_real}: "
        f"they pass {share:.2g} times as often, tension and endplay stay, but gaps "
        "may open elsewhere, so that slip and thrust differ; forces are told per real "
        "element. Leave belt.element_count out for the real belt"
    )


def _mesh(placed: Layout) -> str:
    """How finely the ring is divided, against what it bends over."""
    ring = placed.data.ring
    span = ring.length / ring.spans
    bend = math.sqrt(ring.bending_stiffness / placed.start.ring_tension)
    words = (
        f"{ring.spans} spans of {1e3 * span:.2f} mm, "
        f"{placed.data.element.count / ring.spans:.3g} elements on each; a ring bends "
        f"over {1e3 * bend:.2f} mm"
    )
    if span > COARSE * bend:
        words += ": coarse, take more ring.span_count to see whether results stay"
    return words


def _sections(spec: Spec, system: System) -> str:
    """What angles of its own cost a Cosserat ring: its steps, and scaled inertia."""
    along, across = wave_steps(system.ring, system.shear)
    scale = spec.ring.inertia_scale
    words = (
        f"Cosserat ring with shear; its axial waves allow steps of {1e6 * along:.3g} "
        f"us, shear and turning of its sections {1e6 * across:.3g} us"
    )
    if scale == 1.0:
        return words
    bare = system.shear._replace(J=system.shear.J / scale)
    return (
        f"{words} with their rotary inertia times {scale:g}, without it "
        f"{1e6 * wave_steps(system.ring, bare)[1]:.3g} us"
    )


def _later(spec: Spec, limit: float) -> str:
    """What a table asks later of the secondary shaft."""
    load = spec.boundary.secondary_torque
    return "" if load is None else later_load_words(curve(load), limit)


def _play(spec: Spec, placed: Layout, belt: BeltGeometry) -> str:
    """What rolling on the pulleys leaves of the endplay."""
    rolling, endplay = rolling_of(placed), belt_lengths(spec).endplay
    left = endplay - rolling.used_play(belt.radius_i, belt.wrap_i)
    left -= rolling.used_play(belt.radius_o, belt.wrap_o)
    return (
        f"{1e3 * endplay:.2f} mm, {1e3 * left:.2f} mm once {placed.data.element.count} "
        "elements roll around the pulleys, before rings stretch"
    )


def _rolling(spec: Spec, placed: Layout) -> str:
    """The speed ratio without slip, and how far two given speeds are off it."""
    start, given = placed.start, spec.boundary.secondary_speed
    radii = np.array([start.radius_primary, start.radius_secondary])
    ratio = float(rolling_of(placed).speed_ratio(radii))
    words = f"elements roll without slip at the speed ratio {ratio:.4f}"
    if given is None or spec.boundary.stop == "none":
        return words
    wanted = start.speed_primary / at_start(given)
    return (
        f"{words}, {ratio / wanted - 1.0:+.2%} off the given speeds; start.ratio = "
        f"{start.ratio * wanted / ratio:.4f} comes nearer"
    )
