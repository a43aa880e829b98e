"""Plugin of pytest: tests run in the order in which their files were given.

`tests/conftest.py` puts the tests of one family of drives together; whoever stops at
the first failure wants the quick and near ones first.
"""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    order = {Path(name).resolve(): k for k, name in enumerate(config.args)}
    items.sort(key=lambda item: order.get(item.path, len(order)))
