"""Full equations without an orbit: exit code 3, and the linear results stay."""

import json
from pathlib import Path

import numpy as np
from typer.testing import CliRunner

import catena as ct
from catena.cli import running, views  # noqa: F401  (the verbs)
from catena.cli.app import app
from catena.drives import DRIVES


def test_refused_full_equations_keep_the_linear_results(
    tmp_path: Path,
) -> None:
    text = DRIVES["cam_mechanism"].template()
    text = text.replace('speed = "100 rpm"', 'speed = "900 rpm"')
    sweep = '\nsweep = { start = "50 rpm", stop = "90 rpm", count = 3 }\n'
    linear, full = tmp_path / "linear.toml", tmp_path / "full.toml"
    linear.write_text(text + sweep)
    asked = "nonlinear = true\nnonlinear_effort = 3000"  # a quick refusal
    full.write_text(text.replace("nonlinear = false", asked) + sweep)
    plain = ct.simulate(ct.load(linear), out=tmp_path / "linear.run")
    out = tmp_path / "full.run"
    arguments = ["run", str(full), "--out", str(out), "--json"]
    ended = CliRunner().invoke(app, arguments)
    assert ended.exit_code == 3
    told = json.loads(ended.stdout)
    assert told["kind"] == "SolverError"
    assert "the linear ones are kept" in told["error"]
    assert "of 3000 linearised steps" in told["error"]
    assert "in a drive file nonlinear_effort" in told["error"]
    with plain, ct.open_run(out) as kept:
        assert kept.status == "failed"
        for variable in plain.catalogue.variables:
            name = variable.name
            np.testing.assert_array_equal(kept.read(name), plain.read(name), name)
        assert np.isnan(kept.read("shaft_twist_nonlinear")).all()
    tables = tmp_path / "tables"
    command = ["export", str(out), "--out", str(tables)]
    answer = CliRunner().invoke(app, command)
    assert answer.exit_code == 0, answer.output
