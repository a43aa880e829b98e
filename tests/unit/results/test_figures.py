from __future__ import annotations

import numpy as np
import pytest

from catena.errors import AssemblyError
from catena.results.figures import Axis, Figure, Map, Trace

AXES = (Axis("time", "s"), Axis("force", "N"))


def test_a_figure_takes_lists_and_gives_arrays():
    figure = Figure("force", "Force", *AXES, traces=[Trace([0, 1], [2, 3], "a")])
    assert figure.traces[0].y.dtype == np.float64
    assert isinstance(figure.traces, tuple)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Trace([0, 1], [1]),
        lambda: Trace([[0, 1]], [[1, 2]]),
        lambda: Trace([0], [1], kind="pie"),
        lambda: Trace([0], [1], emphasis="loud"),
        lambda: Map([0, 1, 2], [0, 1], np.zeros((3, 2))),
        lambda: Figure("../x", "t", *AXES, traces=(Trace([0], [1]),)),
        lambda: Figure("x", "t", *AXES),
    ],
)
def test_what_cannot_be_drawn_is_refused(wrong):
    with pytest.raises(AssemblyError, match="figure"):
        wrong()


def test_a_map_is_rows_of_y_by_columns_of_x():
    chart = Map([0, 1, 2], [0, 1], np.zeros((2, 3)), categories=("stable", "unstable"))
    assert chart.z.shape == (2, 3)
