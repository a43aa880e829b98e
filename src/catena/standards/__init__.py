"""Parts by their standard designation."""

from catena.standards.roller_chains import RollerChain, designations, roller_chain

__all__ = ["RollerChain", "designations", "roller_chain"]
