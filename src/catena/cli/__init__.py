"""The command line: ``catena run drive.toml``.

Nothing heavy is imported until a command needs it, so that help appears at once.
"""

from catena.cli.app import app, main

__all__ = ["app", "main"]
