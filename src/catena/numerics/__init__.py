"""Kernels on bare floats and arrays."""
