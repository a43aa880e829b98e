"""Runs, reports and figures speak to no other machine."""

import socket
from pathlib import Path

import pytest
from typer.testing import CliRunner

from catena.cli import running, upkeep, views  # noqa: F401  (the verbs)
from catena.cli.app import app
from catena.drives import DRIVES


def test_no_connection_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a connection was opened")

    for name in ("connect", "connect_ex", "sendto", "bind"):
        monkeypatch.setattr(socket.socket, name, refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    file, out = tmp_path / "m.toml", str(tmp_path / "m.run")
    file.write_text(DRIVES["periodic"].template())
    plots = str(tmp_path / "plots")
    for command in (["check", str(file)], ["run", str(file), "--out", out],
                    ["info", out], ["report", out], ["plot", out, "--out", plots],
                    ["doctor"]):  # fmt: skip
        told = CliRunner().invoke(app, command)
        assert told.exit_code == 0, (command, told.output, told.exception)
    page = (tmp_path / "m.run" / "report.html").read_text(encoding="utf-8")
    for place in ('src="http', "url(http", '<link rel="stylesheet"'):
        assert place not in page
