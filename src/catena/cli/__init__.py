"""The command line: ``catena run drive.toml``.

Nothing heavy is imported until a command needs it, so that help appears at once.
"""

from catena.cli.interruption import CTRL_C, guarded, leave

__all__ = ["main"]


def main() -> None:
    """Entry point of the ``catena`` command."""
    try:
        guarded(_start)
    finally:
        if CTRL_C.pressed:
            leave()


def _start() -> None:
    from catena.machine import keep_to_one_thread

    keep_to_one_thread()
    from catena.cli.app import start

    start()
