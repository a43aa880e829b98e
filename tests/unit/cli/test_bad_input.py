"""Seeded mistakes of users: one clear message, the right exit code, no traceback."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from catena.cli import many, running, upkeep, views  # noqa: F401  (the verbs)
from catena.cli.app import app
from catena.drives import DRIVES

MISTAKES = {
    "wrong unit": ("gear_pair", '"1800 rpm"', '"1800 N"', "speed"),
    "hertz for a shaft speed": ("gear_pair", '"1800 rpm"', '"30 Hz"', "speed"),
    "negative inertia": (
        "gear_pair",
        '"0.093 kg m^2"',
        '"-1 kg m^2"',
        "pinion.inertia",
    ),
    "unknown key": ("gear_pair", "base_radius", "base_radios", "base_radius"),
    "text for a number": ("gear_pair", "order = 1,", 'order = "one",', "order"),
    "NaN": (
        "gear_pair",
        "damping_ratio = 0.024",
        "damping_ratio = nan",
        "damping_ratio",
    ),
    "infinite": ("cam_mechanism", '"28 kg"', "inf", "follower_mass"),
    "1e308": ("cam_mechanism", '"28 kg"', "1e308", "follower_mass"),
    "zero mass": ("cam_mechanism", '"28 kg"', "0", "follower_mass"),
    "empty series": ("cam_mechanism", "profile = [", "profile = []\nx = [", "profile"),
    "period zero": ("periodic", "period = 3.141592653589793", "period = 0", "period"),
    "speed all but zero": (
        "cam_mechanism",
        '"100 rpm"',
        "1e-320",
        "smaller than 1e-30",
    ),
    "taken name": ("periodic", 'name = "x"', 'name = "time"', "coordinate[0].name"),
    "singular mass": ("periodic", "mean = [[1.0]]", "mean = [[0.0]]", "M: singular"),
    "negative inertia of an own system": (
        "periodic",
        "mean = [[1.0]]",
        "mean = [[-1.0]]",
        "positive inertia of 'x'",
    ),
    "empty Fourier list": (
        "periodic",
        "[{ order = 1, cos = [[-0.6]] }]",
        "[]",
        "harmonic",
    ),
    "empty matrix": ("periodic", "mean = [[1.0]]", "mean = [[]]", "mass.mean"),
    "wrong size": ("periodic", "mean = [[1.0]]", "mean = [[1.0, 2.0]]", "shape 1 x 2"),
    "unknown method": ("periodic", 'method = "gauss"', 'method = "gaus"', "method"),
    "too few samples": ("periodic", "samples = 1000", "samples = 20", "samples"),
    "not TOML": ("periodic", "[mass]", "[mass", "not TOML"),
    "chain too short": ("roller_chain", "count = 74", "count = 60", "60 links"),
    "step too long": ("roller_chain", "[solve]", "[solve]\nstep = 1e-3", "solve.step"),
    "no drive": ("periodic", 'drive = "periodic"', "", "drive"),
    "newer format": ("periodic", "period =", "format = 9\nperiod =", "format"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_named(mistake: str, tmp_path: Path) -> None:
    drive, right, wrong, word = MISTAKES[mistake]
    text = DRIVES[drive].template()
    assert right in text
    path = tmp_path / "drive.toml"
    path.write_text(text.replace(right, wrong, 1))
    out = tmp_path / "out.run"
    result = CliRunner().invoke(app, ["run", str(path), "--out", str(out)])
    assert result.exit_code == 2, result.output
    assert word in result.output
    assert "Traceback" not in result.output
    assert not (out / "run.nc").exists()


@pytest.mark.parametrize("verb", ["check", "run"])
@pytest.mark.parametrize("mistake", ["unknown key", "chain too short", "step too long"])
def test_mistakes_are_headed_by_their_file(
    verb: str, mistake: str, tmp_path: Path
) -> None:
    """Also those found while the model is built."""
    drive, right, wrong, word = MISTAKES[mistake]
    path = tmp_path / "drive.toml"
    path.write_text(DRIVES[drive].template().replace(right, wrong, 1))
    result = CliRunner().invoke(app, [verb, str(path)])
    assert result.output.startswith(f"catena: {path}: ")
    assert word in result.output


def test_cut_result_file_is_one_sentence(tmp_path: Path) -> None:
    path, out = tmp_path / "m.toml", tmp_path / "m.run"
    path.write_text(DRIVES["periodic"].template())
    runner = CliRunner()
    assert runner.invoke(app, ["run", str(path), "--out", str(out)]).exit_code == 0
    whole = (out / "run.nc").read_bytes()
    for part in (0, 1, 100, len(whole) // 2, len(whole) - 1):
        (out / "run.nc").write_bytes(whole[:part])
        for verb in ("info", "report", "plot", "export"):
            result = runner.invoke(app, [verb, str(out)])
            assert result.exit_code == 2, (verb, part, result.output)
            assert len(result.output.splitlines()) <= 2


@pytest.mark.parametrize("verb", ["info", "report", "plot", "export"])
def test_no_results_is_one_sentence(verb: str, tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "absent"):
        result = CliRunner().invoke(app, [verb, str(place)])
        assert result.exit_code == 2
        assert len(result.output.splitlines()) <= 2


def test_study_and_chart_mistakes_are_named(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    path.write_text(DRIVES["periodic"].template())
    runner = CliRunner()
    for arguments, word in (
        (["study", "--vary", "perriod=1:2:3"], "did you mean 'period'"),
        (["study", "--vary", "period"], "period"),
        (["study", "--vary", "period=1:2:99999999"], "period"),
        (["study", "--vary", "period=1,-1"], "period"),
        (["chart", "--x", "period=1:2:5", "--y", "nothing=1:2:5"], "nothing"),
    ):
        out = ["--out", str(tmp_path / "out")]
        result = runner.invoke(app, [arguments[0], str(path), *arguments[1:], *out])
        assert result.exit_code == 2, result.output
        assert word in result.output
