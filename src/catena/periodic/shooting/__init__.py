"""Steady running of drives that look the same after a period: shooting by symmetry."""
