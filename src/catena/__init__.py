"""Dynamics of chain and belt drives: one file, one command, one report."""

from catena._version import __version__

__all__ = ["__version__"]
