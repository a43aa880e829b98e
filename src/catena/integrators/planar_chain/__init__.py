"""Planar chains on wheels and guides: tables, steps, relaxation and samples."""
