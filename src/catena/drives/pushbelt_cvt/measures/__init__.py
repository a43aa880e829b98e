"""Measures of a running belt: play, stresses and pressures."""
