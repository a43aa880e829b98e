"""Every case of dynamics, rigid joints and rods reaches its known answers."""

import pytest

from catena.verification import DYNAMICS, JOINTS, RODS, verify

CASES = [
    pytest.param(case, id=case.name, marks=[pytest.mark.paper] if case.paper else [])
    for case in (*DYNAMICS, *JOINTS, *RODS)
]


@pytest.mark.parametrize("case", CASES)
def test_case_reaches_its_known_answers(case):
    missed = [row for row in verify([case]) if not row.passed]
    assert not missed
