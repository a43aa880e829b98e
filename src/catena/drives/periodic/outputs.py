"""The plots of a periodic system."""

from catena.drives.steady.figures import steady_figures as figures

__all__ = ["figures"]
