import html

from catena.results.health import KeyNumber
from catena.view.number_tables import FIRST_CARDS, MOST_CARDS, key_numbers, subject_of


def test_means_are_shown_with_their_spread():
    slack = KeyNumber("t", "mean tension", 47.0, "N", spread=1.27)
    speed = KeyNumber("n", "mean speed", 100.0, "rad/s", spread=1.0)
    text = html.unescape(key_numbers([slack, speed], 'speed = "955 rpm"'))
    assert "± 1.3 N" in text
    assert "± 9.5 rpm" in text
    fine = KeyNumber("t", "mean tension", 47.0, "N", spread=0.029)
    assert "± 0.029 N" in html.unescape(key_numbers([fine]))  # not in mN
    assert "±" not in key_numbers([KeyNumber("p", "largest force", 9.0, "N")])


def numbers(count: int) -> list[KeyNumber]:
    units = ("N", "W", "1", "m")
    return [
        KeyNumber(f"n{k}", f"quantity {k}", 1.5 + k, units[k % 4]) for k in range(count)
    ]


def test_few_numbers_are_cards_alone():
    text = key_numbers(numbers(MOST_CARDS))
    assert text.count('class="card"') == MOST_CARDS
    assert "<table" not in text


def test_many_numbers_follow_as_tables_each_once_under_its_subject():
    many = numbers(MOST_CARDS + 1)
    text = key_numbers(many)
    assert text.count('class="card"') == FIRST_CARDS
    table = text[text.index("<table") :]
    for number in many:
        label = number.label[:1].upper() + number.label[1:]
        assert table.count(f">{label}<") == 1
        place = table.index(f">{label}<")
        heading = table.rindex('class="subject">', 0, place)
        assert table[heading:].startswith(f'class="subject">{subject_of(number)}<')


def test_efficiency_stands_with_the_power():
    share = KeyNumber("efficiency", "efficiency", 0.97, "1")
    slip = KeyNumber("slip", "slip", 0.002, "1")
    assert subject_of(share) == "Power and losses"
    assert subject_of(slip) == "Ratios and shares"


def test_no_numbers_leave_nothing():
    assert key_numbers([]) == ""
