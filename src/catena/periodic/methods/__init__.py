"""Steppers and methods that give the periodic vibration of a linear system."""
