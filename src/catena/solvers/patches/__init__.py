"""Friction with known bounds: impulses by sweeps over patches of rows."""
