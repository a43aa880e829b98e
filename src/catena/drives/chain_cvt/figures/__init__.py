"""Plots and picture of a chain variator."""
