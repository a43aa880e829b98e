"""Inertia terms and point kinematics of the bodies."""
