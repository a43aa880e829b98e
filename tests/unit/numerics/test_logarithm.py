"""The logarithm in plain arithmetic is that of the library."""

import numpy as np
from tests.plain import plain

from catena.numerics.logarithm import natural_log

pytestmark = plain


def test_it_is_right_to_one_unit_in_the_last_place():
    draws = np.random.default_rng(0)
    x = np.concatenate(
        [10.0 ** draws.uniform(-300.0, 300.0, 500), draws.uniform(0.4, 2.5, 500),
         [1.0, 2.0, 0.5, np.sqrt(0.5), np.sqrt(2.0), 1.0 + 1e-15]]
    )  # fmt: skip
    found = np.array([natural_log(value) for value in x])
    wanted = np.log(x)
    assert (np.abs(found - wanted) <= np.spacing(np.abs(wanted))).all()
    assert natural_log(1.0) == 0.0
