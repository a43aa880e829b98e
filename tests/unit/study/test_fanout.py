import builtins

import pytest

from catena.errors import InputError, Interrupted, MissingExtraError, SolverError
from catena.study import fanout
from catena.study.fanout import fan_out


def square(number):
    if number == 3:
        raise SolverError("three does not converge")
    if number == 4:
        raise ZeroDivisionError("four")
    if number == 5:
        raise Interrupted("enough")
    return number * number


def test_failures_are_captured_in_place():
    done = list(fan_out(square, [1, 3, 2, 4]))
    assert [d.index for d in done] == [0, 1, 2, 3]
    assert [d.value for d in done] == [1, None, 4, None]
    assert done[1].failure.message == "three does not converge"
    assert done[1].failure.trace == ""
    assert done[3].failure.kind == "ZeroDivisionError"
    assert "in square" in done[3].failure.trace


def test_interruptions_are_not_failures():
    with pytest.raises(Interrupted):
        list(fan_out(square, [1, 5, 2]))


def test_nothing_to_do_starts_nothing():
    assert list(fan_out(square, [], workers=8)) == []
    assert [d.value for d in fan_out(square, [2], workers=8)] == [4]


def test_missing_dask_is_named(monkeypatch):
    real = builtins.__import__

    def without_dask(name, *args, **kwargs):
        if name.split(".")[0] in ("dask", "distributed"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without_dask)
    assert [d.value for d in fan_out(square, [1, 2])] == [1, 4]
    monkeypatch.setattr(fanout, "PATIENCE", 0.0)
    with pytest.raises(MissingExtraError, match=r"make ready|catena\[study\]"):
        list(fan_out(square, [1, 2], workers=2))


@pytest.mark.parametrize("workers", [0, -1, 10_000])
def test_worker_counts_are_checked(workers):
    with pytest.raises(InputError, match="workers"):
        list(fan_out(square, [1], workers=workers))


def test_a_silent_address_is_reported(monkeypatch):
    monkeypatch.setattr(fanout, "CONNECT_SECONDS", 0.5)
    with pytest.raises(InputError, match="no dask scheduler answers"):
        list(fan_out(square, [1, 2], scheduler="tcp://127.0.0.1:9"))


def test_little_work_starts_no_processes():
    import os

    done = list(fan_out(process_of, list(range(20)), workers=2))
    assert {d.value for d in done} == {os.getpid()}


def process_of(_):
    import os

    return os.getpid()


@pytest.mark.parametrize(
    "address", ["foo", "tcp://", "tcp://host", "host:port", "http://a b:1", ":8786"]
)
def test_what_is_no_address_is_refused_at_once(address):
    with pytest.raises(InputError, match=r"scheduler: found .* tcp://host:8786"):
        next(iter(fan_out(abs, [1, 2], scheduler=address)))
