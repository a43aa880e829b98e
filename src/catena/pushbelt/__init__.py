"""The time step of a planar pushbelt: elements, ring and the sheaves of two pulleys."""
