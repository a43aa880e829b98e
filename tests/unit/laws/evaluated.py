"""Laws stated in words, evaluated by the kernels they become."""

from catena.laws.coulomb import Frictionless
from catena.laws.dispatch import elastic_energy, friction_ratio, normal_force
from catena.laws.words import Friction, Normal, group_columns
from catena.numerics.records import Rows, table
from catena.tables.groups import GROUP

HERE = "contact"


def group_of(normal: Normal | None, friction: Friction | None = None) -> Rows:
    """The one group of a contact with these laws."""
    columns = group_columns(HERE, normal, friction or Frictionless())
    return table(GROUP, 1, **columns)


def force(normal: Normal, g_N: float, rate: float = 0.0, v_0: float = 0.0) -> float:
    """Normal force [N]; ``v_0`` is the approach speed when the contact closed."""
    return float(normal_force(group_of(normal), 0, g_N, rate, v_0))


def energy(normal: Normal, g_N: float) -> float:
    """Stored energy [J]."""
    return float(elastic_energy(group_of(normal), 0, -g_N))


def ratio(friction: Friction, v: float) -> float:
    """Friction per normal force and sliding speed [s/m]."""
    return float(friction_ratio(group_of(None, friction), 0, v))
