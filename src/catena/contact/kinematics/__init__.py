"""Gaps and directions, one pair of contours per file."""
