"""Branches of even running over a value of the drive, followed both ways."""
