"""A room is a folder with one idea: few files, and its tests under the same path."""

import re
from pathlib import Path

from tests.contracts.sources import PACKAGE, ROOT, trees

from catena.drives import DRIVES

UNIT = ROOT / "tests" / "unit"
MOST_FILES = 20
MOST_FILES_OF_A_DRIVE = 15


def folders(root: Path) -> dict[str, int]:
    """Files of Python in every folder below, by its path."""
    found: dict[str, int] = {}
    for path in root.rglob("*.py"):
        place = str(path.parent.relative_to(root))
        found[place] = found.get(place, 0) + 1
    return found


def room_of_a_drive(place: str) -> bool:
    parts = Path(place).parts
    return parts[:1] == ("drives",) and parts[1:2] != () and parts[1] in DRIVES


def test_no_folder_holds_too_many_files() -> None:
    for place, count in folders(PACKAGE).items():
        most = MOST_FILES_OF_A_DRIVE if room_of_a_drive(place) else MOST_FILES
        assert count <= most, f"{place}: {count} files, at most {most}"


def test_folders_of_tests_hold_no_more_than_folders_of_source() -> None:
    assert {k: n for k, n in folders(UNIT).items() if n > MOST_FILES} == {}


def test_unit_tests_mirror_the_source() -> None:
    strange = [place for place in folders(UNIT) if not (PACKAGE / place).is_dir()]
    assert strange == []


def named(word: str) -> set[str]:
    """First folders of files in whose path or top level a word is a name."""
    found = set()
    for path, tree in trees().items():
        place = path.relative_to(PACKAGE)
        names = {getattr(node, "name", "").lower() for node in tree.body}
        if word in {*place.with_suffix("").parts, *names}:
            found.add(place.parts[0])
    return found


def test_no_two_files_of_tests_share_a_name() -> None:
    """pytest imports them by name alone: the second one would not run."""
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))


def test_words_have_one_meaning() -> None:
    """docs/notation.md says which."""
    assert named("layout") == {"drives"}
    assert named("catalogue") == {"results"}
    assert named("motion") - {"motion.py", "rods", "dynamics", "drives"} == set()


WORDS_OF_THE_FIELD = {
    "banded", "listed", "maxwell_coupled",
}  # fmt: skip
"""A matrix in a band, rows that are lists of velocities, a law of coupled contacts:
no file else is named by what was done to something."""


def test_files_are_named_by_nouns() -> None:
    moods = {
        "calm",
        "looked",
        "reading",
        "judging",
        "foreseen",
        "left_over",
        "touching",
    }
    moods |= {
        "telescopes",
        "observe",
        "imposing",
        "interrupting",
        "stopping",
        "warming",
    }
    names = {path.stem for path in PACKAGE.rglob("*.py")}
    done = {name for name in names if re.search(r"(?<!e)ed$", name)}
    done |= names & {"driven", "stuck", "hidden", "broken", "given", "known", "taken"}
    assert done == WORDS_OF_THE_FIELD
    assert names & moods == set()
