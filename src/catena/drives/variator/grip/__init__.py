"""Friction on the sheaves of a pulley: words, tables, what a run says of it."""
