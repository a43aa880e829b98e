"""Every case of the contact algebra list reaches its known answers."""

import pytest

from catena.verification.algebra import ALGEBRA
from catena.verification.case import verify


@pytest.mark.parametrize("case", ALGEBRA, ids=[case.name for case in ALGEBRA])
def test_case_reaches_its_known_answers(case):
    missed = [row for row in verify([case]) if not row.passed]
    assert not missed
