"""In-place LU of a banded matrix, without exchanging rows, and an order that makes one.

Entry (i, j) of the matrix stands at ``A[i, j - i + reach]``; rows are stretches of
memory, so that the innermost loop runs over neighbours.
"""

from __future__ import annotations

from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints


@kernel
def factor_banded(A: Floats, n: int, reach: int) -> bool:
    """Overwrite A with its factors; False if a pivot is zero or no number."""
    for k in range(n):
        # the negated form: a pivot that is NaN is refused too
        if not abs(A[k, reach]) > 0.0:
            return False
        for i in range(k + 1, min(k + reach + 1, n)):
            first = k - i + reach
            # most entries of a band stay zero where few bodies touch
            if A[i, first] == 0.0:
                continue
            factor = A[i, first] / A[k, reach]
            A[i, first] = factor
            for j in range(1, min(reach, n - 1 - k) + 1):
                A[i, first + j] -= factor * A[k, reach + j]
    return True


@kernel
def solve_banded(A: Floats, n: int, reach: int, b: Floats) -> None:
    """Overwrite b with the solution of A x = b, A factored by ``factor_banded``."""
    for i in range(n):
        for k in range(max(i - reach, 0), i):
            b[i] -= A[i, k - i + reach] * b[k]
    for i in range(n - 1, -1, -1):
        for k in range(i + 1, min(i + reach + 1, n)):
            b[i] -= A[i, k - i + reach] * b[k]
        b[i] /= A[i, reach]


@kernel
def number_from(
    start: int,
    dof: Ints,
    first: Ints,
    at: Ints,
    place: Ints,
    count: int,
    queue: Ints,
) -> int:
    """Number what hangs together with ``start``, neighbour by neighbour.

    ``dof`` (n, n_k) lists what each row connects, -1 = nothing; rows of unknown v are
    ``at[first[v] : first[v + 1]]``. ``place`` is -1 where nothing is numbered yet;
    ``count`` unknowns are. Returns how many are then; ``queue`` names them in order.
    """
    place[start], queue[count] = count, start
    head, count = count, count + 1
    while head < count:
        v = queue[head]
        head += 1
        for m in range(first[v], first[v + 1]):
            for k in range(dof.shape[1]):
                w = dof[at[m], k]
                if w >= 0 and place[w] < 0:
                    place[w], queue[count] = count, w
                    count += 1
    return count


@kernel
def fill_order(dof: Ints, first: Ints, at: Ints, place: Ints, queue: Ints) -> int:
    """Number all unknowns that rows connect, neighbours close; returns their number.

    Every connected part is numbered from one of its ends: the unknown reached last
    from the unknown reached last from anywhere (Cuthill and McKee, 1969).
    """
    for v in range(place.size):
        place[v] = -1
    count = 0
    for v in range(place.size):
        if place[v] >= 0 or first[v] == first[v + 1]:
            continue
        start = v
        # two rounds to find an end, a third that numbers from it
        for turn in range(3):
            end = number_from(start, dof, first, at, place, count, queue)
            if turn < 2:
                start = queue[end - 1]
                for m in range(count, end):
                    place[queue[m]] = -1
        count = end
    return count


@kernel
def fill_incidence(dof: Ints, first: Ints, at: Ints) -> None:
    """Which rows touch which unknown: ``at[first[v] : first[v + 1]]``."""
    for v in range(first.size):
        first[v] = 0
    for i in range(dof.shape[0]):
        for k in range(dof.shape[1]):
            if dof[i, k] >= 0:
                first[dof[i, k]] += 1
    total = 0
    for v in range(first.size):
        total += first[v]
        first[v] = total
    for i in range(dof.shape[0]):
        for k in range(dof.shape[1]):
            if dof[i, k] >= 0:
                # counted down to where the rows of each unknown begin
                first[dof[i, k]] -= 1
                at[first[dof[i, k]]] = i


@kernel
def widest_reach(dof: Ints, place: Ints) -> int:
    """Largest distance between two numbers that a row connects."""
    widest = 0
    for i in range(dof.shape[0]):
        low, high = place.size, -1
        for k in range(dof.shape[1]):
            if dof[i, k] >= 0:
                low = min(low, place[dof[i, k]])
                high = max(high, place[dof[i, k]])
        widest = max(widest, high - low)
    return int(widest)
