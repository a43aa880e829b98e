"""Smooth forces between bodies, and what the surroundings impose."""
