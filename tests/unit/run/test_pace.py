"""Time is cut into steps, records, frames and blocks."""

import pytest

from catena.run.pace import Pace


def test_the_last_record_may_come_early() -> None:
    pace = Pace(step=1e-3, steps=25, every=10)
    assert pace.rows == 3
    stops, done = [], 0
    while done < pace.steps:
        done = pace.next_stop(done)
        stops.append(done)
    assert stops == [10, 20, 25]
    assert pace.duration == pytest.approx(0.025)


def test_blocks_begin_where_they_began() -> None:
    """Whatever step a stopped run continues from."""
    pace = Pace(step=1e-3, steps=100, every=2, block=30)
    assert {pace.next_stop(done) for done in range(30)} == {30}
    assert pace.next_stop(90) == 100


@pytest.mark.parametrize(("apart", "begin"), [(1, 0), (3, 0), (3, 2), (4, 17)])
def test_frames_of_blocks_are_the_frames_of_the_run(apart: int, begin: int) -> None:
    pace = Pace(1e-3, 50, 1, apart, begin)
    found = [first + i for first in range(0, 50, 10) for i in pace.frames_in(first, 10)]
    assert found == list(range(begin, 50, apart))
    assert pace.frames == len(found)
