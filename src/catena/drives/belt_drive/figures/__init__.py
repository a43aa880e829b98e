"""Plots, run-ups and the moving picture of a belt drive."""
