import pytest

from catena.errors import SpecError
from catena.study.variation import VariationError, parse_vary, variations_of


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a=1,2,3", (1, 2, 3)),
        ("a=1.5", (1.5,)),
        ("a.b[0].c=10 N, 2 kN", ("10 N", "2 kN")),
        ("a=gauss,newmark", ("gauss", "newmark")),
        ("a=true,false", (True, False)),
        ("a=15:18", (15, 16, 17, 18)),
        ("a=-1:1", (-1, 0, 1)),
        ("a=0:1:5", (0.0, 0.25, 0.5, 0.75, 1.0)),
        ("a=100 rpm:300 rpm:3", ("100.0 rpm", "200.0 rpm", "300.0 rpm")),
        ("a=100:300 rpm:2", ("100.0 rpm", "300.0 rpm")),
        ("a=3 N m:1 N m:3", ("3.0 N m", "2.0 N m", "1.0 N m")),
    ],
)
def test_texts_become_values(text, values):
    found = parse_vary(text).values
    assert found == values
    assert [type(v) for v in found] == [type(v) for v in values]


def test_log_range_has_equal_factors_and_exact_ends():
    values = parse_vary("a=1e-3:1:4:log").values
    assert values[0] == 1e-3 and values[-1] == 1.0
    assert values == pytest.approx((1e-3, 1e-2, 1e-1, 1.0), rel=1e-14)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("speed", "key=values"),
        ("speed=", "key=values"),
        ("spe ed=1", "key path"),
        ("a=1,,2", "empty value"),
        ("a=1.5:2.5", "without a count"),
        ("a=5:2", "2:5"),
        ("a=0:1:1", "2 or more"),
        ("a=0:1:3:cubic", "start:stop:count:log"),
        ("a=0:1:3:log", "zero"),
        ("a=1 N:1 m:3", "two units"),
        ("a=x:y:3", "not numbers"),
        ("a=1e400:1:3", "not numbers|not finite"),
        ("a=1:99999999", "at most 1000000"),
    ],
)
def test_bad_texts_say_what_was_expected(text, words):
    with pytest.raises(VariationError, match=words):
        parse_vary(text)


def test_all_bad_texts_are_told_at_once():
    with pytest.raises(SpecError) as caught:
        variations_of(["a", "b=1,2", "c=1:2:x"])
    assert [p.value for p in caught.value.problems] == ["a", "c=1:2:x"]


def test_numbers_need_one_unit():
    assert parse_vary("a=1 N,2 N").numbers == (1.0, 2.0)
    assert parse_vary("a=1 N,2 N").unit == "N"
    assert parse_vary("a=1 N,2 kN").numbers is None
    assert parse_vary("a=linear,square").numbers is None
    assert parse_vary("a=true,false").numbers is None


def test_names_are_identifiers():
    assert parse_vary("stiffness.harmonic[0].cos[1][2]=1").name == (
        "stiffness_harmonic_0_cos_1_2"
    )


@pytest.mark.parametrize(
    "text",
    [
        "a=1,2.5,x",
        "a.b[0].c=10 N,2 kN",
        "a=true,false",
        "a=15:18",
        "a=100.0 rpm:300.0 rpm:3",
        "a=0.001:0.1:9:log",
    ],
)
def test_a_variation_is_written_as_it_was_read(text):
    assert parse_vary(text).text == text
