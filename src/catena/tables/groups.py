"""Groups of contacts: one law with its numbers for many rows.

A row carries the number of its group; the ledger books its losses under that number.
"""

from __future__ import annotations

from catena.numerics.records import record

GROUP = record(
    law=int,  # NormalLaw: SPRING_DAMPER, HERTZ, JOHNSON, or UNILATERAL_NEWTON: rigid
    friction=int,  # FrictionLaw: NONE, COULOMB or REGULARISED
    k=float,  # stiffness [N/m]; K [N/m^n] of Hertz; E* [Pa] of Johnson
    p=float,  # exponent n of Hertz; radial clearance [m] of Johnson
    length=float,  # of the line of contact [m], Johnson
    d=float,  # damping [N s/m]
    onset=float,  # depth over which damping grows to its full value [m]; 0: at once
    mu=float,  # coefficient of friction
    soft=float,  # slip speed of regularised friction [m/s]
    e=float,  # restitution of rigid contacts
    radius=float,  # of the round point of body a [m]
)
