"""Descriptions of plots without a plotting library: drives make them, view draws them.

A `Figure` holds traces over two axes (time curves, spectra, resonance curves, Floquet
multipliers in the complex plane), reference marks (harmonics, sidebands, limits), and
at most one map below the traces (stability chart, waterfall, Campbell diagram).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from catena.errors import AssemblyError

Kind = Literal["line", "stem", "markers", "steps"]
Emphasis = Literal["main", "normal", "reference", "faint"]
_KINDS = ("line", "stem", "markers", "steps")
_EMPHASES = ("main", "normal", "reference", "faint")


def _floats(values: ArrayLike, ndim: int, what: str) -> NDArray[np.float64]:
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != ndim:
        raise AssemblyError(f"figure: {what} has {array.ndim} dimensions, not {ndim}")
    return array


@dataclass(frozen=True)
class Axis:
    """One axis: what it shows, in which unit."""

    label: str
    units: str = ""
    log: bool = False
    limits: tuple[float, float] | None = None


@dataclass(frozen=True, eq=False)
class Trace:
    """One curve; NaN in ``y`` is a gap in the line.

    ``emphasis`` says what the curve is for: ``main`` draws the eye, ``reference`` is
    a known answer or another method (dashed), ``faint`` is context.
    """

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    label: str = ""
    kind: Kind = "line"
    emphasis: Emphasis = "normal"
    marked: bool = False
    """Whether a line shows its points, where they are few and computed."""
    hollow: bool = False
    """Whether points are rings: there is a value, but not one to rely on."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "x", _floats(self.x, 1, f"x of trace {self.label!r}"))
        object.__setattr__(self, "y", _floats(self.y, 1, f"y of trace {self.label!r}"))
        if self.x.size != self.y.size:
            raise AssemblyError(
                f"figure: trace {self.label!r} has {self.x.size} x values "
                f"but {self.y.size} y values"
            )
        if self.kind not in _KINDS or self.emphasis not in _EMPHASES:
            raise AssemblyError(
                f"figure: trace {self.label!r} has kind {self.kind!r}, "
                f"emphasis {self.emphasis!r}; expected {_KINDS} and {_EMPHASES}"
            )


@dataclass(frozen=True)
class Mark:
    """A labelled reference line across the plot at one value of one axis.

    Marks of one ``group`` ("rotation", "mesh", "sideband") share a colour and one
    legend entry.
    """

    value: float
    label: str = ""
    axis: Literal["x", "y"] = "x"
    group: str = ""


@dataclass(frozen=True, eq=False)
class Map:
    """A quantity over a grid: ``z[i, j]`` belongs to ``y[i]`` and ``x[j]``.

    With ``categories``, z holds their indices (stable, unstable, marginal) instead of
    a continuous quantity. ``levels`` are contour lines, such as the stability limit 1.
    """

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    z: NDArray[np.float64]
    label: str = ""
    units: str = ""
    levels: tuple[float, ...] = ()
    categories: tuple[str, ...] = ()
    log: bool = False

    def __post_init__(self) -> None:
        for name, ndim in (("x", 1), ("y", 1), ("z", 2)):
            values: Any = getattr(self, name)
            object.__setattr__(
                self, name, _floats(values, ndim, f"{name} of map {self.label!r}")
            )
        if self.z.shape != (self.y.size, self.x.size):
            raise AssemblyError(
                f"figure: map {self.label!r} has z of shape {self.z.shape}; expected "
                f"(len(y), len(x)) = {(self.y.size, self.x.size)}"
            )


@dataclass(frozen=True, eq=False)
class Figure:
    """One plot with its caption, ready to be drawn by any backend."""

    name: str
    """Identifier, also the file name of a saved picture."""
    title: str
    x: Axis
    y: Axis
    traces: tuple[Trace, ...] = ()
    marks: tuple[Mark, ...] = ()
    map: Map | None = None
    caption: str = ""
    section: str = "Results"
    """The heading of the report under which the figure appears."""
    equal_aspect: bool = False
    """One unit is as long on both axes: phase planes, multipliers, mechanisms."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "traces", tuple(self.traces))
        object.__setattr__(self, "marks", tuple(self.marks))
        if not self.name.replace("_", "").replace("-", "").isalnum():
            raise AssemblyError(
                f"figure: name {self.name!r} must consist of letters, digits, _ and -"
            )
        if not self.traces and self.map is None:
            raise AssemblyError(f"figure {self.name}: neither traces nor a map")
