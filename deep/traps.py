"""Plugin of pytest: division by zero, overflow and invalid numbers end a test.

Underflow is none of them: a friction force that fades passes through numbers near 0.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    with np.errstate(divide="raise", over="raise", invalid="raise"):
        return (yield)
