"""Couplings along the line between two points: one file each, and their list."""
