"""The plots of a gear pair."""

from catena.drives.steady.figures import steady_figures as figures

__all__ = ["figures"]
