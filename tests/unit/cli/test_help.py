"""The list of verbs."""

import subprocess
import sys

from catena.cli.app import PANELS


def test_every_verb_stands_under_a_heading_in_its_order() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from catena.cli import main; main()", "--help"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    verbs = [line[2:].split(" ")[0] for line in done.stdout.splitlines()
             if line[:1] in "│|" and line[2:3].isalpha()]  # fmt: skip
    assert verbs == [verb for panel in PANELS.values() for verb in panel]
    assert "Commands" not in done.stdout  # where verbs without a heading stand
