"""A page that needs nothing but itself: inline scripts, and a policy that forbids more.

Scripts run only if their digest stands in the policy of the page, so text that slips
in from a specification can never become code; no connection to anywhere is allowed.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from importlib import resources
from typing import Any


def escaped(text: object) -> str:
    """Any text, safe between tags and inside quoted attributes."""
    return html.escape(_printable(str(text)), quote=True)


def _printable(text: str) -> str:
    """Without the characters HTML forbids: stray controls and half surrogates."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    return "".join(c for c in text if c in "\t\n\r" or (ord(c) >= 32 and ord(c) != 127))


def asset(name: str) -> str:
    """The text of a file in ``assets/``."""
    path = resources.files("catena.view") / "assets" / name
    return path.read_text(encoding="utf-8")


def json_block(identifier: str, data: Any) -> str:
    """Data for a script, as an element that no content can close or open."""
    text = json.dumps(data, allow_nan=False, separators=(",", ":"), sort_keys=True)
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return f'<script type="application/json" id="{identifier}">{text}</script>'


def script_element(code: str) -> str:
    """A script of ours, inline."""
    if "</script" in code.lower() or "<!--" in code:
        raise ValueError("a script for the page must not contain </script or <!--")
    return f"<script>{code}</script>"


def policy(scripts: list[str]) -> str:
    """The content security policy that lets exactly these scripts run."""
    digests = (hashlib.sha256(code.encode()).digest() for code in scripts)
    allowed = " ".join(f"'sha256-{base64.b64encode(d).decode()}'" for d in digests)
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; "
        "img-src data: blob:; connect-src 'none'; form-action 'none'; base-uri 'none'"
    )


def page(
    title: str, style: str, body: str, head_script: str, scripts: list[str]
) -> str:
    """The whole document.

    Args:
        title: Plain text.
        style: CSS.
        body: HTML, already escaped where needed.
        head_script: Runs before the first paint.
        scripts: Run after the body, in this order.
    """
    rules = policy([head_script, *scripts])
    elements = "\n".join(script_element(code) for code in scripts)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{escaped(rules)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Catena">
<title>{escaped(title)}</title>
<link rel="icon" href="data:,">
<style>{style}</style>
{script_element(head_script)}
</head>
<body>
{body}
{elements}
</body>
</html>
"""
