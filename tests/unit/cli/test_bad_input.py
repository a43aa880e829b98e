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
    "friction below zero": (
        "roller_chain",
        "friction = 0.05",
        "friction = -0.05",
        "contact.tooth.friction: found -0.05; expected at least 0",
    ),
    "speed below zero": (
        "roller_chain",
        'speed = "600 rpm"',
        'speed = "-600 rpm"',
        "boundary.speed: found '-600 rpm'; expected more than 0 rpm",
    ),
    "speed without unit": (
        "roller_chain",
        'speed = "600 rpm"',
        "speed = -62.8",
        "boundary.speed: found -62.8; expected more than 0 rad/s",
    ),
    "step in milliseconds": (
        "roller_chain",
        "[solve]",
        '[solve]\nstep = "1 ms"',
        "solve.step: '1 ms' is too large for these stiffnesses",
    ),
    "step in hours": (
        "roller_chain",
        "[solve]",
        '[solve]\nstep = "3 h"',
        "solve.step: found '3 h'; expected at most 2.77778e-06 h",
    ),
    "friction far above one": (
        "roller_chain",
        "friction = 0.05",
        "friction = 50",
        "contact.tooth.friction: found 50; expected at most 1",
    ),
    "odd number of links": ("roller_chain", "count = 74", "count = 75", "74 or 76"),
    "no pitch": (
        "roller_chain",
        'standard = "ISO 606 08B-1"',
        "",
        "state a standard, or also pitch",
    ),
    "unknown standard": (
        "roller_chain",
        '"ISO 606 08B-1"',
        '"ISO 606 08X-1"',
        "chain.standard: found 'ISO 606 08X-1'",
    ),
    "slack below zero": (
        "roller_chain",
        '# slack = "2 mm"',
        'slack = "-2 mm"',
        "chain.slack: found '-2 mm'; expected at least 0 mm",
    ),
    "too few teeth": (
        "roller_chain",
        "tooth_count = 13",
        "tooth_count = 3",
        "sprocket[1].tooth_count: found 3; expected at least 6",
    ),
    "half a tooth": (
        "roller_chain",
        "tooth_count = 13",
        "tooth_count = 13.5",
        "found 13.5; expected a whole number",
    ),
    "a force for a torque": (
        "roller_chain",
        'torque = "12 N m"',
        'torque = "12 N"',
        "'12 N' is a force; expected a torque such as",
    ),
    "one number for a direction": (
        "roller_chain",
        'gravity = [0.0, "-9.81 m/s^2"]',
        'gravity = "-9.81 m/s^2"',
        'expected a list such as ["0 m/s^2", "-9.81 m/s^2"]',
    ),
    "a run-up from a speed of zero": (
        "roller_chain",
        'speed = "600 rpm"',
        'speed = "0 rpm"',
        "expected more than 0 rpm (from standstill, state a ramp or a history)",
    ),
    "a history as a table": (
        "roller_chain",
        'speed = "600 rpm"',
        'speed = "600 rpm", history = { time = [0.0], speed = [0.0] }',
        'such as [["0 s", "600 rpm"], ["0.5 s", "900 rpm"]], found a table',
    ),
    "a slack that nothing gives": (
        "roller_chain",
        '# slack = "2 mm"',
        'slack = "2 mm"',
        'add a direction, such as adjust = "0 deg", to one',
    ),
    "wheels that overlap": (
        "roller_chain",
        '["278.4 mm", "60 mm"]',
        '["40 mm", "0 mm"]',
        "need more than 120.852 mm",
    ),
    "two parts of one name": (
        "roller_chain",
        'name = "idler"',
        'name = "driver"',
        "two parts are called 'driver'",
    ),
    "two speeds": (
        "roller_chain",
        'kind = "load", torque = "12 N m"',
        'kind = "speed", speed = "300 rpm"',
        "2 sprockets have a speed (driver, driven); expected exactly one",
    ),
    "kilograms for a stiffness": (
        "roller_chain",
        '"20 kN/mm"',
        '"20 kg"',
        "chain.stiffness: '20 kg' is a mass",
    ),
    "restitution above one": (
        "system",
        "restitution = 0.75",
        "restitution = 1.75",
        "contact[2].normal.restitution: found 1.75; expected at most 1",
    ),
    "mass below zero": (
        "system",
        'mass = "50 g"',
        'mass = "-50 g"',
        "body[2].mass: found '-50 g'; expected more than 0 g",
    ),
    "a body that is not there": (
        "system",
        'a = "block"\nb',
        'a = "blok"\nb',
        "did you mean 'block'?",
    ),
    "sticking below sliding friction": (
        "system",
        "static = 0.5",
        "static = 0.1",
        "static: found 0.1; expected at least the coefficient of sliding (0.3)",
    ),
    "inertia of no body": (
        "spatial_system",
        '"8e-4 kg m^2", "5e-4 kg m^2"',
        '"8e-4 kg m^2", "0.5 kg m^2"',
        "none exceeds the sum of the others",
    ),
    "pulley of no size": (
        "belt_drive",
        'diameter = "100 mm"',
        'diameter = "0 mm"',
        "pulley[2].diameter: found '0 mm'; expected more than 0 mm",
    ),
    "duration below zero": (
        "belt_drive",
        '"0.8 s"',
        '"-0.8 s"',
        "solve.duration: found '-0.8 s'; expected more than 0 s",
    ),
    "arm of no pulley": (
        "belt_drive",
        'pulley = "tensioner"',
        'pulley = "tensionr"',
        "'tensionr', which is no pulley; known: driver, tensioner, driven",
    ),
    "groove as wide as a plane": (
        "chain_cvt",
        'wedge_angle = "11 deg"',
        'wedge_angle = "90 deg"',
        "variator.wedge_angle: found 90 deg; expected half the groove's angle",
    ),
    "hub larger than the rim": (
        "chain_cvt",
        'inner_radius = "20 mm"',
        'inner_radius = "90 mm"',
        "the hub of 90 mm must be smaller than the rim of 70 mm",
    ),
    "a chain too short for its variator": (
        "chain_cvt",
        "link_count = 63",
        "link_count = 23",
        "45 to 77 links fit",
    ),
    "ratio out of reach": (
        "pushbelt_cvt",
        "ratio = 1.0",
        "ratio = 9.0",
        "which allows 0.342 to 2.924",
    ),
    "no clamping": (
        "pushbelt_cvt",
        'secondary_force = "10520 N"',
        "",
        "secondary_force is needed",
    ),
    "more torque than friction holds": (
        "pushbelt_cvt",
        '"74.58 N m"',
        '"7458 N m"',
        "slip limit exceeded: 7458 N m",
    ),
    "all revolutions discarded": (
        "pushbelt_cvt",
        "discard = 1",
        "discard = 5",
        "discards 5 of 3 revolutions",
    ),
    "strand of half a pitch": (
        "roller_span",
        "tangent_pitches = 13.5",
        "tangent_pitches = 0.2",
        "span.tangent_pitches: found 0.2; expected at least 3",
    ),
}


def test_fifty_mistakes_are_seeded() -> None:
    assert len(MISTAKES) >= 50


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
