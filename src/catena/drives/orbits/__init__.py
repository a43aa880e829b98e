"""Even running of drives: search, run folder, branches over a value.

A room whose parts take each other's places declares it in ``orbit`` (``orbit_of``).
"""
