"""The sections of the report, each a function from plain data to HTML."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Literal

from catena.results.events import EventList
from catena.results.figures import Figure
from catena.results.health import Check, Outcome
from catena.results.trust import Trust
from catena.view.page import escaped
from catena.view.scaling import format_number, sentence
from catena.view.signal_table import SignalTable

Level = Literal["good", "caution", "bad"]

_PATHS = {
    "good": "M8 12.5l2.8 2.8L16.2 9.5",
    "caution": "M12 7.5v5.5M12 16.2v.1",
    "bad": "M9 9l6 6M15 9l-6 6",
}


def icon(level: Level) -> str:
    """A sign that needs no colour to be understood: tick, exclamation, cross."""
    return (
        '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" '
        'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" '
        'stroke-linejoin="round"><circle cx="12" cy="12" r="10"/>'
        f'<path d="{_PATHS[level]}"/></svg>'
    )


def level_of(outcome: Outcome) -> Level:
    """How far the numbers can be trusted."""
    if outcome.trust is Trust.INTERRUPTED:
        return "caution"
    if not outcome.trust.ok:
        return "bad"
    return "caution" if outcome.warnings else "good"


def health_in_words(outcome: Outcome) -> str:
    """One sentence on checks and warnings."""
    count, failed = len(outcome.checks), [c for c in outcome.checks if not c.ok]
    if not count:
        words = "No numerical checks were recorded"
    elif failed:
        names = ", ".join(check.label for check in failed)
        words = f"{len(failed)} of {_counted(count, 'numerical check')} failed: {names}"
    else:
        words = f"All {_counted(count, 'numerical check')} passed"
        words = "The one numerical check passed" if count == 1 else words
    if outcome.warnings:
        words += f"; {_counted(len(outcome.warnings), 'warning')}"
    return words + "."


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")


def verdict(outcome: Outcome, level: Level) -> str:
    """The line one reads first."""
    words = outcome.headline[:1].upper() + outcome.headline[1:]
    return f"""<div class="verdict {level}" id="verdict" role="status">
{icon(level)}<div><p class="words">{escaped(words)}</p>
<p class="state">{escaped(health_in_words(outcome))}</p></div></div>"""


def plot_sections(figures: Iterable[Figure]) -> str:
    """The places of the plots, under the headings their figures name."""
    sections: dict[str, list[str]] = {}
    for number, figure in enumerate(figures):
        sections.setdefault(figure.section, []).append(_plot_place(figure, number))
    return "\n".join(
        f'<section class="plots"><h2>{escaped(heading)}</h2>\n'
        + "\n".join(places)
        + "</section>"
        for heading, places in sections.items()
    )


def plot_id(number: int) -> str:
    """The identifier of the n-th plot of a page."""
    return f"plot-{number}"


def _plot_place(figure: Figure, number: int) -> str:
    shape = " map" if figure.map is not None else ""
    shape += " square" if figure.equal_aspect else ""
    caption = (
        f"<figcaption>{escaped(figure.caption)}</figcaption>" if figure.caption else ""
    )
    title, identifier = escaped(figure.title), plot_id(number)
    return f"""<figure class="panel" aria-label="{title}">
<div class="figure-head"><h3>{title}</h3>
<button type="button" data-picture="{identifier}" data-name="{escaped(figure.name)}"
 aria-label="Save {title} as SVG">SVG</button></div>
{caption}
<div class="plot{shape}" id="{identifier}"></div>
</figure>"""


def health(outcome: Outcome) -> str:
    """Checks with value and limit, then warnings."""
    rows = "\n".join(_check_row(check) for check in outcome.checks)
    table = f"""<div class="panel scroll"><table>
