"""A dask scheduler with one worker on the loopback, as others would have started it."""

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from catena.errors import InputError

HERE = Path(__file__).parent


@contextmanager
def local_scheduler(*options):
    """Gives the address; both processes are ended by their own ids."""
    started = []
    try:
        address = _start_scheduler(started)
        command = [sys.executable, "-m", "distributed.cli.dask_worker", address]
        command += ["--no-nanny", "--nthreads", "1", "--no-dashboard", *options]
        started.append(_start(command))
        yield address
    finally:
        for process in reversed(started):
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stderr.close()


def _start(command):
    paths = [path for path in (str(HERE), *sys.path) if path]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    return subprocess.Popen(
        command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL
    )


def _start_scheduler(started):
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    command += ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    started.append(_start(command))
    for line in started[0].stderr:
        if match := re.search(rb"(tcp://127\.0\.0\.1:\d+)", line):
            return match[1].decode()
    raise AssertionError("the scheduler did not say where it listens")


def when_workers_are_there(work):
    """What ``work`` gives, as soon as the scheduler has a worker for it."""
    limit = time.monotonic() + 30
    while True:
        try:
            return work()
        except InputError as error:
            if "has no workers" not in str(error) or time.monotonic() > limit:
                raise
            time.sleep(0.3)
