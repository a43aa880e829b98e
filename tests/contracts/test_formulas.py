"""Every formula of the documentation can be translated, before the slow build."""

import importlib.util
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
CODE = re.compile(r"^(```+|~~~+).*?^\1|`[^`\n]+`", re.MULTILINE | re.DOTALL)
FORMULA = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+?)\$", re.DOTALL)
PAGES = sorted(
    page for page in DOCS.rglob("*.md") if "_build" not in page.relative_to(DOCS).parts
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_formulas_translate(page: Path) -> None:
    place = importlib.util.spec_from_file_location("mathml", DOCS / "mathml.py")
    assert place is not None
    assert place.loader is not None
    mathml = importlib.util.module_from_spec(place)
    place.loader.exec_module(mathml)
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    for block, inline in FORMULA.findall(text):
        formula = mathml.TAG.sub("", block or inline).strip()
        assert mathml.translated(formula, as_block=bool(block)), formula
