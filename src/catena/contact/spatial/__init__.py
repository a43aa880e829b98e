"""Contacts of a spatial chain: roller in bush, roller on tooth, plate beside tooth."""
