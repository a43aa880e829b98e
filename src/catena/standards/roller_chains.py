"""Roller chains by designation: ANSI/ASME B29.1 No. 25-240 and ISO 606 B series.

ISO 606 lists the ANSI chains as its A series; those names (08A for No. 40) are
understood too.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from catena.errors import SpecError

A_SERIES = {
    "04C": "25",
    "06C": "35",
    "08A": "40",
    "10A": "50",
    "12A": "60",
    "16A": "80",
    "20A": "100",
    "24A": "120",
    "28A": "140",
    "32A": "160",
    "36A": "180",
    "40A": "200",
    "48A": "240",
}
"""ISO 606 names of the ANSI chains."""

MOTORCYCLE = ("415", "420", "428", "520", "525", "530", "630")
"""Motorcycle chains by trade numbers: the first digit is the pitch in eighths of an
inch, the other two the nominal width of the roller in eightieths."""
INCH = 25.4
EIGHTHS = {4: "1/2 in", 5: "5/8 in", 6: "3/4 in"}
NEAR = 0.25
"""Part of a number within which another one is near."""

GYRATION = 0.27
"""Central inertia of a link over mass times pitch squared.

Mean of the two chains of [KimJohnson1993] table 3.1 (0.289 and 0.254); an estimate.
"""


@dataclass(frozen=True)
class RollerChain:
    """Dimensions and strength of one single-strand roller chain, in SI units."""

    designation: str
    pitch: float
    """Pitch [m]."""
    roller_diameter: float
    """Roller diameter; of the bush where a chain has no rollers [m]."""
    inner_width: float
    """Width between the inner plates [m]."""
    pin_diameter: float
    """Pin diameter [m]."""
    plate_thickness: tuple[float, float]
    """Inner and outer plates [m]."""
    plate_height: tuple[float, float]
    """Inner and outer plates [m]."""
    mass_per_length: float
    """Mass per length [kg/m]."""
    tensile_strength: float
    """Least breaking force [N]."""
    dynamic_strength: float | None
    """Least dynamic strength [N], where the standard gives one."""
    link_stiffness: float | None
    """Stiffness of one pitch [N/m], calculated, where known."""

    @property
    def link_mass(self) -> float:
        """Mass of one pitch [kg]."""
        return self.mass_per_length * self.pitch

    @property
    def link_inertia(self) -> float:
        """Estimated central moment of inertia of one link [kg m^2]."""
        return GYRATION * self.link_mass * self.pitch**2


def roller_chain(designation: str, *, path: str = "chain.designation") -> RollerChain:
    """The chain of a designation such as ``ANSI 40``, ``40`` or ``ISO 606 08B-1``.

    Raises:
        SpecError: the designation is unknown; the nearest known one is offered, or what
            to state for a motorcycle chain.
    """
    name = _canonical(designation)
    table = _table()
    if name not in table:
        raise SpecError.at(
            path, designation, "an ANSI or ISO 606 designation", _hint(name)
        )
    return _chain(name, table[name])


def designations() -> list[str]:
    """Every known designation."""
    return list(_table())


def _canonical(designation: str) -> str:
    """The name used in the table, whether or not it is in it."""
    word = str(designation).strip().upper()
    for prefix in ("ANSI", "ASME", "ISO", "606 ", "DIN", "NO.", "NO", "#", "RS"):
        word = word.removeprefix(prefix).strip()
    word = word.removesuffix("-1").strip()
    if f"ISO {word}" in _table():
        return f"ISO {word}"
    return f"ANSI {A_SERIES.get(word, word)}"


def _hint(name: str) -> str:
    """What it is, or the nearest one, by number where there is one, else by letters."""
    if trade := _motorcycle(name):
        return _as_standard(trade)
    number = name.rpartition(" ")[2]
    if number.isascii() and number.isdecimal() and len(number) < 7:
        wanted = int(number)
        ansi = [int(known[5:]) for known in _table() if known.startswith("ANSI")]
        found = min(ansi, key=lambda n: abs(n - wanted))
        near = abs(found - wanted) <= NEAR * found
        return f"nearest is ANSI {found}" if near else "for example ANSI 40"
    close = difflib.get_close_matches(name.rpartition(" ")[2], _short_names(), 1, 0.4)
    return f"nearest is {_canonical(close[0])}" if close else "for example ANSI 40"


def _motorcycle(name: str) -> str:
    """The trade number in a name such as 520, 520H or DID 520VX3; empty if none."""
    found = re.search(r"(?<!\d)(\d{3})(?!\d)", name)
    return found[1] if found is not None and found[1] in MOTORCYCLE else ""


def _as_standard(trade: str) -> str:
    """What the digits of a motorcycle chain say, and how to state it."""
    eighths, width = int(trade[0]), int(trade[1:])
    pitch = EIGHTHS[eighths]
    a_series = next(iso for iso, ansi in A_SERIES.items() if ansi == f"{eighths}0")
    return (
        f"{trade} is a motorcycle chain of {pitch} pitch, by its digits about "
        f"{width}/80 in ({width / 80 * INCH:.4g} mm) between the inner plates: state "
        f'"ISO 606 {a_series}-1", which has this pitch (ANSI {eighths}0), with '
        "inner_width, roller_diameter and link_mass as its maker gives them"
    )


def _short_names() -> list[str]:
    return [known.rpartition(" ")[2] for known in _table()]


@cache
def _table() -> dict[str, dict[str, Any]]:
    text = files("catena.standards").joinpath("roller_chains.toml").read_text("utf-8")
    return tomllib.loads(text)


def _chain(name: str, row: dict[str, Any]) -> RollerChain:
    """One row of the table in SI units."""
    dynamic = row.get("dynamic_strength")
    return RollerChain(
        designation=name,
        pitch=1e-3 * row["pitch"],
        roller_diameter=1e-3 * row["roller_diameter"],
        inner_width=1e-3 * row["inner_width"],
        pin_diameter=1e-3 * row["pin_diameter"],
        plate_thickness=_millimetres(row["plate_thickness"]),
        plate_height=_millimetres(row["plate_height"]),
        mass_per_length=float(row["mass_per_length"]),
        tensile_strength=1e3 * row["tensile_strength"],
        dynamic_strength=None if dynamic is None else 1e3 * dynamic,
        link_stiffness=row.get("link_stiffness"),
    )


def _millimetres(pair: list[float]) -> tuple[float, float]:
    return 1e-3 * pair[0], 1e-3 * pair[1]
