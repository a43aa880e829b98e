"""The larger of two measures, of which none may be hidden."""

from __future__ import annotations

from catena.jit import inline_kernel


@inline_kernel
def worse(a: float, b: float) -> float:
    """The larger of two numbers; NaN where one is: ``max`` may drop it."""
    return a if a >= b or a != a else b
