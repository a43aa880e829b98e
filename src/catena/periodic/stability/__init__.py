"""Floquet multipliers, their charts and what they say."""
