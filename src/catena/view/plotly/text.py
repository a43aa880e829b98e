"""Texts in which plotly.js finds no markup but ours."""

from __future__ import annotations

import html

from catena.view.scaling import wrapped


def plain_text(text: str) -> str:
    """A text without markup, whatever it contains."""
    return html.escape(text, quote=False)


def on_lines(text: str, width: int) -> str:
    """A long text on several lines."""
    return "<br>".join(plain_text(line) for line in wrapped(text, width))
