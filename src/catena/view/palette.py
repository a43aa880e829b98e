"""The colours of the house: one palette for paper, light screens and dark screens.

The series colours stay apart for readers with any common colour blindness (blue and
orange first), and are drawn with different dashes where a figure asks for it. Good,
caution and bad are always written in words too.
"""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Theme:
    """Every colour a page or plot may use."""

    page: str
    panel: str
    ink: str
    ink_soft: str
    ink_faint: str
    rule: str
    grid: str
    accent: str
    good: str
    good_back: str
    caution: str
    caution_back: str
    bad: str
    bad_back: str
    series: tuple[str, ...]
    marks: tuple[str, ...]
    """One for each group of reference lines."""
    categories: tuple[str, ...]
    """Areas of a chart; the first is the untroubled one."""
    sequential: tuple[str, ...]
    """From low to high, evenly spaced."""
    diverging: tuple[str, ...]
    """From below through the middle to above; odd count."""

    def named(self) -> dict[str, str]:
        """Every colour by name; members of a list get their number: ``series_0``."""
        colors: dict[str, str] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, str):
                colors[field.name] = value
            else:
                colors |= {f"{field.name}_{i}": color for i, color in enumerate(value)}
        return colors

    def css(self) -> str:
        """The colours as CSS custom properties, ready for the body of a rule."""
        return " ".join(
            f"--{name.replace('_', '-')}: {color};"
            for name, color in self.named().items()
        )


LIGHT = Theme(
    page="#f6f7f9",
    panel="#ffffff",
    ink="#16202c",
    ink_soft="#4a5766",
    ink_faint="#6b7785",
    rule="#dde2e8",
    grid="#e8ebef",
    accent="#0b5cad",
    good="#12683a",
    good_back="#e6f4ec",
    caution="#855000",
    caution_back="#fdf3e0",
    bad="#a61b1b",
    bad_back="#fdecec",
    series=(
        "#0b62b0",
        "#d1580a",
        "#0a8a68",
        "#b3478c",
        "#8a6d00",
        "#3f9fd8",
        "#5b6673",
    ),
    marks=("#7a3e9d", "#9a6a00", "#00777f", "#a61b4f"),
    categories=("#d3e5f3", "#f3dc8b", "#e8995c", "#b9a5cf", "#9fb3ad"),
    sequential=(
        "#f3f7fb",
        "#c9dff0",
        "#8fc1e3",
        "#4c98cb",
        "#1f6cae",
        "#114a85",
        "#0a2c56",
    ),
    diverging=(
        "#0a4a86",
        "#3f86bf",
        "#9cc6e2",
        "#f4f4f2",
        "#f3b98a",
        "#d9772f",
        "#9c4307",
    ),
)

DARK = Theme(
    page="#0f151c",
    panel="#17202a",
    ink="#e8edf3",
    ink_soft="#b4bfcb",
    ink_faint="#8e9bab",
    rule="#2a3643",
    grid="#26313d",
    accent="#6cb4f5",
    good="#6fd39a",
    good_back="#12301f",
    caution="#f0bb5b",
    caution_back="#352810",
    bad="#ff9a94",
    bad_back="#3d1a1a",
    series=(
        "#5eb0f2",
        "#ff9a4d",
        "#3ecfa3",
        "#ee94cb",
        "#d9bd3f",
        "#a5d5f7",
        "#a9b4c1",
    ),
    marks=("#cf9ff0", "#e0b152", "#5fd0d6", "#ff9dbd"),
    categories=("#22455f", "#a98f2c", "#c9722c", "#7a669b", "#5d736c"),
    sequential=(
        "#16222e",
        "#12395c",
        "#1a588c",
        "#2f80bd",
        "#62aee0",
        "#a6d3f0",
        "#eaf5fc",
    ),
    diverging=(
        "#a8d3f5",
        "#5a9fd4",
        "#2a5f8c",
        "#1d2631",
        "#8f5220",
        "#dd8a3c",
        "#ffcf99",
    ),
)
