"""Plugin of pytest: properties alone, each with 500 examples at least."""

from __future__ import annotations

import pytest
from hypothesis import settings
from suites import EXAMPLES

USED = "_hypothesis_internal_use_settings"
"""Where a test keeps its settings; hypothesis has no public way to raise them."""


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    found = []
    for item in items:
        function = getattr(item, "obj", None)
        if not getattr(function, "is_hypothesis_test", False):
            continue
        own = getattr(function, USED, None) or settings.default
        function = getattr(function, "__func__", function)
        most = max(EXAMPLES, own.max_examples)
        setattr(function, USED, settings(own, max_examples=most, deadline=None))
        found.append(item)
    config.hook.pytest_deselected(items=[i for i in items if i not in found])
    items[:] = found
