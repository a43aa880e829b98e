"""Chunks follow the cost of steps."""

from catena.run.clock import CHUNK_SECONDS, LARGEST_GROWTH, Clock, spoken


def test_chunks_grow_to_the_wanted_time_and_not_beyond() -> None:
    clock = Clock(0, 10**6)
    cost = 1e-6
    for _ in range(20):
        clock.learn(clock.chunk, cost * clock.chunk)
    assert clock.chunk == int(CHUNK_SECONDS / cost)
    clock.learn(clock.chunk, 1.0)
    assert clock.chunk < CHUNK_SECONDS / cost / 10


def test_one_quick_step_does_not_make_a_long_chunk() -> None:
    clock = Clock(0, 10**6)
    clock.learn(1, 0.0)
    assert clock.chunk == LARGEST_GROWTH


def test_a_note_tells_time_details_speed_and_rest() -> None:
    note = Clock(0, 1000).note(500, 0.5, 1e-3, "3 contacts")
    for word in ("t = 0.5 s", "3 contacts", "x real time", "left"):
        assert word in note


def test_durations_are_spoken() -> None:
    assert [spoken(s) for s in (5, 150, 9000)] == ["5 s", "2 min", "2.5 h"]
