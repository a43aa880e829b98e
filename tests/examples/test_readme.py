"""README's own sequence works as typed after ``make demo``."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHORTER = ('duration = "0.6 s"', 'duration = "0.05 s"')
"""The same sequence on a shorter run, with a shorter film."""


def block_with(words: str, language: str = "") -> str:
    """The code block of README that holds some words."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    (found,) = [block for block in blocks if words in block]
    return str(found)


def typed(line: str, folder: Path) -> None:
    """Type one line in a folder; it must end well."""
    words = shlex.split(line, comments=True)
    target = folder / words[words.index(">") + 1] if ">" in words else None
    command = words[1 : words.index(">")] if target else words[1:]
    command += ["--seconds", "0.5"] if "animate" in command else []
    ended = subprocess.run(
        [sys.executable, "-m", "catena", *command],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, f"{line}\n{ended.stdout}{ended.stderr}"
    if target:
        target.write_text(ended.stdout.replace(*SHORTER))


def test_the_commands_of_readme_work_in_their_order(tmp_path: Path) -> None:
    lines = [one for one in block_with("catena new").splitlines() if one.strip()]
    assert lines.pop(0).startswith(". .venv/bin/activate")
    assert len(lines) >= 6
    for line in lines:
        assert line.startswith("catena "), line
        typed(line, tmp_path)
    assert (tmp_path / "my.run" / "film.mp4").stat().st_size > 10_000
    assert (tmp_path / "my.run" / "report.html").is_file()


def test_the_python_of_readme_works(tmp_path: Path) -> None:
    typed("catena new mathieu > my.toml", tmp_path)
    code = block_with("import catena", "python")
    ended = subprocess.run([sys.executable, "-c", code], cwd=tmp_path)
    assert ended.returncode == 0
