"""Spheres of bodies in space on what they touch."""
