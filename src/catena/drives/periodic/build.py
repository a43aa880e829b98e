"""A user's own M, C, K, d as a periodic system.

Source: [KhangDien2012] (2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from catena.drives.periodic.spec import Spec
from catena.drives.steady.job import SteadyJob
from catena.drives.steady.problem import CoordinateLabel, SteadyProblem
from catena.drives.steady.recording import catalogue_of
from catena.errors import AssemblyError, SpecError
from catena.numerics.arrays import Floats
from catena.periodic.fourier import FourierMatrix
from catena.periodic.interpolation import periodic_spline
from catena.periodic.system import (
    PeriodicSystem,
    check_times,
    from_callables,
    from_fourier,
)
from catena.spec.periodic import MatrixCourse, VectorCourse

Course = MatrixCourse | VectorCourse


def build(spec: Spec) -> SteadyJob:
    """The steady vibration of the stated system."""
    labels = tuple(
        CoordinateLabel(c.name, c.unit, c.name, c.name) for c in spec.coordinate
    )
    system = system_of(spec)
    _refuse_negative_inertia(spec, system)
    problem = SteadyProblem(
        system=system,
        coordinates=labels,
        analysis=spec.analysis,
        at_speed=lambda speed: system_of(spec, 2.0 * np.pi / speed),
    )
    _refuse_taken_names(problem)
    return SteadyJob(problem)


def system_of(spec: Spec, period: float | None = None) -> PeriodicSystem:
    """The system, if wanted stretched to another period."""
    n = len(spec.coordinate)
    courses: dict[str, Course | None] = {
        "mass": spec.mass,
        "damping": spec.damping,
        "stiffness": spec.stiffness,
        "force": spec.force,
    }
    T = spec.period if period is None else period
    if not any(c is not None and c.table is not None for c in courses.values()):
        return from_fourier(T, *(_series(k, c, n) for k, c in courses.items()))
    evaluate, breaks = {}, set()
    for key, course in courses.items():
        evaluate[key], found = _evaluator(key, course, n, spec.period, T)
        breaks.update(found)
    return from_callables(T, *evaluate.values(), breaks=sorted(breaks))


def _refuse_taken_names(problem: SteadyProblem) -> None:
    """Coordinates are named by the user; results have names of their own."""
    try:
        catalogue_of(problem)
        return
    except AssemblyError:
        labels = problem.coordinates
    for i, label in enumerate(labels):
        try:
            catalogue_of(replace(problem, coordinates=labels[: i + 1]))
        except AssemblyError as error:
            raise SpecError.at(
                f"coordinate[{i}].name",
                label.name,
                f"expected a name that no other result has ({error})",
            ) from None


def _refuse_negative_inertia(spec: Spec, system: PeriodicSystem) -> None:
    """A symmetric M is a matrix of inertia, whose diagonal is positive."""
    times = check_times(system)
    M = system.sample(times).M
    symmetric = np.allclose(M, M.transpose(0, 2, 1), rtol=1e-9, atol=0.0)
    diagonal = np.diagonal(M, axis1=1, axis2=2)
    if not symmetric or (diagonal > 0.0).all():
        return
    k, i = np.unravel_index(int(np.argmin(diagonal)), diagonal.shape)
    raise SpecError.at(
        "mass",
        float(diagonal[k, i]),
        f"expected a positive inertia of {spec.coordinate[i].name!r} at all times, "
        f"also at t = {times[k]:g} s",
    )


def _shape(key: str, n: int) -> tuple[int, ...]:
    return (n,) if key == "force" else (n, n)


def _series(
    key: str, course: Course | None, n: int
) -> tuple[Floats, list[tuple[int, Floats, Floats]]]:
    zero = np.zeros(_shape(key, n))
    if course is None:
        return zero, []
    mean = zero if course.mean is None else np.asarray(course.mean)
    terms = [
        (
            term.order,
            zero if term.cos is None else np.asarray(term.cos),
            zero if term.sin is None else np.asarray(term.sin),
        )
        for term in course.harmonic or []
    ]
    return mean, terms


def _evaluator(
    key: str, course: Course | None, n: int, stated: float, period: float
) -> tuple[Callable[[Floats], Floats], list[float]]:
    """A function of times and the times where it jumps or kinks."""
    if course is None or course.table is None:
        mean, terms = _series(key, course, n)
        series = FourierMatrix(
            mean,
            np.asarray([order for order, _, _ in terms], dtype=float),
            np.asarray([cos for _, cos, _ in terms]).reshape(-1, *mean.shape),
            np.asarray([sin for _, _, sin in terms]).reshape(-1, *mean.shape),
        )
        return lambda t: series.at(2.0 * np.pi * t / period), []
    table = np.asarray(course.table, dtype=float)
    knots = _knots(key, course.times, len(table), stated) * (period / stated)
    return _interpolated(key, course.interpolation, knots, table, period), list(knots)


def _knots(key: str, times: list[float] | None, count: int, period: float) -> Floats:
    if times is None:
        return np.linspace(0.0, period, count, endpoint=False)
    knots = np.asarray(times)
    if knots[0] != 0.0 or np.any(np.diff(knots) <= 0.0) or knots[-1] >= period:
        raise SpecError.at(
            f"{key}.times",
            times,
            f"expected growing times from 0 to below the period ({period:g} s)",
        )
    return knots


def _interpolated(
    key: str, kind: str, knots: Floats, table: Floats, period: float
) -> Callable[[Floats], Floats]:
    closed = np.concatenate([table, table[:1]])
    ends = np.append(knots, period)
    if kind == "spline":
        if len(table) < 3:
            raise SpecError.at(
                f"{key}.table", None, f"has {len(table)} rows; a spline needs 3"
            )
        spline = periodic_spline(ends, closed)
        return lambda t: np.ascontiguousarray(spline(t))
    if kind == "linear":
        return partial(_straight, ends=ends, closed=closed)
    return lambda t: table[np.clip(np.searchsorted(knots, t, "right") - 1, 0, None)]


def _straight(t: Floats, ends: Floats, closed: Floats) -> Floats:
    cell = np.clip(np.searchsorted(ends, t, "right") - 1, 0, len(ends) - 2)
    part = (t - ends[cell]) / (ends[cell + 1] - ends[cell])
    part = part.reshape(-1, *([1] * (closed.ndim - 1)))
    return np.asarray(closed[cell] * (1.0 - part) + closed[cell + 1] * part)
