from __future__ import annotations

import pytest

from catena.errors import AssemblyError
from catena.results.catalogue import Catalogue, Coordinate, Variable

TIME = Variable("time", ("time",), "s", "time")


@pytest.mark.parametrize(
    "name",
    ["", "1a", "a b", "../x", "a/b", "/etc/passwd", "a\0b", "ä", "_x", "a" * 65, None],
)
def test_names_that_could_leave_the_file_are_refused(name):
    with pytest.raises(AssemblyError, match="not a usable name"):
        Variable(name, (), "1", "x")
    with pytest.raises(AssemblyError, match="not a usable name"):
        Catalogue({name: 3})


@pytest.mark.parametrize("size", [0, -1, 2.5, True, "3"])
def test_bad_sizes_are_refused(size):
    with pytest.raises(AssemblyError, match="dimension link has size"):
        Catalogue({"link": size})


@pytest.mark.parametrize(
    ("catalogue", "message"),
    [
        (lambda: Catalogue({"time": None}, {}, (TIME, TIME)), "used twice"),
        (
            lambda: Catalogue({}, {}, (Variable("x", ("link",), "1", "x"),)),
            "unknown dimension 'link'",
        ),
        (
            lambda: Catalogue(
                {"time": None, "link": 2},
                {},
                (Variable("x", ("link", "time"), "1", "x"),),
            ),
            "growing dimension first",
        ),
        (lambda: Catalogue({"link": 2}, {"link": Coordinate([1, 2, 3])}), "size 2"),
        (lambda: Catalogue({"time": None}, {"time": Coordinate([1])}), "fixed"),
        (
            lambda: Catalogue(
                {"time": None, "k": 2}, {}, (Variable("k", ("time",), "1", "x"),)
            ),
            "named like a dimension",
        ),
        (lambda: Variable("x", ("a", "a"), "1", "x"), "repeats"),
        (lambda: Variable("x", (), "1", "x", dtype="complex128"), "dtype"),
    ],
)
def test_inconsistent_layouts_are_refused(catalogue, message):
    with pytest.raises(AssemblyError, match=message):
        catalogue()


def test_a_catalogue_knows_what_a_block_must_bring():
    force = Variable("force", ["time", "link"], "N", "force")
    catalogue = Catalogue({"time": None, "link": 4}, {}, [TIME, force])
    assert catalogue.growing_dims == ("time",)
    assert catalogue.growing_along("time") == (TIME, force)
    assert catalogue.sample_shape(catalogue["force"]) == (4,)
    with pytest.raises(AssemblyError, match="no variable 'x'"):
        catalogue["x"]
