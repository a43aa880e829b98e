"""Specifications are read, checked and written without surprises."""

from pathlib import Path

import pytest

import catena as ct
from catena.drives import DRIVES
from catena.errors import CatenaError, InputError, SpecError
from catena.spec.checks import did_you_mean
from catena.spec.loading import LARGEST_FILE, parse_toml, read_toml
from catena.spec.writing import resolved_toml, toml_text


@pytest.mark.parametrize("drive", DRIVES)
def test_template_survives_being_written_and_read_again(drive: str) -> None:
    spec = ct.loads(DRIVES[drive].template())
    again = ct.loads(resolved_toml(spec))
    assert again == spec


def test_all_mistakes_are_reported_at_once() -> None:
    text = (
        DRIVES["gear_pair"]
        .template()
        .replace('speed = "1800 rpm"', 'speed = "1800 kg"')
        .replace("tooth_count = 39", "tooth_cuont = 39")
        .replace("damping_ratio = 0.024", "damping_ratio = -1")
    )
    with pytest.raises(SpecError) as caught:
        ct.loads(text)
    found = {problem.path: problem for problem in caught.value.problems}
    assert set(found) == {
        "speed",
        "wheel.tooth_cuont",
        "wheel.tooth_count",
        "mesh.damping_ratio",
    }
    assert "is a mass" in found["speed"].expected
    assert "did you mean 'tooth_count'" in found["wheel.tooth_cuont"].hint
    assert "missing" in found["wheel.tooth_count"].expected
    assert "at least 0" in found["mesh.damping_ratio"].expected


def test_unknown_drive_offers_the_nearest() -> None:
    with pytest.raises(SpecError, match="did you mean 'gear_pair'"):
        ct.loads('drive = "gear_pear"')
    with pytest.raises(SpecError, match="missing"):
        ct.loads("title = 'no drive'")


def test_an_empty_list_is_named_with_what_was_expected() -> None:
    text = DRIVES["periodic"].template()
    text = text.replace("[{ order = 1, cos = [1.0] }]", "[]")
    with pytest.raises(SpecError, match=r"harmonic: has no entries; expected at least"):
        ct.loads(text)


def test_newer_format_is_refused() -> None:
    text = "format = 2\n" + DRIVES["gear_pair"].template()
    with pytest.raises(SpecError, match="format"):
        ct.loads(text)


def test_large_files_are_refused_before_they_are_parsed(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_text("a = [" + "[[[]]]," * 1_500_000 + "]")
    with pytest.raises(InputError, match="MB"):
        read_toml(path)
    assert path.stat().st_size > LARGEST_FILE


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 5000 + "]" * 5000,
        "a = " + "[" * 40 + "]" * 40,
        "a = " + "{b = " * 3000 + "1" + "}" * 3000,
        "a = " + "9" * 10_000,
        "a = ",
        "\x00",
    ],
)
def test_broken_text_is_one_clear_message(text: str) -> None:
    with pytest.raises(CatenaError) as caught:
        parse_toml(text)
    assert len(str(caught.value)) < 500


def test_unreadable_files_are_one_clear_message(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "absent.toml", Path("a\0b")):
        with pytest.raises(InputError):
            read_toml(path)
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b"title = '\xe4'")
    with pytest.raises(InputError, match="UTF-8"):
        read_toml(latin)


def test_fields_change_with_units_and_are_checked() -> None:
    spec = ct.loads(DRIVES["cam_mechanism"].template())
    spec.speed = "600 rpm"  # type: ignore[attr-defined]
    assert spec.speed == pytest.approx(62.83185307179586)  # type: ignore[attr-defined]
    with pytest.raises(SpecError, match="speed"):
        spec.speed = "600 kg"  # type: ignore[attr-defined]
    with pytest.raises(SpecError, match="unknown key"):
        spec.speeed = 3.0  # type: ignore[attr-defined]


