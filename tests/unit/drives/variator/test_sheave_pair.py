"""Loose and fixed sheaves as one pair: means of what both give way."""

from types import SimpleNamespace

import numpy as np
import pytest

from catena.bodies.sheave import Compliance
from catena.drives.variator.sheave_pair import (
    check_sheaves,
    compliance_of,
    disc_tables,
    hubs,
    pair_discs,
)
from catena.drives.variator.spec.influence import InfluencePart

STIFF = InfluencePart(azimuthal=[2e-9, 6e-9], radial=[0.0, 0.0, 400.0])
SOFT = InfluencePart(azimuthal=[4e-9, 8e-9, 2e-9], radial=[0.0, 0.0, 400.0])

FALLING = InfluencePart(azimuthal=[4e-9], radial=[1.0, -20.0])


def test_hubs_give_way_by_the_mean_of_both_slopes() -> None:
    loose, fixed, moment = 2e6, 8e6, 300.0
    slopes = np.array([moment / loose, moment / fixed])
    pair = hubs(loose, fixed)
    assert 2.0 * moment / pair.stiffness == pytest.approx(slopes.mean())
    assert pair.share == pytest.approx(np.sum(slopes**2) / slopes.mean() ** 2)
    assert hubs(loose, loose) == pytest.approx((2.0 * loose, 2.0))
    assert hubs(loose, None) == pytest.approx(hubs(loose, 1e20))


def test_discs_bend_by_the_mean_of_both_influences() -> None:
    (pair,) = pair_discs(STIFF, SOFT)
    assert pair.series == pytest.approx([3e-9, 7e-9, 1e-9])
    assert list(pair.radial) == STIFF.radial
    (alone,) = pair_discs(STIFF, None)
    assert list(alone.series) == [2e-9, 6e-9]


def test_sheaves_that_soften_differently_towards_the_rim_are_two_layers() -> None:
    other = InfluencePart(azimuthal=[4e-9], radial=[1.0, 5.0])
    pair, r = pair_discs(STIFF, other), 0.06
    found = sum(disc.at(r) * disc.series[0] for disc in pair)
    assert found == pytest.approx(0.5 * (400.0 * r**2 * 2e-9 + (1.0 + 5.0 * r) * 4e-9))
    tables = disc_tables([pair, pair_discs(STIFF, None)])
    assert tables.root.shape == (2, 2, 2) and tables.radial.shape == (2, 2, 3)
    assert not tables.root[1, 1].any() and tables.radial[1, 1, 0] == 1.0


@pytest.mark.parametrize(
    ("own", "words"),
    [
        ({"inner_radius": 0.08}, "hub of 80 mm must be smaller than the rim of 70 mm"),
        ({"influence": None, "fixed_influence": STIFF}, "without influence"),
        (
            {"fixed_influence": FALLING},
            "fixed_influence: the radial factor",
        ),
    ],
)
def test_sheaves_that_cannot_be_are_refused(own, words) -> None:
    part = {"inner_radius": 0.03, "outer_radius": 0.07, "influence": STIFF}
    with pytest.raises(ValueError, match=words):
        check_sheaves(SimpleNamespace(**({"fixed_influence": None} | part | own)))


def test_words_of_giving_way_are_bits() -> None:
    both = compliance_of("tilting and coupled")
    assert both == compliance_of("tilting") | compliance_of("coupled")
    assert compliance_of("rigid") == Compliance.RIGID
