"""Formulas as MathML, translated when the pages are built.

Browsers show it by themselves, so that reading the documentation needs no network.
"""

import re
from html import escape
from typing import Any

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml

TAG = re.compile(r"\\tag\{([^}]*)\}")
ACCENTED = re.compile(r"\\(ddot|dot|hat)\s*\{?([a-z])\}?")
ACCENTS = {"dot": "\u0307", "ddot": "\u0308", "hat": "\u0302"}
FIRST_STAND_IN = 0x4E00
"""Letters that stand for accented ones while a formula is translated."""
LINE = "display:flex;align-items:center;overflow-x:auto;margin:1em 0"


def translated(text: str, *, as_block: bool) -> str:
    """A formula as MathML; accents as part of their letter, which every font has."""
    letters: list[str] = []

    def stand_in(found: re.Match[str]) -> str:
        letters.append(found[2] + ACCENTS[found[1]])
        return chr(FIRST_STAND_IN + len(letters) - 1)

    markup = tex2mathml(ACCENTED.sub(stand_in, text), as_block=as_block)
    for i, letter in enumerate(letters):
        italic = f'<mi style="font-style:italic">{letter}</mi>'
        markup = markup.replace(f"<mi>{chr(FIRST_STAND_IN + i)}</mi>", italic)
    return markup


def write_inline(writer: Any, node: nodes.math) -> None:
    """A formula within a line."""
    writer.body.append(translated(node.astext(), as_block=False))
    raise nodes.SkipNode


def write_block(writer: Any, node: nodes.math_block) -> None:
    """A formula on a line of its own, its number at the right."""
    text = node.astext()
    number = TAG.search(text)
    formula = translated(TAG.sub("", text), as_block=True)
    label = f"({escape(number[1])})" if number else ""
    parts = f'<div style="flex:1">{formula}</div><div>{label}</div>'
    writer.body.append(f'<div style="{LINE}">{parts}</div>')
    raise nodes.SkipNode


def setup(app: Any) -> dict[str, bool]:
    """Make the renderer known to Sphinx."""
    app.add_html_math_renderer("mathml", (write_inline, None), (write_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
