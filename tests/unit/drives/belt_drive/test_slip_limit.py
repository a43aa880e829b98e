"""Loads at which belts slip: capstan, kept length, stiff belts, arms."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp

import catena as ct
from catena.drives import DRIVES
from catena.drives.belt_drive.build import build
from catena.drives.belt_drive.expectations import loop_of
from catena.drives.belt_drive.slip_limit import (
    Arc,
    Loop,
    largest_pull,
    span_pulls,
    spare_arc,
)

HARD = 1e15


def equal(spans: float = 0.4, **change: float) -> Loop:
    """Two equal pulleys, half a turn each."""
    arcs = tuple(Arc(0.05, math.pi, 0.3, pull) for pull in (100.0, -100.0))
    return replace(Loop(arcs, (spans, spans), 300.0, 6e4, 0.0, HARD), **change)


def test_ratio_of_a_string_is_that_of_the_capstan() -> None:
    loop = equal()
    most = largest_pull(loop, 0, 0)
    slack, tight = sorted(span_pulls(loop, np.array([most, -most])))
    assert tight / slack == pytest.approx(math.exp(0.3 * math.pi), rel=1e-8)
    assert tight - slack == pytest.approx(most)


def test_long_spans_keep_their_sum() -> None:
    """Arcs count nothing then: 2 T tanh(mu wrap / 2)."""
    known = 2.0 * 300.0 * math.tanh(0.15 * math.pi)
    assert largest_pull(equal(1e4), 0, 0) == pytest.approx(known, rel=1e-4)


def test_the_length_of_a_belt_is_kept() -> None:
    """Tension along each wrap by quadrature: as it arrives, then a capstan."""
    loop = equal()
    slack, tight = sorted(span_pulls(loop, np.array([150.0, -150.0])))
    arc = math.log(tight / slack) / 0.3

    def driver(angle: float) -> float:
        return float(tight * math.exp(-0.3 * max(angle - math.pi + arc, 0.0)))

    def driven(angle: float) -> float:
        return float(slack * math.exp(0.3 * max(angle - math.pi + arc, 0.0)))

    edge = [math.pi - arc]
    held = sum(0.05 * quad(f, 0.0, math.pi, points=edge)[0] for f in (driver, driven))
    assert held + 0.4 * (slack + tight) == pytest.approx(300.0 * loop.length, rel=1e-8)


def test_too_fast_or_smooth_a_belt_carries_nothing() -> None:
    assert largest_pull(equal(tension=-1.0), 0, 0) == 0.0
    bare = equal()
    smooth = replace(bare, arcs=tuple(replace(a, friction=0.0) for a in bare.arcs))
    assert largest_pull(smooth, 0, 0) == 0.0


def test_a_stiff_belt_on_a_short_wrap_holds_by_its_point_forces() -> None:
    """Its layers fill the wrap: friction acts on the force that turns the belt."""
    loop = equal(EI=0.05)
    short = replace(loop.arcs[1], wrap=0.2, friction=0.25, pull=0.0)
    loop = replace(loop, arcs=(loop.arcs[0], short), spans=(1e4, 1e4))
    assert math.sqrt(0.05 / 300.0) / 0.05 > 0.1  # more than half the wrap each
    held = largest_pull(loop, 1, 0)
    assert held == pytest.approx(0.25 * 0.2 * 300.0, rel=0.05)


def test_a_soft_foundation_takes_tension_away() -> None:
    """Each wrap is shorter by its turn times the depth T/(R k)."""
    loop = equal(foundation=5e8)
    (pull, _) = span_pulls(loop, np.zeros(2))
    lost = 2.0 * math.pi * pull / (0.05 * 5e8)
    assert pull == pytest.approx(300.0 - 6e4 * lost / loop.length, rel=1e-9)


def test_a_pulley_without_load_slips_by_its_own() -> None:
    loop = equal()
    idle = replace(loop, arcs=tuple(replace(a, pull=0.0) for a in loop.arcs))
    assert [largest_pull(idle, j, 0) for j in (0, 1)] == pytest.approx(
        [largest_pull(loop, j, 0) for j in (0, 1)]
    )


def stiff_end(EI: float, pull: float, radius: float) -> tuple[float, float, float]:
    """A heavy elastica from its asymptote onto a circle: second method.

    Returns what its path is longer than a string's, the tension it loses, and the
    angle by which it lands later.
    """
    layer = math.sqrt(EI / pull)

    def bent(_: float, at: np.ndarray) -> list[float]:
        angle, rate, _, _ = at
        return [rate, pull / EI * math.sin(angle), math.cos(angle), math.sin(angle)]

    def landed(_: float, at: np.ndarray) -> float:
        return float(at[1] - 1.0 / radius)

    landed.terminal = True  # type: ignore[attr-defined]
    tiny = 1e-6
    start = [tiny, tiny / layer, 0.0, layer * tiny]
    found = solve_ivp(
        bent, (0.0, 40.0 * layer), start, events=landed, rtol=1e-11, atol=1e-14
    )
    turned, along = float(found.y[0, -1]), float(found.y[2, -1])
    length = float(found.t[-1])
    # a string runs straight to its tangent and around the circle for the same turn
    sine = radius * math.sin(turned)
    string = along - sine + radius * turned
    return length - string, pull * (1.0 - math.cos(turned)), turned


def test_an_elastica_lengthens_the_path_as_told() -> None:
    """To leading order in l/R: 1 % at l = R/8, a few percent at R/3."""
    from catena.drives.belt_drive import slip_limit

    for layer, tolerance in ((0.125, 0.01), (1.0 / 3.0, 0.05)):
        EI, R = 0.05, 0.056
        pull = EI / (layer * R) ** 2
        longer, lost, turned = stiff_end(EI, pull, R)
        assert slip_limit._bow(EI, R, pull, 1e9) == pytest.approx(longer, rel=tolerance)
        assert EI / (2.0 * R**2) == pytest.approx(lost, rel=1e-6)
        assert layer == pytest.approx(turned, rel=tolerance)


def test_a_stiff_belt_slips_later_by_tension_and_earlier_by_ratio() -> None:
    string, stiff = equal(), equal(EI=0.02)
    most = largest_pull(stiff, 0, 0)
    assert most > largest_pull(string, 0, 0)
    slack, tight = sorted(span_pulls(stiff, np.array([most, -most])))
    assert tight / slack < math.exp(0.3 * math.pi)
    assert spare_arc(stiff, 0, np.array([slack, tight])) == pytest.approx(0, abs=1e-6)


def test_an_arm_of_constant_moment_keeps_the_span_beside_it() -> None:
    """T_before g_before + T_behind g_behind stays as at rest, whatever the load."""
    job = build(ct.loads(DRIVES["belt_drive"].template()))
    loop = loop_of(job.spec, job.placed, job.plan)
    (swing,) = loop.swings
    (arm,) = job.placed.arms
    assert swing.before + swing.behind == pytest.approx(arm.lever, rel=1e-6)
    soft = replace(loop, swings=(replace(swing, stiffness=0.0),))
    pulls = span_pulls(soft, np.array([200.0, 0.0, -200.0]))
    moment = pulls[0] * swing.before + pulls[1] * swing.behind
    assert moment == pytest.approx(loop.tension * arm.lever, rel=1e-4)
