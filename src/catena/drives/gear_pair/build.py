"""The gear pair as a periodic system."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from catena.drives.gear_pair.spec import ErrorHarmonic, MeshHarmonic, Spec
from catena.drives.steady.job import SteadyJob
from catena.drives.steady.problem import CoordinateLabel, FrequencyMark, SteadyProblem
from catena.drives.steady.recording import amplitudes
from catena.periodic.mechanisms.gear_pair import GearPair, gear_pair_system
from catena.periodic.spectrum import sidebands
from catena.periodic.steady import SteadyState
from catena.results.health import KeyNumber

MOST_MESH_MARKS = 6
SIDEBANDS = 6


def build(spec: Spec) -> SteadyJob:
    """The steady vibration of the gear pair."""
    gears = gears_of(spec)
    coordinate = CoordinateLabel(
        "transmission_error",
        "m",
        "dynamic transmission error",
        "q",
        "[KhangDien2012] (68)",
    )
    problem = SteadyProblem(
        system=gear_pair_system(gears),
        coordinates=(coordinate,),
        analysis=spec.analysis,
        at_speed=lambda speed: gear_pair_system(replace(gears, speed=speed)),
        marks=_marks(gears),
        key_numbers=_key_numbers(gears),
        findings=partial(_sideband_numbers, gears, spec.analysis.harmonics),
    )
    return SteadyJob(problem)


def gears_of(spec: Spec) -> GearPair:
    """Both gears and their mesh as numbers."""
    stiffness, stiffness_phase = _by_order(spec.mesh.stiffness)
    error, error_phase = _by_order(spec.error)
    gears = GearPair(
        J1=spec.pinion.inertia,
        J2=spec.wheel.inertia,
        rb1=spec.pinion.base_radius,
        rb2=spec.wheel.base_radius,
        z1=spec.pinion.tooth_count,
        z2=spec.wheel.tooth_count,
        speed=spec.speed,
        mesh_stiffness=(spec.mesh.mean_stiffness, *stiffness),
        mesh_phase=(0.0, *stiffness_phase),
        error=error,
        error_phase=error_phase,
        static_deflection=spec.mesh.static_deflection,
        damping_ratio=spec.mesh.damping_ratio or 0.0,
        faulted=spec.faulted,
        load_follows_error=spec.load_follows_error,
    )
    if spec.mesh.damping is None:
        return gears
    critical = 2.0 * gears.natural_frequency * gears.reduced_mass
    return replace(gears, damping_ratio=spec.mesh.damping / critical)


def _by_order(
    terms: list[MeshHarmonic] | list[ErrorHarmonic],
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Amplitudes and phases of orders 1, 2, ...; equal orders add up as waves."""
    waves = np.zeros(max((term.order for term in terms), default=0), dtype=complex)
    for term in terms:
        waves[term.order - 1] += term.amplitude * np.exp(1j * term.phase)
    return tuple(np.abs(waves)), tuple(np.angle(waves))


def _marks(gears: GearPair) -> tuple[FrequencyMark, ...]:
    mesh = [
        FrequencyMark("mesh" if k == 1 else f"{k} x mesh", k * gears.mesh_frequency)
        for k in range(1, MOST_MESH_MARKS + 1)
    ]
    return (*mesh, FrequencyMark("natural", gears.natural_frequency / (2.0 * np.pi)))


def _key_numbers(gears: GearPair) -> tuple[KeyNumber, ...]:
    return (
        KeyNumber("mesh_frequency", "mesh frequency", gears.mesh_frequency, "Hz"),
        KeyNumber(
            "natural_frequency",
            "mean natural frequency",
            gears.natural_frequency / (2.0 * np.pi),
            "Hz",
        ),
        KeyNumber("reduced_mass", "reduced mass", gears.reduced_mass, "kg"),
        KeyNumber("mesh_damping", "mesh damping", gears.mesh_damping, "N s/m"),
    )


def _sideband_numbers(
    gears: GearPair, harmonics: int, state: SteadyState
) -> tuple[KeyNumber, ...]:
    """How strong the sidebands of the rate are beside the first two mesh lines."""
    lines = amplitudes(state.v[:, 0], harmonics)
    return tuple(
        KeyNumber(
            f"sideband_ratio_{k}",
            f"sidebands / carrier at {k} x mesh (rms of 6 on each side, rate)",
            sidebands(lines, k * gears.mesh_order, count=SIDEBANDS).ratio,
            "1",
        )
        for k in (1, 2)
        if SIDEBANDS <= k * gears.mesh_order <= harmonics - SIDEBANDS
    )
