"""Records and file catalogue both follow from the declared channels."""

from typing import NamedTuple

import numpy as np
import pytest

from catena.numerics.arrays import Floats
from catena.results.catalogue import Coordinate
from catena.run.channels import Channel, catalogue_of, gathered, rounded


class Table(NamedTuple):
    """Three records of two numbers, and of two numbers of four bodies."""

    total: Floats
    body: Floats


TABLE = Table(np.arange(6.0).reshape(3, 2), np.arange(24.0).reshape(3, 2, 4))
CHANNELS = (
    Channel("time", "s", "time", source="total", index=1),
    Channel("speed", "m/s", "speed", ("time", "wheel"), "body", 0, "wheels", "sense"),
    Channel("all", "J", "energy", ("time", "pair"), "total"),
    Channel("derived", "1", "made by the drive", gaps=True, dtype="float32"),
)


def test_channels_choose_columns_bodies_and_signs() -> None:
    picks, factors = {"wheels": np.array([2, 0])}, {"sense": np.array([1.0, -1.0])}
    found = gathered(CHANNELS, TABLE, picks, factors)
    assert list(found) == ["time", "speed", "all"]
    np.testing.assert_array_equal(found["time"], [1.0, 3.0, 5.0])
    np.testing.assert_array_equal(found["speed"], [[2, 0], [10, -8], [18, -16]])
    assert found["all"] is TABLE.total


def test_the_catalogue_names_what_the_channels_record() -> None:
    axes = {"time": None, "wheel": Coordinate(["a", "b"]), "pair": 2}
    catalogue = catalogue_of(CHANNELS, axes)
    assert [v.name for v in catalogue.variables] == ["time", "speed", "all", "derived"]
    assert catalogue.growing_dims == ("time",)
    assert catalogue.sizes == {"time": None, "wheel": 2, "pair": 2}
    assert catalogue["derived"].gaps and catalogue["derived"].dtype == "float32"


def test_a_choice_without_bodies_is_an_error() -> None:
    with pytest.raises(KeyError, match="wheels"):
        gathered(CHANNELS, TABLE)


def test_rounded_numbers_keep_their_leading_digits() -> None:
    values = np.array([0.0, 1.0, -3.14159265, 1e-9, 123456.0, np.nan, np.inf])
    found = rounded(values, 14)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, values, rtol=2.0**-14)
    assert not np.any(found.view(np.uint32)[:5] & 0x3FF)
    assert found[2] != np.float32(values[2])