def test_values_are_set_at_key_paths() -> None:
    spec = ct.loads(DRIVES["gear_pair"].template())
    other = spec.with_values({"error[1].amplitude": "9 um", "pinion.tooth_count": 20})
    data = other.model_dump()
    assert data["error"][1]["amplitude"] == pytest.approx(9e-6)
    assert data["pinion"]["tooth_count"] == 20
    for path in ("error[99].amplitude", "speed.x", "mesh.nothing.here"):
        with pytest.raises(SpecError):
            spec.with_values({path: 1.0})


def test_toml_text_escapes() -> None:
    data = {"a b": 'quote " and \\ and \n', "t": {"x": [1.5, True, "é"]}, "empty": {}}
    assert parse_toml(toml_text(data)) == data


def test_key_of_a_million_parts_is_refused_at_once() -> None:
    with pytest.raises(SpecError, match="key of more than the 64 parts"):
        parse_toml("[" + ".".join("a" * 1_000_000) + "]")
    with pytest.raises(SpecError, match="key of more than the 64 parts"):
        parse_toml(" . ".join(['"a"'] * 70) + " = 1")
    assert parse_toml("# " + 500 * "." + " 1.5\nx = [" + 500 * "1.5, " + "]")["x"]


def test_integer_of_a_million_digits_is_refused_in_plain_words() -> None:
    with pytest.raises(InputError, match="an integer has thousands of digits"):
        parse_toml("x = 1" + 1_000_000 * "0")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs an endless file")
def test_file_without_end_is_refused() -> None:
    with pytest.raises(InputError, match="at most 4 MB"):
        read_toml("/dev/zero")


@pytest.mark.parametrize(
    ("law", "words"),
    [
        ("{}", r"contact\[0\]\.normal\.law: is required and missing"),
        ("{ law = 'hard' }", r"contact\[0\]\.normal\.law: .*'hard'.*'unilateral'"),
    ],
)
def test_a_missing_or_unknown_kind_names_its_key(law: str, words: str) -> None:
    text = f"""
drive = "system"
body = [{{ name = "b" }}]
contour = [{{ name = "p", body = "b", shape = "point" }},
           {{ name = "f", body = "ground", shape = "line", normal = [0.0, 1.0] }}]
contact = [{{ name = "c", a = "p", b = "f", normal = {law} }}]
solve = {{ step = 1e-3, duration = 1.0 }}
"""
    with pytest.raises(SpecError, match=words):
        ct.loads(text)


def test_a_mark_of_windows_editors_is_no_mistake(tmp_path: Path) -> None:
    path = tmp_path / "marked.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1\r\nb = 2\r\n")
    assert read_toml(path) == ({"a": 1, "b": 2}, "a = 1\nb = 2\n")


@pytest.mark.parametrize("drive", ["belt_drive", "roller_chain"])
def test_a_key_named_like_its_kind_is_named_once(drive: str) -> None:
    """The kind 'speed' of a boundary has a key 'speed': the path holds one of them."""
    text = DRIVES[drive].template()
    begin = text.index('kind = "speed", speed = "') + len('kind = "speed", speed = "')
    text = text[:begin] + "3 kg" + text[text.index('"', begin) :]
    with pytest.raises(SpecError) as caught:
        ct.loads(text)
    (problem,) = caught.value.problems
    assert problem.path.endswith("[0].boundary.speed")


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("teeth", ["name", "tooth_count", "tooth_form", "inertia"], "tooth_count"),
        ("links", ["link_mass", "link_count", "pitch"], "link_count"),
        ("count_of_teeth", ["name", "tooth_count", "inertia"], "tooth_count"),
        ("outer_radii", ["inner_radius", "outer_radius"], "outer_radius"),
        ("toth_count", ["tooth_form", "tooth_count", "name"], "tooth_count"),
    ],
)
def test_words_are_near_by_their_parts(word: str, known: list[str], meant: str) -> None:
    """Plurals stand for a count; spelling decides where no parts are shared."""
    assert did_you_mean(word, known) == f"did you mean {meant!r}?"


def test_words_without_common_parts_are_not_near() -> None:
    assert did_you_mean("bogus", ["mass", "axes"]) == "known: axes, mass"
    forms = ["tooth_form", "tooth_tip"]
    assert did_you_mean("teeth", forms) == "known: tooth_form, tooth_tip"
