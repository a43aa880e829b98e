"""Runs of planar models: what they record, compare and say about themselves."""
