"""Percussions of set-valued laws by projected Gauss-Seidel sweeps."""
