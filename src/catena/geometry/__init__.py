"""Shapes; no mass, no force."""
