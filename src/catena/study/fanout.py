"""One function over many items: in this process, in local ones, or on a cluster.

This is the only file that meets dask. Results are handed on as they complete; what a
call raises is captured as a `Failure` and stops nothing. Stopping the loop over
`fan_out` (an exception, Ctrl-C, ``close()``) ends the processes it started.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, TypeVar

from catena.errors import (
    CatenaError,
    InputError,
    Interrupted,
    MissingExtraError,
    SolverError,
    shown,
)
from catena.machine import ONE_THREAD

Item = TypeVar("Item")
Value = TypeVar("Value")

AHEAD_PER_WORKER = 4
"""Items handed out before they are needed, so that no worker waits for the next."""
CONNECT_SECONDS = 15.0
"""How long an existing scheduler may take to answer."""
LARGEST_WORKER_COUNT = 512
PATIENCE = 10.0
"""Seconds of work that are done here rather than starting processes for it."""
LAST_SECONDS = 1.0
"""What an interrupted study waits for its processes."""
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
LONG_ITEM = 20.0
"""Seconds no compilation of kernels takes."""

_ADDRESS = re.compile(r"(?:[a-z]+://)?(?:\[[0-9a-f:]+\]|[^\s/:]+):\d{1,5}")
_WORKER_SETUP = "catena.study.worker"
_QUIET = {
    "distributed.scheduler.allowed-failures": 1,
    "distributed.admin.tick.limit": "60s",
    # A process that died is started again however long that takes, and however often.
    "distributed.deploy.lost-worker-timeout": "365 days",
    "distributed.scheduler.no-workers-timeout": "10 minutes",
}
_LOCAL: dict[str, Any] = {
    "threads_per_worker": 1,
    "processes": True,
    "host": "127.0.0.1",
    "dashboard_address": "127.0.0.1:0",  # any free port; None would insist on 8787
    "scheduler_kwargs": {"dashboard": False},
    "silence_logs": "CRITICAL",
    "env": ONE_THREAD,
}


@dataclass(frozen=True)
class Failure:
    """What went wrong with one item, as plain text that any process can send."""

    kind: str
    """Name of the exception."""
    message: str
    """What a user should read."""
    trace: str = ""
    """Where it happened; empty for errors the product raises on purpose."""


@dataclass(frozen=True)
class Done(Generic[Value]):
    """One item that is over: its value, or why there is none."""

    index: int
    value: Value | None
    failure: Failure | None
    seconds: float


_DIED = Failure(
    "KilledWorker",
    "the process computing it died again and again, also with no other computation "
    "beside it (out of memory?)",
)


def fan_out(
    function: Callable[[Item], Value],
    items: Sequence[Item],
    *,
    workers: int = 1,
    scheduler: str | None = None,
) -> Iterator[Done[Value]]:
    """Call ``function`` on every item; yields them in the order of completion.

    The first item always runs here, before anything else starts: it compiles the
    kernels into the disk cache, where the workers then find them. Processes are started
    when the items left would keep this one busy for longer than `PATIENCE`.

    Args:
        function: A module-level function, so that other processes can import it.
        items: What to call it on; anything that can be pickled.
        workers: Local processes. With 1 everything happens in this process and dask
            is not needed.
        scheduler: Address of an existing dask scheduler, such as
            ``tcp://127.0.0.1:8786``; ``workers`` is then not used.
    """
    if not 1 <= workers <= LARGEST_WORKER_COUNT:
        raise InputError(
            f"workers: found {workers}; expected 1 to {LARGEST_WORKER_COUNT}"
        )
    _check_address(scheduler)
    alone = workers == 1 and scheduler is None
    for index in range(len(items)):
        done = _attempt(function, index, items[index])
        yield done
        left = len(items) - index - 1
        if left and not alone and (scheduler or _worth_processes(done, left)):
            break
    else:
        return
    with _client(min(workers, left), scheduler) as client:
        yield from _spread(client, function, items, index + 1, workers)


def _worth_processes(done: Done[Any], left: int) -> bool:
    """Whether what is left takes longer here than starting processes does.

    The first item may have compiled kernels; it is believed only when it took long.
    """
    believed = done.index > 0 or done.seconds > LONG_ITEM or PATIENCE <= 0.0
    return believed and done.seconds * left > PATIENCE


def _attempt(function: Callable[[Item], Value], index: int, item: Item) -> Done[Value]:
    """One call with its failure captured; only an interruption goes through."""
    start = time.perf_counter()
    value, failure = None, None
    try:
        value = function(item)
    except Interrupted:
        raise
    except Exception as error:
        failure = failure_of(error)
    return Done(index, value, failure, time.perf_counter() - start)


def failure_of(error: BaseException) -> Failure:
    """An exception as text; only unexpected ones keep their trace."""
    kind = type(error).__name__
    if isinstance(error, CatenaError):
        return Failure(kind, str(error))
    trace = "".join(traceback.format_exception(error))
    return Failure(kind, f"unexpected: {kind}: {error}", trace)


def _spread(
    client: Any,
    function: Callable[[Item], Value],
    items: Sequence[Item],
    first: int,
    workers: int,
) -> Iterator[Done[Value]]:
    """Keep every worker supplied, a few items ahead, until all are done.

    A worker that dies takes along all items it was given, and dask cannot say which of
    them did it: they are tried again at the end, one at a time, each with all workers
    to itself. Only an item whose worker dies then as well is a failure.
    """
    import distributed

    completed: Any = distributed.as_completed

    window = AHEAD_PER_WORKER * max(workers, sum(client.nthreads().values()))
    waiting = iter(range(first, len(items)))
    indices: dict[str, int] = {}
    suspects: list[int] = []

    def hand_out(index: int) -> Any:
        future = client.submit(_attempt, function, index, items[index], pure=False)
        indices[future.key] = index
        return future

    ahead = [hand_out(index) for index in islice(waiting, window)]
    running = completed(ahead, loop=client.loop)
    for future in running:
        index = indices.pop(future.key)
        if (done := _collect(future, index)) is None:
            suspects.append(index)
        else:
            yield done
        future.release()
        if (following := next(waiting, None)) is not None:
            running.add(hand_out(following))
    for index in suspects:
        done = _collect(hand_out(index), index)
        yield done or Done(index, None, _DIED, 0.0)


def _collect(future: Any, index: int) -> Done[Any] | None:
    """The outcome of a future, once it has one; ``None`` when its worker died."""
    import distributed

    killed: Any = distributed.KilledWorker
    error = future.exception()
    if error is None:
        try:
            done: Done[Any] = future.result()
            return done
        except killed as late:  # the result was lost with its worker, then made again
            error = late
    if isinstance(error, killed):
        return None
    if type(error).__name__ == "NoWorkerError":
        raise SolverError(
            "no process is left to compute: they died and could not be started again; "
            "what is done is kept"
        )
    return Done(index, None, failure_of(error), 0.0)


@contextmanager
def _client(workers: int, scheduler: str | None) -> Iterator[Any]:
    """A dask client: of an existing scheduler, or of processes that end with it."""
    try:
        import dask
        import distributed
    except ImportError:
        raise MissingExtraError("dask.distributed", "study") from None
    Client: Any = distributed.Client
    LocalCluster: Any = distributed.LocalCluster
    with dask.config.set(_QUIET):
        if scheduler is not None:
            with _connected(Client, scheduler) as client:
                yield client
            return
        preload = [*dask.config.get("distributed.worker.preload"), _WORKER_SETUP]
        with _main_script_hidden():
            cluster = LocalCluster(n_workers=0, preload=preload, **_LOCAL)
            try:
                cluster.scale(workers)
                with Client(cluster, set_as_default=False) as client:
                    yield client
            except BaseException:
                _end_at_once(cluster)
                raise
            cluster.close()


def _end_at_once(cluster: Any) -> None:
    """Kill the processes of a cluster: asked politely they take ten seconds.

    Result files stand it. What is left inside this process gets a moment to end, and is
    not heard any more: `close` makes dask talkative again before all of it is over.
    """
    for handler in logging.getLogger("distributed").handlers:
        handler.addFilter(_is_critical)
    cluster.shutdown_on_close = False  # nor wait for it at the end of the interpreter
    for nanny in list(cluster.workers.values()):
        nanny.auto_restart = False
        if nanny.pid:
            with suppress(OSError):
                os.kill(nanny.pid, KILL)
    with suppress(Exception):
        cluster.close(timeout=LAST_SECONDS)


def _is_critical(record: logging.LogRecord) -> bool:
    return record.levelno >= logging.CRITICAL


def _check_address(scheduler: str | None) -> None:
    """Refuse what cannot be an address, before dask waits for it to answer."""
    if scheduler is not None and not _ADDRESS.fullmatch(scheduler):
        raise InputError(
            f"scheduler: found {shown(scheduler)}; expected an address such as "
            "tcp://host:8786"
        )


def _connected(client: Callable[..., Any], scheduler: str) -> Any:
    try:
        found = client(scheduler, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise InputError(
            f"scheduler: no dask scheduler answers at {scheduler!r}: {error}"
        ) from None
    if not found.nthreads():
        found.close()
        raise InputError(f"scheduler: {scheduler!r} has no workers; start some first")
    return found


@contextmanager
def _main_script_hidden() -> Iterator[None]:
    """Keep new processes from running the user's script again.

    A spawned process imports the main script first, and a script without the
    ``if __name__ == "__main__"`` guard would start a study of its own. Workers need
    nothing from it: dask sends functions of the main script by value.
    """
    main = sys.modules["__main__"]
    names = ("__file__", "__spec__")
    kept = {name: getattr(main, name) for name in names if hasattr(main, name)}
    for name in kept:
        setattr(main, name, None)
    try:
        yield
    finally:
        for name, value in kept.items():
            setattr(main, name, value)
