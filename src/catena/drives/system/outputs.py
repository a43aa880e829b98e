"""The plots of a system, and its moving picture."""

from catena.drives.system.figures.picture import scene
from catena.run.model.figures import time_figures as figures

__all__ = ["figures", "scene"]
