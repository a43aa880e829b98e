"""Writes runs in child processes and kills each at a random moment.

Usage: kill_trials.py FOLDER COUNT. Prints one line per trial: the number of samples
whose writing had been acknowledged before the kill.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

from sample_run import block, make_catalogue

from catena.results.files.writer import RunWriter


def write_until_killed(folder: Path, acknowledge: int) -> None:
    writer = RunWriter.create(folder, make_catalogue(), {"spec": "a = 1\n"})
    count = 0
    while True:
        writer.append(block(count, 37))
        count += 37
        os.write(acknowledge, count.to_bytes(8, "little"))


def trial(folder: Path, seconds: float) -> int:
    listen, acknowledge = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            write_until_killed(folder, acknowledge)
        finally:
            os._exit(1)
    os.close(acknowledge)
    first = os.read(listen, 8)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    received = first
    while part := os.read(listen, 1 << 16):
        received += part
    os.close(listen)
    return int.from_bytes(received[-8:], "little")


if __name__ == "__main__":
    rng = random.Random(7)
    for number in range(int(sys.argv[2])):
        print(trial(Path(sys.argv[1]) / str(number), rng.uniform(0.0, 0.12)))
