"""The command line: ``catena run drive.toml``.

Nothing heavy is imported until a command needs it, so that help appears at once.
"""

from catena.cli.interrupting import guarded

__all__ = ["main"]


def main() -> None:
    """Entry point of the ``catena`` command."""
    guarded(_start)


def _start() -> None:
    from catena.cli.app import start

    start()
