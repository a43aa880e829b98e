"""Losses of belts are recorded under their own names."""

import numpy as np
import pytest

from catena.integrators.steps import pushbelt_sampling, spatial_pushbelt_sampling
from catena.integrators.steps.belt_losses import take_losses
from catena.integrators.steps.pushbelt_tables import LOSSES, Group
from catena.integrators.steps.spatial_pushbelt_tables import (
    SPATIAL_LOSSES,
    SpatialGroup,
)
from catena.tables.state import Cause


@pytest.mark.parametrize(
    ("names", "recorded", "groups"),
    [
        (LOSSES, pushbelt_sampling.RECORDED, Group),
        (SPATIAL_LOSSES, spatial_pushbelt_sampling.RECORDED, SpatialGroup),
    ],
)
def test_every_loss_stands_where_its_name_does(names, recorded, groups):
    ledger = np.zeros((len(groups), len(Cause)))
    for value, (_, group, cause) in enumerate(names, start=1):
        ledger[group, cause] = value
    found = np.zeros(len(names))
    take_losses(recorded, ledger, found)
    assert found.tolist() == list(range(1, len(names) + 1))
    assert found.sum() == ledger.sum()
