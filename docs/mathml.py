"""Formulas as MathML, translated when the pages are built.

Browsers show it by themselves, so that reading the documentation needs no network.
"""

import re
from html import escape
from typing import Any

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml

TAG = re.compile(r"\\tag\{([^}]*)\}")
LINE = "display:flex;align-items:center;overflow-x:auto;margin:1em 0"


def write_inline(writer: Any, node: nodes.math) -> None:
    """A formula within a line."""
    writer.body.append(tex2mathml(node.astext()))
    raise nodes.SkipNode


def write_block(writer: Any, node: nodes.math_block) -> None:
    """A formula on a line of its own, its number at the right."""
    text = node.astext()
    number = TAG.search(text)
    formula = tex2mathml(TAG.sub("", text), as_block=True)
    label = f"({escape(number[1])})" if number else ""
    parts = f'<div style="flex:1">{formula}</div><div>{label}</div>'
    writer.body.append(f'<div style="{LINE}">{parts}</div>')
    raise nodes.SkipNode


def setup(app: Any) -> dict[str, bool]:
    """Make the renderer known to Sphinx."""
    app.add_html_math_renderer("mathml", (write_inline, None), (write_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
