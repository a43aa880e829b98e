"""The plots of a system."""

from catena.timeloop.figures import time_figures as figures

__all__ = ["figures"]
