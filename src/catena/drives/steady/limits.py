"""Limits that several checks of steady vibration share."""

LARGEST_DEFECT = 1e-6
LARGEST_STEP_SENSITIVITY = 1e-6
