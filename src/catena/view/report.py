"""The report: one HTML file that opens anywhere and asks the network for nothing."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from catena.results.events import EventList
from catena.results.figures import Figure
from catena.results.files.fresh_file import whole_or_nothing
from catena.results.health import Outcome
from catena.view import report_sections as sections
from catena.view.number_tables import key_numbers
from catena.view.packing import ArrayPool
from catena.view.page import asset, escaped, json_block, page
from catena.view.palette import DARK, LIGHT
from catena.view.plotly.figure import TEMPLATE, plotly_figure
from catena.view.signal_table import Column, signal_table

HEAD_SCRIPT = """(() => {
  let theme = null;
  try { theme = localStorage.getItem("catena-theme"); } catch { /* a private window */ }
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = theme || (dark ? "dark" : "light");
})();"""
"""Sets the colours before anything is painted."""

_LOGO = (
    '<svg viewBox="0 0 34 18" width="30" height="16" fill="none" stroke="currentColor" '
    'stroke-width="2.6" aria-hidden="true"><rect x="1.5" y="4" width="17" height="10" '
    'rx="5"/><rect x="15.5" y="4" width="17" height="10" rx="5"/></svg>'
)
_SUN = (
    '<svg class="sun" viewBox="0 0 24 24" fill="none" stroke="currentColor" '
    'stroke-width="2" stroke-linecap="round" aria-hidden="true">'
    '<circle cx="12" cy="12" r="4.5"/><path d="M12 2v2M12 20v2M2 12h2M20 12h2'
    'M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4"/></svg>'
)
_MOON = (
    '<svg class="moon" viewBox="0 0 24 24" fill="none" stroke="currentColor" '
    'stroke-width="2" stroke-linejoin="round" aria-hidden="true">'
    '<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z"/></svg>'
)


@dataclass(frozen=True, eq=False)
class ReportContent:
    """Contents of a report as plain data, independent of its source."""

    title: str
    drive: str
    """The kind of system, in words."""
    outcome: Outcome
    figures: tuple[Figure, ...] = ()
    spec_text: str = ""
    """The specification as it was understood, in SI."""
    user_text: str = ""
    """The specification as the user wrote it."""
    provenance: Mapping[str, object] = field(default_factory=dict)
    """Versions, date, digest, wall time: name and value, in the order shown."""
    command: str = ""
    """What to type to get this result again."""
    columns: tuple[Column, ...] = ()
    """Signals for the CSV file inside the report."""
    events: EventList | None = None
    """What happened to contacts, where the run lists it."""
    extra_html: str = ""
    """Trusted HTML of ours above the plots, such as the viewer's place."""
    extra_scripts: tuple[str, ...] = ()
    """Scripts of ours for it; they run after the plots are set up."""


def write_report(content: ReportContent, path: str | os.PathLike[str]) -> Path:
    """Write the report to a file, complete or not at all."""
    target = Path(path)
    with whole_or_nothing(target) as unfinished:
        unfinished.write_bytes(report_html(content).encode())
    return target


def report_html(content: ReportContent) -> str:
    """The report as a text."""
    return page(
        title=f"{content.title} · Catena",
        style=_style(),
        body=_body(content),
        head_script=HEAD_SCRIPT,
        scripts=[
            asset("plotly-cartesian.min.js"),
            asset("report.js"),
            *content.extra_scripts,
        ],
    )


def _style() -> str:
    """The palette of both themes, then the rules that use it."""
    return (
        f":root {{ color-scheme: light; {LIGHT.css()} }}\n"
        f':root[data-theme="dark"] {{ color-scheme: dark; {DARK.css()} }}\n'
        f"{asset('report.css')}"
    )


def _body(content: ReportContent) -> str:
    outcome = content.outcome
    level = sections.level_of(outcome)
    table = signal_table(content.columns) if content.columns else None
    parts = [
        _bar(content),
        '<main id="main">',
        f'<header class="head"><p class="kind">{escaped(content.drive)}</p>'
        f"<h1>{escaped(content.title)}</h1>{sections.verdict(outcome, level)}</header>",
        key_numbers(outcome.key_numbers, content.user_text),
        f'<div id="extra">{content.extra_html}</div>' if content.extra_html else "",
        "<noscript><p>The plots need JavaScript; all numbers are shown without it.</p>"
        "</noscript>",
        f'<div id="results">{sections.plot_sections(content.figures)}</div>',
        sections.health(outcome),
        sections.events(content.events),
        sections.inputs(content.user_text, content.spec_text),
        sections.data(table, "signals"),
        sections.reproduce(content.command, content.provenance),
        "</main>",
        "<footer>Made by Catena. This file is complete: it loads nothing from "
        "anywhere.</footer>",
        json_block("plots", _plots(content.figures)),
    ]
    return "\n".join(part for part in parts if part)


def _bar(content: ReportContent) -> str:
    """The bar on top: name, ways through the page, light and dark."""
    places = [("Results", "results", content.figures), ("Health", "health", True)]
    places += [("Inputs", "inputs", content.user_text or content.spec_text)]
    places += [("Data", "data", content.columns)]
    places += [("Reproduce", "reproduce", content.command or content.provenance)]
    links = "".join(
        f'<a href="#{to}">{name}</a>' for name, to, there in places if there
    )
    return f"""<a class="skip" href="#main">Skip to content</a>
<div class="bar"><div class="bar-inner"><span class="brand">{_LOGO}Catena</span>
<nav aria-label="Sections">{links}</nav>
<button type="button" id="theme" aria-label="Switch colours">{_SUN}{_MOON}</button>
</div></div>"""


def _plots(figures: tuple[Figure, ...]) -> dict[str, Any]:
    """All the script needs for drawing."""
    pool = ArrayPool()
    plots = {
        sections.plot_id(number): pool.pooled(plotly_figure(figure))
        for number, figure in enumerate(figures)
    }
    return {
        "plots": plots,
        "arrays": pool.arrays,
        "template": TEMPLATE,
        "colors": {"light": LIGHT.named(), "dark": DARK.named()},
    }
