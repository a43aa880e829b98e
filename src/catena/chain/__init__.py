"""Kernels of a planar chain: links in a ring, wheels and rails that they touch."""
