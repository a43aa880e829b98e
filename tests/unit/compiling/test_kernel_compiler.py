"""Kernels are translated with tables as values, and give what Python gives."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba.core.compiler import run_frontend

from catena.compiling.kernel_compiler import lasting_values
from catena.jit import kernel, lean_kernel
from catena.numerics.arrays import Floats


class Pair(NamedTuple):
    """A table of two arrays."""

    x: Floats
    y: Floats


def _values(function: Callable[..., Any]) -> set[str]:
    """Variables of a function, by the names in its source, that need no slot."""
    found = lasting_values(run_frontend(function).blocks)
    return {name for name in found if not name.startswith("$")}


def test_what_is_assigned_once_before_its_uses_is_a_value() -> None:
    def walk(table: Pair, n: int) -> float:
        x = table.x
        total = 0.0
        for k in range(n):
            part = x[k]
            if part > 0.0:
                total += part * table.y[k]
        return total

    assert {"table", "x", "n", "part"} <= _values(walk)
    assert "total" not in _values(walk)  # assigned twice


def test_what_one_branch_alone_assigns_has_a_slot() -> None:
    def choose(table: Pair, n: int) -> float:
        if n > 0:
            chosen = table.x
        return chosen[0]

    assert "chosen" not in _values(choose)
    assert "table" in _values(choose)


def wander(table: Pair, out: Floats, n: int) -> int:
    """Branches, loops, early ends and tables that change their names."""
    here, there = table.x, table.y
    for k in range(n):
        one = here[k]
        if one < 0.0:
            if there[k] < 0.0:
                return k
            swapped = Pair(there, here)
            out[k] = swapped.x[k] - swapped.y[k]
            continue
        while one > 1.0:
            one *= 0.5
            if one < there[k]:
                break
        else:
            out[k] += there[k]
        out[k] += one
        last = table if k % 2 else Pair(there, here)
        out[k] += 0.25 * last.x[k]
    return -1


@pytest.mark.parametrize("decorate", [kernel, lean_kernel])
def test_kernels_give_what_python_gives(decorate: Callable[..., Any]) -> None:
    draw = np.random.default_rng(3)
    compiled = decorate(wander)
    for n in (0, 1, 3, 40):
        table = Pair(draw.normal(1.0, 1.0, n), draw.normal(1.5, 1.0, n))
        mine, his = np.zeros(n), np.zeros(n)
        assert compiled(table, mine, n) == wander(table, his, n)
        assert mine.tolist() == his.tolist()
