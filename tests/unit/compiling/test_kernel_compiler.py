"""Kernels are translated with tables as values, and give what Python gives."""

import gc
import operator
import os
from collections.abc import Callable
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from numba import types
from numba.core import event
from numba.core.compiler import run_frontend
from numba.core.registry import cpu_target

from catena.compiling.kernel_compiler import (
    TypesOfOperators,
    is_linked_kernel,
    lasting_values,
)
from catena.jit import (
    inline_kernel,
    kernel,
    lean_kernel,
    strip_kernel,
)
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


@inline_kernel
def bent(x: float, most: float) -> float:
    """Branches, a loop and two ends, to be pasted."""
    steps = 0
    while x > most:
        x *= 0.5
        steps += 1
    if steps > 3:
        return -x
    return x + 0.1 * steps


@inline_kernel
def bent_twice(x: float, most: float) -> float:
    return bent(x, most) - 2.0 * bent(0.5 * x, 0.3 * most)


def pasted(x: Floats, out: Floats) -> None:
    for k in range(out.size):
        out[k] = bent(x[k], 1.0) + bent_twice(x[k], 2.0) * bent(-x[k], 0.5)


def test_a_kernel_pasted_many_times_gives_what_python_gives() -> None:
    x = np.geomspace(0.01, 300.0, 60)
    mine, his = np.zeros(60), np.zeros(60)
    lean_kernel(pasted)(x, mine)
    pasted(x, his)
    assert mine.tolist() == his.tolist()
    assert len({*his.tolist()}) == 60


@pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="needs the compiler"
)
def test_old_objects_are_left_alone_while_kernels_are_compiled() -> None:
    """The oldest generation is looked through after a million younger ones."""
    seen = []

    class Passes(event.Listener):
        def on_start(self, _: event.Event) -> None:
            seen.append(gc.get_threshold()[2])

        def on_end(self, _: event.Event) -> None:
            pass

    usual = gc.get_threshold()
    with event.install_listener("numba:run_pass", Passes()):
        assert kernel(lambda x: x * x + 1.0)(2.0) == 5.0
    assert len(seen) > 10
    assert set(seen) == {1_000_000}
    assert gc.get_threshold() == usual


@lean_kernel
def far_reaching(x: Floats, y: Floats, scale: float, n: int) -> float:
    """Too long to be pasted; it never reads y, and one scale for all its callers."""
    a, b, c, d = 1.0, 0.5, 0.25, 0.125
    for k in range(n):
        for m in range(1 + k % 3):
            if a > b:
                a, b = np.sin(a) * scale + x[k], np.exp(-b * b) + c
            elif c > d + 0.1 * m:
                c, d = np.cos(c) * scale - x[k], np.sqrt(abs(d)) + a
            else:
                a, c = np.tan(0.1 * b) + d, np.arctan(d * scale) - b
        b, d = b - 0.5 * np.floor(b), d + 0.25 * np.tanh(a)
    return a + b + c + d


@kernel
def two_calls(x: Floats, y: Floats, n: int) -> float:
    return far_reaching(x, y, 0.3, n) - far_reaching(y, x, 0.3, n // 2)


@pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="needs the compiler"
)
def test_what_is_linked_has_no_name_for_others() -> None:
    """Others that link the same kernel pass all its arguments and must not meet it."""
    x, y = np.linspace(0.1, 2.0, 30), np.linspace(3.0, 0.5, 30)
    ours = two_calls(x, y, 30)
    foreign: Any = numba.njit(lambda x, y, n: far_reaching(x, y, 0.3, n))
    plain: Any = two_calls
    theirs: Any = numba.njit(plain.py_func)
    assert theirs(x, y, 30) == pytest.approx(ours, rel=1e-14)
    assert foreign(x, y, 30) - foreign(y, x, 15) == pytest.approx(ours, rel=1e-14)
    module = next(iter(plain.overloads.values())).library._final_module
    linked = [one for one in module.functions if is_linked_kernel(one)]
    assert linked == []


@strip_kernel
def _drift(x: Floats, u: tuple[Floats, Floats], dt: float) -> int:
    ahead = 0
    for k in range(x.size):
        x[k] += dt * (u[0][k] + u[1][k])
        ahead += int(x[k] > 0.0)
    return ahead


@kernel
def _drift_table(table: Floats, dt: float) -> int:
    return _drift(table.T[0], (table.T[1], table.T[2]), dt)


@pytest.mark.parametrize("rows", [1, 7, 8, 23])
def test_strips_of_one_table_are_taken_several_at_a_time(rows: int) -> None:
    draws = np.random.default_rng(rows).normal(size=(3, rows))
    table = draws.T.copy(order="F")
    wanted = draws[0] + 0.1 * (draws[1] + draws[2])
    assert _drift_table(table, 0.1) == np.count_nonzero(wanted > 0.0)
    assert (table[:, 0] == wanted).all()
    assert (table[:, 1:] == draws[1:].T).all()


def test_types_of_operators_are_asked_for_once() -> None:
    asked = []

    class Context:
        def resolve_function_type(self, function: Any, args: Any, words: Any) -> Any:
            asked.append((function, args))
            own: Any = cpu_target.typing_context
            own.refresh()  # numba learns its operators when it first compiles
            return own.resolve_function_type(function, args, words)

    remembering = TypesOfOperators(Context())
    cases: list[tuple[Any, tuple[Any, ...], Any]] = [
        (operator.mul, (types.float64, types.float64), types.float64),
        (operator.mul, (types.int64, types.int64), types.int64),
        (operator.truediv, (types.int64, types.int64), types.float64),
        (operator.getitem, (types.float64[:, :], types.intp), types.float64[:]),
        (operator.getitem, (types.float64[:], types.intp), types.float64),
    ]
    for function, args, expected in 2 * cases:
        found = remembering.resolve_function_type(function, args, {})
        assert found.return_type == expected
    assert asked == [(function, args) for function, args, _ in cases]


def test_types_of_other_calls_are_asked_for_each_time() -> None:
    """What numba compiles for a call depends on more than its arguments."""
    asked = []

    class Context:
        def resolve_function_type(self, function: Any, args: Any, words: Any) -> Any:
            asked.append(function)

    remembering = TypesOfOperators(Context())
    for _ in range(2):
        remembering.resolve_function_type(max, (types.float64, types.float64), {})
        remembering.resolve_function_type(
            operator.add, (types.float64[:], types.float64), {}
        )
    assert asked == [max, operator.add, max, operator.add]
