import re

import pytest

import catena as ct
from catena.drives import DRIVES
from catena.errors import SpecError
from catena.standards import designations, roller_chain


@pytest.mark.parametrize(
    "name", ["ANSI 40", "40", "No. 40", "no 40", "#40", "08A", "08A-1"]
)
def test_many_ways_to_name_number_40(name):
    chain = roller_chain(name)
    assert chain.designation == "ANSI 40"
    assert chain.pitch == pytest.approx(12.7e-3, rel=1e-12)
    assert chain.roller_diameter == pytest.approx(7.925e-3)
    assert chain.tensile_strength == pytest.approx(13.9e3)
    assert chain.link_mass == pytest.approx(7.749e-3, rel=1e-3)


def test_b_series_is_found_with_and_without_its_standard():
    assert roller_chain("08B") == roller_chain("ISO 08B-1") == roller_chain("iso 08b")
    assert roller_chain("ISO 606 08B-1") == roller_chain("08B")
    assert roller_chain("ISO606 08A-1") == roller_chain("ANSI 40")
    assert roller_chain("08B").roller_diameter == pytest.approx(8.51e-3)


@pytest.mark.parametrize("name", designations())
def test_every_chain_is_plausible(name):
    chain = roller_chain(name)
    assert chain.designation == name
    assert 0.3 * chain.pitch < chain.pin_diameter + chain.roller_diameter
    assert chain.pin_diameter < chain.roller_diameter < chain.pitch
    assert 0.0 < chain.link_mass < 0.01 * chain.tensile_strength
    assert max(chain.plate_height) <= 0.951 * chain.pitch


def test_standard_pitches_of_the_ansi_series_are_eighths_of_an_inch():
    for number in (25, 35, 40, 50, 60, 80, 100, 120, 140, 160, 180, 200, 240):
        eighths = number // 10
        assert roller_chain(f"ANSI {number}").pitch == pytest.approx(
            eighths * 25.4e-3 / 8, rel=1e-12
        )


@pytest.mark.parametrize(
    ("name", "nearest"), [("ANSI 45", "ANSI 4"), ("08Bx", "ISO 08B"), ("82", "ANSI 80")]
)
def test_unknown_designation_offers_the_nearest(name, nearest):
    with pytest.raises(SpecError, match=nearest) as caught:
        roller_chain(name, path="chain")
    assert caught.value.problems[0].path == "chain"
    assert caught.value.problems[0].value == name


@pytest.mark.parametrize(
    ("name", "pitch", "state", "width"),
    [
        ("415", "1/2 in", "ISO 606 08A-1", "4.762 mm"),
        ("420", "1/2 in", "ISO 606 08A-1", "6.35 mm"),
        ("520", "5/8 in", "ISO 606 10A-1", "6.35 mm"),
        ("DID 520VX3", "5/8 in", "ISO 606 10A-1", "6.35 mm"),
        ("525H", "5/8 in", "ISO 606 10A-1", "7.938 mm"),
        ("530", "5/8 in", "ISO 606 10A-1", "9.525 mm"),
        ("630", "3/4 in", "ISO 606 12A-1", "9.525 mm"),
    ],
)
def test_motorcycle_chains_are_told_by_their_digits(name, pitch, state, width):
    with pytest.raises(SpecError) as caught:
        roller_chain(name)
    hint = caught.value.problems[0].hint
    assert "nearest" not in hint
    assert f"motorcycle chain of {pitch} pitch" in hint and f"({width})" in hint
    assert f'state "{state}"' in hint and "inner_width" in hint
    inches = {"1/2 in": 12.7e-3, "5/8 in": 15.875e-3, "3/4 in": 19.05e-3}
    assert roller_chain(state).pitch == pytest.approx(inches[pitch])


def test_the_file_of_a_motorcycle_chain_is_told_what_to_state():
    text = DRIVES["roller_chain"].template()
    told = re.sub(r'standard = "[^"]*"', 'standard = "520"', text)
    assert told != text
    with pytest.raises(
        SpecError, match=r'chain.standard: .*"ISO 606 10A-1".*inner_width'
    ):
        ct.loads(told)
    ct.loads(told.replace('"520"', '"ISO 606 10A-1"\ninner_width = "6.35 mm"'))


def test_a_number_far_from_all_has_no_nearest():
    with pytest.raises(SpecError, match="for example ANSI 40"):
        roller_chain("450")


@pytest.mark.parametrize("name", ["", "?", "chain", "9" * 400])
def test_nonsense_designation_is_refused_calmly(name):
    with pytest.raises(SpecError, match="ANSI"):
        roller_chain(name)
