"""Tensioners: a spring with damping by direction, or oil behind a check valve."""

from __future__ import annotations

import math

from catena.chain.tables import (
    AIR,
    AREA,
    BULK,
    D_IN,
    D_OUT,
    HD,
    LEAK,
    LEVER,
    OM,
    PHI,
    PRELOAD,
    RATCHET,
    RELIEF,
    SPRING,
    STOP,
    SUPPLY,
    VALVE,
    VOLUME,
    State,
    System,
    Work,
)
from catena.jit import kernel

STOP_STIFFNESS = 1e7
"""Of the stop a tensioner runs into when it is pushed in [N/m]."""
ATMOSPHERE = 1e5
KAPPA = 1.4
"""Air in the oil is compressed without exchanging heat."""


@kernel
def oil_stiffness(bulk: float, air: float, pressure: float) -> float:
    """Bulk modulus of oil with air bubbles [Pa]."""
    p = max(pressure, 0.1 * ATMOSPHERE)
    bubbles = air * (ATMOSPHERE / p) ** (1.0 / KAPPA) / (KAPPA * p)
    return float(1.0 / (1.0 / bulk + bubbles))


@kernel
def advance_pressure(
    system: System, state: State, g: int, extending: float, dt: float
) -> None:
    """Chamber pressure after one step; the piston extends with a speed [m/s].

    The valve lets oil in up to the supply pressure and none out.
    """
    t = system.tensioner
    p = state.pressure[g]
    stiffness = oil_stiffness(t[BULK, g], t[AIR, g], p) / t[VOLUME, g]
    p += dt * stiffness * (-t[AREA, g] * extending - t[LEAK, g] * p)
    if p < t[SUPPLY, g]:
        flow = t[VALVE, g] * math.sqrt(t[SUPPLY, g] - p)
        p = min(t[SUPPLY, g], p + dt * stiffness * flow)
    state.pressure[g] = min(max(p, 0.0), t[RELIEF, g])


@kernel
def reached_tooth(pawl: float, pitch: float, out: float) -> float:
    """The furthest tooth of a ratchet the piston has passed on its way out [m]."""
    return float(max(pawl, math.floor(out / pitch) * pitch))


@kernel
def add_tensioner_torques(system: System, state: State, work: Work, dt: float) -> None:
    """Torque of each tensioner on its guide."""
    t = system.tensioner
    base = system.wheel.shape[1]
    for g in range(t.shape[1]):
        r = base + g
        work.rotor[HD, r] = 0.0
        if t[LEVER, g] == 0.0:
            continue
        out = t[LEVER, g] * (state.rotor[PHI, r])
        speed = t[LEVER, g] * state.rotor[OM, r]
        force = t[PRELOAD, g] - t[SPRING, g] * out
        force -= (t[D_OUT, g] if speed > 0.0 else t[D_IN, g]) * speed
        if t[AREA, g] > 0.0:
            advance_pressure(system, state, g, speed, dt)
            force += t[AREA, g] * state.pressure[g]
        force = max(force, 0.0)
        catch = t[STOP, g]
        if t[RATCHET, g] > 0.0:
            state.pawl[g] = reached_tooth(state.pawl[g], t[RATCHET, g], out)
            catch -= state.pawl[g]
        if out < -catch:
            force -= STOP_STIFFNESS * (out + catch)
        work.piston[g] = force
        work.rotor[HD, r] = t[LEVER, g] * force
