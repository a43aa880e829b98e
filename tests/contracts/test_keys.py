"""Every key of every drive file is explained, with an example that is accepted."""

import re
import tomllib
from collections.abc import Iterator

import pytest
from pydantic import TypeAdapter
from pydantic.fields import FieldInfo

from catena.drives import DRIVES
from catena.drives.reference import default_text, keys_of_drive, page
from catena.spec.keys import Key, keys_of, shape_of
from catena.spec.parts import Part
from catena.spec.quantities import Length

EMPTY_WORDS = set(
    "a an and are as at be by for from goes has have how in is it its may of on one "
    "or over that the their them they this to what when where which with".split()
)
FEWEST_WORDS = 3


def telling_words(key: Key) -> set[str]:
    """Words of the meaning that neither the key itself nor its unit says."""
    said = set(re.findall(r"[a-z]+", f"{key.path} {key.accepts} {key.unit}".lower()))
    words = set(re.findall(r"[a-z]+", key.meaning.lower())) - EMPTY_WORDS - said
    return {word for word in words if not any(_same(word, one) for one in said)}


def _same(a: str, b: str) -> bool:
    """Whether two words have one stem."""
    return min(len(a), len(b)) >= 4 and (a.startswith(b) or b.startswith(a))


def complaints(key: Key) -> Iterator[str]:
    """What is wrong with the explanation of a key."""
    if not re.match(r"[A-Z0-9].*\.$", key.meaning):
        yield "is no sentence"
    if len(telling_words(key)) < FEWEST_WORDS:
        yield f"repeats the key or its unit: {key.meaning!r}"
    if not key.required and key.default is None and "not given" not in key.meaning:
        yield "does not say what happens if it is not given"
    if not key.example:
        yield "has no example"


@pytest.mark.parametrize("drive", DRIVES)
def test_every_key_is_explained(drive: str) -> None:
    wrong = [f"{k.path} {c}" for k in keys_of_drive(drive) for c in complaints(k)]
    assert wrong == []


@pytest.mark.parametrize("meaning", ["", "Joint clearance.", "A length in m."])
def test_a_sentence_that_says_nothing_is_noticed(meaning: str) -> None:
    class Sparse(Part):
        clearance: Length = 0.0

    Sparse.model_fields["clearance"].description = meaning
    (key,) = keys_of(Sparse, "joint")
    assert list(complaints(key))


def fields_of(model: type[Part], seen: set[type]) -> Iterator[tuple[str, FieldInfo]]:
    if model in seen:
        return
    seen.add(model)
    for name, info in model.model_fields.items():
        yield f"{model.__module__}.{model.__name__}.{name}", info
        for part in shape_of(info.annotation, info.metadata).parts:
            yield from fields_of(part, seen)


@pytest.mark.parametrize("drive", DRIVES)
def test_examples_are_accepted_and_in_range(drive: str) -> None:
    refused = []
    for path, info in fields_of(DRIVES[drive].spec_model(), set()):
        for example in info.examples or []:
            check = TypeAdapter(info.rebuild_annotation())
            try:
                check.validate_python(example)
            except ValueError as error:
                refused.append(f"{path}: {error}")
    assert not refused


@pytest.mark.parametrize("drive", DRIVES)
def test_examples_are_toml(drive: str) -> None:
    for key in keys_of_drive(drive):
        assert tomllib.loads(key.example), key.path


@pytest.mark.parametrize("drive", DRIVES)
def test_pages_name_every_key_and_default(drive: str) -> None:
    text = page(drive)
    for key in keys_of_drive(drive):
        assert f"| `{key.path.rpartition('.')[2]}` |" in text
        assert default_text(key)
