"""How a coupling along the line between two points pulls: its words.

A characteristic is a file with a class of words, a free number as ``CODE`` and kernels
of one row of `SPRING`: ``pull(rows, i, length)``, the part that stores energy,
``energy`` likewise, ``drag(rows, i, (length, rate))``, the part that takes it, and
``slopes(rows, i, (length, rate))``, stiffness and damping there. Its name stands in the
list of `couplings.lines.line_couplings`.
"""

from __future__ import annotations

from catena.numerics.statement import Stated


class Characteristic(Stated):
    """Pull of a coupling over the distance of its ends and the speed of parting."""
