"""Groups of contacts: one law with its numbers for many rows.

A row carries the number of its group; the ledger books its losses under that number.
Laws say in words which of their numbers fills which column (`catena.laws.words`).
"""

from __future__ import annotations

from catena.numerics.records import record

GROUP = record(
    law=int,  # NormalLaw, or the code of another law of `laws.dispatch`
    friction=int,  # FrictionLaw, likewise
    k=float,  # stiffness [N/m]; K [N/m^n] of Hertz; E* [Pa] of Johnson
    p=float,  # exponent n of Hertz; radial clearance [m] of Johnson
    length=float,  # of the line of contact [m], Johnson
    d=float,  # damping [N s/m]
    onset=float,  # depth over which damping grows to its full value [m]; 0: at once
    chi=float,  # factor of hysteresis damping; 0: none
    mu=float,  # coefficient of friction; the kinetic one of Stribeck
    soft=float,  # slip speed of regularised friction [m/s]
    mu_rest=float,  # coefficient near rest, Stribeck
    fall=float,  # speed over which friction falls to the kinetic one [m/s], Stribeck
    breakaway=float,  # set-valued friction without any normal force [N]
    e=float,  # restitution of rigid contacts
    e_T=float,  # restitution of rigid contacts along the tangent
    radius=float,  # of the round point of body a [m]
)
