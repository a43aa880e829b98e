"""Even running of a roller chain: every pitch like the one before."""

from catena.drives.roller_chain.orbit.problem import orbit_of

__all__ = ["orbit_of"]
