"""Key numbers of a report: cards for the first ones, tables by subject for many."""

from __future__ import annotations

from collections.abc import Sequence

from catena.results.health import KeyNumber
from catena.rounding import as_written
from catena.view.page import escaped
from catena.view.scaling import format_quantity, format_spread, sentence

MOST_CARDS = 12
"""Key numbers that are shown as cards alone: what a screen holds above the picture."""
FIRST_CARDS = 10
"""Cards shown where there are more; all numbers then follow as tables."""

_SUBJECTS = {
    "W": "Power and losses",
    "J": "Power and losses",
    "N": "Forces and torques",
    "N m": "Forces and torques",
    "Pa": "Forces and torques",
    "1": "Ratios and shares",
    "": "Ratios and shares",
}
"""What a number is about, by its SI unit."""
_MOTION = "Motion"
"""Subject of all other units: lengths, angles, speeds, frequencies."""


def key_numbers(numbers: Sequence[KeyNumber], user_text: str = "") -> str:
    """Cards with a value and its unit each, speeds as the user wrote them."""
    if len(numbers) <= MOST_CARDS:
        return _cards(numbers, user_text)
    return _cards(numbers[:FIRST_CARDS], user_text) + _tables(numbers, user_text)


def subject_of(number: KeyNumber) -> str:
    """The heading a number stands under."""
    if number.name.endswith("efficiency"):
        return "Power and losses"
    return _SUBJECTS.get(number.units, _MOTION)


def _cards(numbers: Sequence[KeyNumber], user_text: str) -> str:
    cards = "\n".join(_card(number, user_text) for number in numbers)
    return f'<dl class="cards">\n{cards}\n</dl>' if cards else ""


def _card(number: KeyNumber, user_text: str) -> str:
    value, unit = _value(number, user_text)
    if value == "not available":
        shown = f'<dd class="words">{value}</dd>'
    else:
        mark = f'<span class="unit">{escaped(unit)}</span>' if unit else ""
        spread = _spread(number, user_text)
        shown = f"<dd>{escaped(value)}{mark}</dd>"
        shown += f'<dd class="spread">{escaped(spread)}</dd>' if spread else ""
    return f'<div class="card"><dt>{escaped(sentence(number.label))}</dt>{shown}</div>'


def _tables(numbers: Sequence[KeyNumber], user_text: str) -> str:
    """All numbers under their subjects, folded away until they are asked for."""
    subjects: dict[str, list[str]] = {}
    for number in numbers:
        row = _row(number, user_text)
        subjects.setdefault(subject_of(number), []).append(row)
    bodies = "\n".join(
        f'<tbody><tr><th scope="rowgroup" colspan="3" class="subject">{subject}</th>'
        f"</tr>{''.join(rows)}</tbody>"
        for subject, rows in subjects.items()
    )
    return f"""<details class="panel numbers" id="numbers">
<summary>All {len(numbers)} key numbers</summary>
<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">Quantity</th><th scope="col" class="number">Value</th>
<th scope="col" class="number">Scatter of means</th></tr></thead>
{bodies}</table></div></details>"""


def _row(number: KeyNumber, user_text: str) -> str:
    value, unit = _value(number, user_text)
    shown = f"{value} {unit}".rstrip()
    return (
        f'<tr><th scope="row">{escaped(sentence(number.label))}</th>'
        f'<td class="number">{escaped(shown)}</td>'
        f'<td class="number">{escaped(_spread(number, user_text))}</td></tr>'
    )


def _value(number: KeyNumber, user_text: str) -> tuple[str, str]:
    quantity = format_quantity(*as_written(number.value, number.units, user_text))
    return quantity.number, quantity.unit


def _spread(number: KeyNumber, user_text: str) -> str:
    """How far the windows of a mean scatter; nothing where a number is no mean."""
    value, units = as_written(number.value, number.units, user_text)
    spread, _ = as_written(number.spread, number.units, user_text)
    if not spread > 0.0:  # NaN where it is no mean
        return ""
    quantity = format_spread(spread, value, units)
    return f"\N{PLUS-MINUS SIGN} {quantity.number} {quantity.unit}".rstrip()
