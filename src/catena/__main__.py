"""Lets ``python -m catena`` do what ``catena`` does."""

from catena.cli import main

main()
