"""Figures for plotly.js, as plain dicts."""
