"""What a run says about itself: verdict, key numbers, numerical health, warnings."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from catena.results.trust import Trust

_WORDS = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}


def _json_number(value: float) -> float | str:
    """A number JSON can carry: the three non-finite ones become words."""
    value = float(value)
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return value


def _number(value: Any) -> float:
    return _WORDS[value] if isinstance(value, str) else float(value)


@dataclass(frozen=True)
class KeyNumber:
    """One number a reader wants first."""

    name: str
    label: str
    value: float
    units: str = ""
    spread: float = math.nan
    """Of a mean: half the range of the means over windows of the settled part."""

    def as_dict(self) -> dict[str, Any]:
        """Plain values, safe for JSON; only means have a spread."""
        found = {
            "name": self.name,
            "label": self.label,
            "value": _json_number(self.value),
            "units": self.units,
        }
        if not math.isnan(self.spread):
            found["spread"] = _json_number(self.spread)
        return found

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> KeyNumber:
        """The inverse of `as_dict`."""
        value, spread = _number(data["value"]), _number(data.get("spread", "nan"))
        name, label, units = (str(data[key]) for key in ("name", "label", "units"))
        return cls(name, label, value, units, spread)


@dataclass(frozen=True)
class Check:
    """One comparison of a computed value with its limit."""

    name: str
    label: str
    value: float
    limit: float
    ok: bool
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Plain values, safe for JSON."""
        return {
            "name": self.name,
            "label": self.label,
            "value": _json_number(self.value),
            "limit": _json_number(self.limit),
            "ok": bool(self.ok),
            "note": self.note,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Check:
        """The inverse of `as_dict`."""
        return cls(
            name=str(data["name"]),
            label=str(data["label"]),
            value=_number(data["value"]),
            limit=_number(data["limit"]),
            ok=bool(data["ok"]),
            note=str(data.get("note", "")),
        )


@dataclass(frozen=True)
class Outcome:
    """The verdict of a run, with what it rests on."""

    verdict: str
    key_numbers: tuple[KeyNumber, ...] = ()
    checks: tuple[Check, ...] = ()
    warnings: tuple[str, ...] = ()
    ended: Trust | None = None
    """How it ended, if it did not come to its end."""
    settled: bool | None = None
    """Whether the means that are watched stand still; None where none are. It speaks of
    the drive, trust of the computation: a transient may be computed well."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "key_numbers", tuple(self.key_numbers))
        object.__setattr__(self, "checks", tuple(self.checks))
        object.__setattr__(self, "warnings", tuple(self.warnings))

    @property
    def healthy(self) -> bool:
        """Whether every check passed."""
        return all(check.ok for check in self.checks)

    @property
    def trust(self) -> Trust:
        """How far the run can be believed; without any check it cannot be."""
        if self.ended is not None:
            return self.ended
        sound = self.healthy and bool(self.checks)
        return Trust.TRUSTED if sound else Trust.NOT_TRUSTWORTHY

    @property
    def missed(self) -> tuple[str, ...]:
        """Every check that failed, with its limit; or that there was none."""
        failed = (
            f"{check.label}: {check.value:.3g} (limit {check.limit:.3g})"
            for check in self.checks
            if not check.ok
        )
        nothing = () if self.checks else ("no check of its own was made",)
        return (*failed, *nothing)

    @property
    def headline(self) -> str:
        """The verdict line: the word, the checks that failed, then the run in words."""
        words = str(self.trust)
        if self.trust is Trust.NOT_TRUSTWORTHY:
            missed = [f"{c.label} {c.value:.3g}" for c in self.checks if not c.ok]
            words += f" ({', '.join(missed) or 'nothing checked'})"
        if self.settled is False:
            words += ", not settled"
        return f"{words}: {self.verdict}"

    def key_number(self, name: str) -> KeyNumber | None:
        """The key number of that name, if the run has one."""
        return next((k for k in self.key_numbers if k.name == name), None)

    def as_dict(self) -> dict[str, Any]:
        """Plain values, safe for JSON."""
        state = {} if self.settled is None else {"settled": self.settled}
        return {
            "trust": self.trust.value,
            **state,
            "verdict": self.verdict,
            "key_numbers": [number.as_dict() for number in self.key_numbers],
            "checks": [check.as_dict() for check in self.checks],
            "warnings": list(self.warnings),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Outcome:
        """The inverse of `as_dict`."""
        return cls(
            verdict=str(data["verdict"]),
            key_numbers=tuple(KeyNumber.from_dict(d) for d in data["key_numbers"]),
            checks=tuple(Check.from_dict(d) for d in data["checks"]),
            warnings=tuple(str(w) for w in data["warnings"]),
            settled=data.get("settled"),
        )

    def to_json(self) -> str:
        """One line of strict JSON."""
        return json.dumps(self.as_dict(), ensure_ascii=False, allow_nan=False)

    @classmethod
    def from_json(cls, text: str) -> Outcome:
        """The inverse of `to_json`."""
        return cls.from_dict(json.loads(text))
