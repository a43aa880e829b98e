"""Chunks follow the cost of steps."""

from catena.timeloop.pace import CHUNK_SECONDS, LARGEST_GROWTH, Pace, spoken


def test_chunks_grow_to_the_wanted_time_and_not_beyond() -> None:
    pace = Pace(0, 10**6)
    cost = 1e-6
    for _ in range(20):
        pace.learn(pace.chunk, cost * pace.chunk)
    assert pace.chunk == int(CHUNK_SECONDS / cost)
    pace.learn(pace.chunk, 1.0)
    assert pace.chunk < CHUNK_SECONDS / cost / 10


def test_one_quick_step_does_not_make_a_long_chunk() -> None:
    pace = Pace(0, 10**6)
    pace.learn(1, 0.0)
    assert pace.chunk == LARGEST_GROWTH


def test_a_note_tells_contacts_iterations_speed_and_rest() -> None:
    note = Pace(0, 1000).note(500, 1e-3, 3, 2.0)
    for word in ("t = 0.5 s", "3 contacts", "2.0 iterations", "x real time", "left"):
        assert word in note


def test_durations_are_spoken() -> None:
    assert [spoken(s) for s in (5, 150, 9000)] == ["5 s", "2 min", "2.5 h"]
