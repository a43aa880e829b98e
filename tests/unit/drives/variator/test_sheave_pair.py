"""Loose and fixed sheaves as one pair: means of what both give way."""

import numpy as np
import pytest

from catena.bodies.sheave import Compliance
from catena.drives.variator.sheave_pair import (
    check_pair,
    compliance_of,
    hubs,
    pair_influence,
)
from catena.drives.variator.spec_influence import InfluencePart

STIFF = InfluencePart(azimuthal=[2e-9, 6e-9], radial=[0.0, 0.0, 400.0])
SOFT = InfluencePart(azimuthal=[4e-9, 8e-9, 2e-9], radial=[0.0, 0.0, 400.0])


def test_hubs_give_way_by_the_mean_of_both_slopes() -> None:
    loose, fixed, moment = 2e6, 8e6, 300.0
    slopes = np.array([moment / loose, moment / fixed])
    pair = hubs(loose, fixed)
    assert 2.0 * moment / pair.stiffness == pytest.approx(slopes.mean())
    assert pair.share == pytest.approx(np.sum(slopes**2) / slopes.mean() ** 2)
    assert hubs(loose, loose) == pytest.approx((2.0 * loose, 2.0))
    assert hubs(loose, None) == pytest.approx(hubs(loose, 1e20))


def test_discs_bend_by_the_mean_of_both_influences() -> None:
    series, radial = pair_influence(STIFF, SOFT)
    assert series == pytest.approx([3e-9, 7e-9, 1e-9])
    assert list(radial) == STIFF.radial
    assert list(pair_influence(STIFF, None)[0]) == [2e-9, 6e-9]


def test_sheaves_that_soften_differently_towards_the_rim_are_refused() -> None:
    other = InfluencePart(azimuthal=[4e-9], radial=[1.0])
    with pytest.raises(ValueError, match=r"fixed_influence.radial: found \[1.0\]"):
        check_pair(STIFF, other)
    with pytest.raises(ValueError, match="without influence"):
        check_pair(None, other)


def test_words_of_giving_way_are_bits() -> None:
    both = compliance_of("tilting and coupled")
    assert both == compliance_of("tilting") | compliance_of("coupled")
    assert compliance_of("rigid") == Compliance.RIGID
