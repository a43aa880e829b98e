"""Losses of bending of spline rings."""
