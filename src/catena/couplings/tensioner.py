"""Tensioners: a spring with damping by direction, or oil behind a check valve.

A tensioner pushes a guide about its pivot; it is out by lever times angle of the guide.
The spring of an arm is one that pulls as well.
"""

from __future__ import annotations

import math

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, record
from catena.tables.state import Cause

STOP_STIFFNESS = 1e7
"""Of the stop a tensioner runs into when it is pushed in [N/m]."""
ATMOSPHERE = 1e5
KAPPA = 1.4
"""Air in the oil is compressed without exchanging heat."""

TENSIONER = record(
    dof=int,  # turning speed of the guide, and its angle of the same number
    slot=int,  # place of pressure and pawl in the memory, of the force in the work
    group=int,  # of the ledger
    rotor=int,  # the guide
    lever=float,  # signed [m]
    preload=float,  # [N]
    spring=float,  # [N/m]
    d_in=float,  # damping while it is pushed in [N s/m]
    d_out=float,  # and while it comes out
    least=float,  # smallest force [N]: 0 of a piston, -inf of a spring that also pulls
    stop=float,  # way it can be pushed in [m]
    area=float,  # of the piston [m^2]; 0: no oil
    supply=float,  # pressure [Pa]
    leak=float,  # [m^3/(s Pa)]
    valve=float,  # [m^3/(s Pa^0.5)]
    volume=float,  # of the chamber [m^3]
    bulk=float,  # modulus of the oil [Pa]
    air=float,  # share of the volume at 1 bar
    relief=float,  # pressure [Pa]
    ratchet=float,  # way between its teeth [m]; 0: none
)


@lean_kernel
def oil_stiffness(bulk: float, air: float, pressure: float) -> float:
    """Bulk modulus of oil with air bubbles [Pa]."""
    # towards vacuum the bubbles would leave no stiffness at all
    p = max(pressure, 0.1 * ATMOSPHERE)
    bubbles = air * (ATMOSPHERE / p) ** (1.0 / KAPPA) / (KAPPA * p)
    return float(1.0 / (1.0 / bulk + bubbles))


@lean_kernel
def next_pressure(
    tensioners: Rows, i: int, p: float, extending: float, dt: float
) -> float:
    """Chamber pressure after one step [Pa]; the piston extends with a speed [m/s].

    The valve lets oil in up to the supply pressure and none out.
    """
    t = tensioners[i]
    stiffness = oil_stiffness(t.bulk, t.air, p) / t.volume
    # dp = K / V (inflow - leak): the chamber grows as the piston extends
    p += dt * stiffness * (-t.area * extending - t.leak * p)
    if p < t.supply:
        # after the piston, and not above the supply pressure: an explicit step of the
        # valve alone would overshoot, since the flow rises steeply at small differences
        flow = t.valve * math.sqrt(t.supply - p)
        p = min(t.supply, p + dt * stiffness * flow)
    return float(min(max(p, 0.0), t.relief))


@lean_kernel
def push_slopes(
    tensioners: Rows, i: int, pressure: float, pawl: float, out: float
) -> tuple[float, float]:
    """How the push of oil and stop rises as the piston is pushed in, and fades.

    Per way [N/m], and through the leak of a piston at rest [N/s]. Oil between the
    pressures of its valves is shut in.
    """
    t, rise, fade = tensioners[i], 0.0, 0.0
    if t.area > 0.0 and t.supply < pressure < t.relief:
        stiffness = t.area * oil_stiffness(t.bulk, t.air, pressure) / t.volume
        rise, fade = t.area * stiffness, t.leak * pressure * stiffness
    catch = t.stop - pawl if t.ratchet > 0.0 else t.stop
    if out < -catch:
        rise += STOP_STIFFNESS
    return float(rise), float(fade)


@lean_kernel
def reached_tooth(pawl: float, pitch: float, out: float) -> float:
    """The furthest tooth of a ratchet the piston has passed on its way out [m]."""
    return float(max(pawl, math.floor(out / pitch) * pitch))


@lean_kernel
def add_tensioners(
    tensioners: Rows,
    pressure: Floats,
    pawl: Floats,
    q: Floats,
    u: Floats,
    h: Floats,
    force: Floats,
    dt: float,
) -> None:
    """Torque of each tensioner on its guide; its force is noted by slot [N]."""
    for i in range(tensioners.size):
        t, slot, dof = tensioners[i], tensioners[i].slot, tensioners[i].dof
        out, speed = t.lever * q[dof], t.lever * u[dof]
        push = t.preload - t.spring * out
        push -= (t.d_out if speed > 0.0 else t.d_in) * speed
        if t.area > 0.0:
            pressure[slot] = next_pressure(tensioners, i, pressure[slot], speed, dt)
            push += t.area * pressure[slot]
        push = max(push, t.least)  # a guide may move away from its piston
        catch = t.stop
        if t.ratchet > 0.0:
            pawl[slot] = reached_tooth(pawl[slot], t.ratchet, out)
            # a ratchet moves the stop outwards with every tooth that is passed
            catch -= pawl[slot]
        if out < -catch:
            push -= STOP_STIFFNESS * (out + catch)
        force[slot] = push
        h[dof] += t.lever * push


@lean_kernel
def book_tensioners(
    tensioners: Rows, force: Floats, mean: Floats, loss: Floats, dt: float
) -> None:
    """Work done on tensioners; their springs give some of it back later."""
    for i in range(tensioners.size):
        t = tensioners[i]
        lost = -dt * t.lever * force[t.slot] * mean[t.dof]
        loss[t.group, Cause.VISCOUS] += lost
