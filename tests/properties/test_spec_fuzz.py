"""Whatever a file says, the answer is a specification or one clear error."""

import random
import tomllib

import pytest

import catena as ct
from catena.drives import DRIVES
from catena.errors import CatenaError
from catena.spec.writing import toml_text

MUTATIONS_PER_DRIVE = 1000
ODD_VALUES = [
    0,
    -1,
    1,
    1e308,
    -1e308,
    1e-308,
    float("nan"),
    float("inf"),
    10**400,
    True,
    "",
    "1 m",
    "12 furlong",
    "nan",
    "\x00",
    "a" * 1000,
    [],
    [[]],
    {},
    [{}],
    {"a": 1},
    "../../etc/passwd",
    "{0.__class__}",
]


def _paths(node: object, path: tuple = ()) -> list[tuple]:
    found = [path] if path else []
    if isinstance(node, dict):
        for key, value in node.items():
            found += _paths(value, (*path, key))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            found += _paths(value, (*path, index))
    return found


def _mutated(data: dict, dice: random.Random) -> dict:
    for _ in range(dice.randint(1, 3)):
        path = dice.choice(_paths(data))
        place = data
        for key in path[:-1]:
            place = place[key]
        action = dice.random()
        if action < 0.6:
            place[path[-1]] = dice.choice(ODD_VALUES)
        elif action < 0.8 or isinstance(place, list):
            del place[path[-1]]
        else:
            place[str(path[-1]) + dice.choice("xyz_")] = place.pop(path[-1])
        if not _paths(data):
            break
    return data


def _answer(text: str) -> str:
    """'fine', or the message; anything but a CatenaError escapes and fails."""
    try:
        spec = ct.loads(text)
        DRIVES[spec.drive].build(spec)
    except CatenaError as error:
        return str(error)
    return "fine"


@pytest.mark.parametrize("drive", DRIVES)
def test_mutated_values_are_used_or_refused(drive: str) -> None:
    dice = random.Random(f"{drive} values")
    template = DRIVES[drive].template()
    refused = 0
    for _ in range(MUTATIONS_PER_DRIVE):
        data = _mutated(tomllib.loads(template), dice)
        try:
            text = toml_text(data)
        except ValueError:  # an integer beyond Python's digit limit cannot be written
            continue
        message = _answer(text)
        refused += message != "fine"
        assert 0 < len(message) < 20_000
    assert refused > MUTATIONS_PER_DRIVE // 2


@pytest.mark.parametrize("drive", DRIVES)
def test_damaged_text_is_used_or_refused(drive: str) -> None:
    dice = random.Random(f"{drive} text")
    template = DRIVES[drive].template()
    refused = 0
    for _ in range(MUTATIONS_PER_DRIVE // 4):
        letters = list(template)
        for _ in range(dice.randint(1, 8)):
            letters[dice.randrange(len(letters))] = chr(
                dice.choice([34, 46, 61, 91, 0x263A])
            )
        text = "".join(letters)[: dice.randrange(len(letters))]
        refused += _answer(text) != "fine"
    assert refused > 0


@pytest.mark.parametrize("drive", DRIVES)
def test_refusals_name_the_key(drive: str) -> None:
    data = tomllib.loads(DRIVES[drive].template())
    for key, value in data.items():
        if isinstance(value, dict | list) or key in ("drive", "title"):
            continue
        for odd in (float("nan"), 1e308, "3 parsecs per fortnight", []):
            message = _answer(toml_text({**data, key: odd}))
            assert key in message, (key, odd, message)
