"""Periodic orbits of non-linear systems: shooting, homotopy, settling."""