<caption>{escaped(health_in_words(outcome))}</caption>
<thead><tr><th scope="col">Check</th><th scope="col" class="number">Value</th>
<th scope="col" class="number">Limit</th><th scope="col">Result</th></tr></thead>
<tbody>{rows}</tbody></table></div>"""
    if not outcome.checks:
        table = f'<p class="note">{escaped(health_in_words(outcome))}</p>'
    heading = "<h2>Numerical health</h2>"
    return f'<section id="health">{heading}{table}{_warnings(outcome)}</section>'


def _check_row(check: Check) -> str:
    level: Level = "good" if check.ok else "bad"
    word = "✓ passed" if check.ok else "✕ failed"
    note = f'<br><span class="note">{escaped(check.note)}</span>' if check.note else ""
    return (
        f'<tr><th scope="row">{escaped(sentence(check.label))}{note}</th>'
        f'<td class="number">{_cell(check.value)}</td>'
        f'<td class="number">{_cell(check.limit)}</td>'
        f'<td><span class="badge {level}">{word}</span></td></tr>'
    )


def _cell(value: float) -> str:
    text = format_number(value)
    return "–" if text == "not available" else escaped(text)


def _warnings(outcome: Outcome) -> str:
    items = "".join(
        f'<li class="caution">Warning: <span>{escaped(text)}</span></li>'
        for text in outcome.warnings
    )
    return f'<ul class="warnings" id="warnings">{items}</ul>' if items else ""


FEW_EVENTS = 100
"""Events shown in a report; all of them are in the results."""


def events(found: EventList | None) -> str:
    """How many events of each kind there were, and the first of them."""
    if found is None or not found.total:
        return ""
    shown = list(found)[:FEW_EVENTS]
    rows = "".join(
        f'<tr><td class="number">{_cell(event.time)}</td>'
        f"<td>{escaped(event.pair)}</td><td>{escaped(event.kind)}</td>"
        f'<td class="number">{_cell(event.impulse)}</td></tr>'
        for event in shown
    )
    more = f"; the first {len(shown)} here" if len(shown) < found.total else ""
    return f"""<section id="events"><h2>Events</h2><details class="panel">
<summary>{escaped(str(found))}{more}</summary><div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col" class="number">Time [s]</th><th scope="col">Pair</th>
<th scope="col">Event</th><th scope="col" class="number">Impulse [N s]</th></tr></thead>
<tbody>{rows}</tbody></table></div></details></section>"""


def inputs(user_text: str, spec_text: str) -> str:
    """The user's own words and what they were understood to mean."""
    boxes = ""
    if user_text.strip():
        boxes += _text_box("user-text", "As written", user_text, "input.toml", True)
    if spec_text.strip():
        text, name = _readable(spec_text)
        heading = "As understood: every value, in SI units"
        boxes += _text_box("spec-text", heading, text, name, not boxes)
    return f'<section id="inputs"><h2>Inputs</h2>{boxes}</section>' if boxes else ""


def _readable(text: str) -> tuple[str, str]:
    """TOML as it is; JSON on lines of its own; and the name of a file for it."""
    try:
        return json.dumps(json.loads(text), indent=2, ensure_ascii=False), "spec.json"
    except ValueError:
        return text, "spec.toml"


def _text_box(
    identifier: str, heading: str, text: str, name: str, is_open: bool
) -> str:
    state = " open" if is_open else ""
    return f"""<details class="panel"{state}><summary>{heading}</summary>
<div class="scroll" tabindex="0"><pre id="{identifier}">{escaped(text)}</pre></div>
<div class="downloads"><button type="button" data-copy="{identifier}">Copy</button>
<button type="button" data-download="{identifier}" data-name="{name}">
Save as {name}</button></div></details>"""


def data(table: SignalTable | None, name: str) -> str:
    """The signals as a file inside the page."""
    if table is None or not table.rows:
        return ""
    amount = f"{format_number(table.rows)} samples"
    if table.rows < table.total_rows:
        amount = f"the last {amount} of {format_number(table.total_rows)}"
    packed = table.packed()
    return f"""<section id="data"><h2>Data</h2><div class="panel downloads">
<button type="button" data-download="signals" data-name="{escaped(name)}.csv">
Save signals as CSV</button>
<span class="note">SI units, {amount}; part of this file</span></div>
<script type="application/gzip" id="signals" data-packed="gzip">{packed}</script>
</section>"""


def _fact(value: object) -> str:
    return format_number(value) if isinstance(value, float) else str(value)


def reproduce(command: str, provenance: Mapping[str, object]) -> str:
    """One command, and where the numbers come from."""
    line = ""
    if command:
        line = f"""<div class="panel command"><pre id="command">{escaped(command)}</pre>
<button type="button" data-copy="command">Copy</button></div>"""
    facts = "".join(
        f"<dt>{escaped(sentence(name))}</dt><dd>{escaped(_fact(value))}</dd>"
        for name, value in provenance.items()
    )
    facts = f'<dl class="facts panel" id="provenance">{facts}</dl>' if facts else ""
    if not line and not facts:
        return ""
    return f'<section id="reproduce"><h2>How to reproduce</h2>{line}{facts}</section>'
