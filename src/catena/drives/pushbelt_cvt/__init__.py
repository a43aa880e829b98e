"""A pushbelt CVT: elements on a ring between the sheaves of two pulleys, planar."""
