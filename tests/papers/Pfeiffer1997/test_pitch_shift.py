"""Even running as the fixed point of one pitch, well damped, equal sprockets."""

from __future__ import annotations

import numpy as np
import pytest
from chain_cases import REFERENCE, case_a

from catena.drives.loading import spec_from
from catena.drives.roller_chain.orbit.problem import orbit_of
from catena.periodic.shooting.fixed_point import Steady, steady_state
from catena.periodic.shooting.multipliers import multipliers
from catena.periodic.shooting.symmetry import PeriodMap

pytestmark = pytest.mark.paper
DAMPED = {"damping": 386.0, "viscous": 5e-3, "joint": 0.0, "tooth": 0.0}


def search(memory: int, most: int) -> tuple[Steady, PeriodMap]:
    data = case_a(1000, **DAMPED)
    data["chain"]["uniform"] = True
    data["contact"]["tooth"]["damping"] = 1000.0
    advance = orbit_of(spec_from(data)).advance
    return steady_state(advance, memory=memory, most=most), advance


def unequal() -> PeriodMap:
    """24/36 teeth, 70 links, as loaded as case a, with friction and little damping."""
    data = case_a(1000, torque=13.5, damping=193.0, viscous=1e-3, rollers="turn",
                  friction="regularised")  # fmt: skip
    data["chain"] |= {"uniform": True, "link_count": 70}
    data["contact"]["tooth"]["damping"] = 500.0
    data["sprocket"][1] |= {"tooth_count": 36, "centre": [0.2528357, 0.0]}
    return orbit_of(spec_from(data)).advance


def test_unequal_sprockets_settle_much_sooner_too() -> None:
    """Number: at least four times fewer maps than plain running."""
    fast = steady_state(unequal(), memory=10, most=300)
    assert fast.found
    plain_maps = REFERENCE["pitch_shift"]["least_gain_unequal"] * fast.maps
    assert not steady_state(unequal(), memory=0, most=plain_maps).found


def test_acceleration_needs_few_maps_and_multipliers_are_the_decay() -> None:
    """Number: maps to 1e-5 against plain iteration, largest multiplier, decay."""
    wanted = REFERENCE["pitch_shift"]
    fast, advance = search(20, wanted["most_maps"])
    assert fast.found
    plain, _ = search(0, 1100)
    assert plain.maps > wanted["least_gain"] * fast.maps
    again = advance(fast.numbers)
    assert np.sqrt(np.mean((again - fast.numbers) ** 2)) < 1e-4
    largest = abs(multipliers(advance, fast.numbers)[0])
    late = slice(500, plain.maps)
    slope = np.polyfit(np.arange(plain.maps)[late], np.log(plain.residuals[late]), 1)[0]
    assert largest == pytest.approx(np.exp(slope), abs=wanted["decay"])
    assert largest == pytest.approx(wanted["multiplier"], abs=wanted["decay"])
