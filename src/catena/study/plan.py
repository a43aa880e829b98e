"""Which runs a study has: a grid, values side by side, or a drawn sample.

Every point is checked before anything runs, and all problems are told at once.
"""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from catena.drives.source_run import start_identity
from catena.errors import Problem, SpecError
from catena.results.provenance import program_identity
from catena.results.provenance import spec_hash as full_hash
from catena.spec.parts import DriveSpec, set_at
from catena.spec.writing import resolved_data
from catena.study.variation import LARGEST_COUNT, Variation, variations_of

Design = Literal["grid", "zip", "latin", "sobol"]
DESIGNS: tuple[str, ...] = get_args(Design)
LARGEST_DIMENSIONS = 8
_MOST_PROBLEMS = 20


@dataclass(frozen=True)
class Plan:
    """The points of a study, in a fixed order: the last key varies fastest."""

    variations: tuple[Variation, ...]
    """The varied keys. In a sample their values are the drawn ones, point by point."""
    design: Design

    @property
    def is_grid(self) -> bool:
        """Whether the points fill a grid with one dimension per key."""
        return self.design == "grid"

    @property
    def shape(self) -> tuple[int, ...]:
        """Points along each dimension."""
        lengths = tuple(len(v.values) for v in self.variations)
        return lengths if self.is_grid else lengths[:1]

    @property
    def count(self) -> int:
        """How many points there are."""
        return math.prod(self.shape)

    def values(self, index: int) -> dict[str, Any]:
        """The varied keys and their values at one point."""
        return {
            v.key: v.values[i]
            for v, i in zip(self.variations, self._places(index), strict=True)
        }

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (self.values(index) for index in range(self.count))

    def _places(self, index: int) -> list[int]:
        if not self.is_grid:
            return [index] * len(self.variations)
        places = []
        for length in reversed(self.shape):
            index, place = divmod(index, length)
            places.append(place)
        return places[::-1]


def make_plan(
    vary: Sequence[str | Variation],
    design: Design = "grid",
    *,
    samples: int | None = None,
    seed: int = 0,
) -> Plan:
    """The plan of a study out of texts such as ``speed=100 rpm:3000 rpm:30``.

    Args:
        vary: The variations, as text or already read.
        design: ``grid`` combines all values with each other, ``zip`` takes the first
            of each, then the second, and so on; ``latin`` and ``sobol`` draw
            ``samples`` points that fill the ranges evenly.
        samples: How many points ``latin`` and ``sobol`` draw.
        seed: Makes another draw; the same seed gives the same points.
    """
    read = iter(variations_of([v for v in vary if isinstance(v, str)]))
    variations = [next(read) if isinstance(v, str) else v for v in vary]
    _check_shape(variations, design, samples)
    if samples is not None:
        variations = _drawn(variations, design, samples, seed)
    plan = Plan(tuple(variations), design)
    if plan.count > LARGEST_COUNT:
        sizes = " x ".join(map(str, plan.shape))
        raise SpecError.at(
            "vary", None, f"{sizes} = {plan.count} runs; at most {LARGEST_COUNT}"
        )
    return plan


def checked_specs(base: DriveSpec, plan: Plan) -> Iterator[DriveSpec]:
    """The checked specification of every point; all problems are reported together.

    A point with a problem yields nothing, so use the specifications only when the
    iteration has ended without `SpecError`.
    """
    problems: dict[tuple[str, str, str], Problem] = {}
    data = base.model_dump(mode="python")
    for values in plan:
        try:
            yield spec_at(base, data, values)
        except SpecError as error:
            for problem in error.problems:
                key = (problem.path, repr(problem.value), problem.expected)
                problems.setdefault(key, problem)
        if len(problems) >= _MOST_PROBLEMS:
            break
    if problems:
        raise SpecError(list(problems.values()), "study")


def spec_at(base: DriveSpec, data: dict[str, Any], values: dict[str, Any]) -> DriveSpec:
    """The checked specification with other values at key paths.

    Like `DriveSpec.with_values`, for many points: ``data``, the dump of ``base``, is
    changed in place, so every point must set the same keys.
    """
    from pydantic import ValidationError

    from catena.spec.checks import problems_of

    for path, value in values.items():
        set_at(data, path, value)
    try:
        return type(base).model_validate(data)
    except ValidationError as error:
        raise SpecError(problems_of(error, type(base)), "study") from None


def spec_hash(spec: DriveSpec) -> str:
    """The specification by the first digits of the hash its file carries."""
    return full_hash(resolved_data(spec))[:16]


def run_name(spec: DriveSpec) -> str:
    """The name of a run: its identity is its specification, its start and the program.

    A study that is continued by another version, or whose runs start from a run that
    was made again, makes its runs again.
    """
    parts = [full_hash(resolved_data(spec)), program_identity(), start_identity(spec)]
    return full_hash([part for part in parts if part])[:16]


def spec_json(spec: DriveSpec) -> str:
    """The specification as one line that any process can read back."""
    return json.dumps(resolved_data(spec))


def _check_shape(
    variations: Sequence[Variation], design: str, samples: int | None
) -> None:
    problems = []
    if not 1 <= len(variations) <= LARGEST_DIMENSIONS:
        expected = f"expected 1 to {LARGEST_DIMENSIONS} varied keys"
        problems.append(Problem("vary", len(variations), expected))
    names = [variation.name for variation in variations]
    for name in {name for name in names if names.count(name) > 1}:
        problems.append(Problem("vary", name, "is varied twice"))
    if design not in DESIGNS:
        problems.append(Problem("design", design, f"expected one of {DESIGNS}"))
    lengths = {variation.key: len(variation.values) for variation in variations}
    if design == "zip" and len(set(lengths.values())) > 1:
        found = ", ".join(f"{key}: {n}" for key, n in lengths.items())
        problems.append(Problem("vary", None, f"zip needs equal lengths; {found}"))
    if (samples is not None) != (design in ("latin", "sobol")):
        expected = "is for the designs latin and sobol, which need it"
        problems.append(Problem("samples", samples or "nothing", expected))
    elif samples is not None and not 1 <= samples <= LARGEST_COUNT:
        problems.append(Problem("samples", samples, f"expected 1 to {LARGEST_COUNT}"))
    if problems:
        raise SpecError(problems, "study")


def _drawn(
    variations: Sequence[Variation], design: str, samples: int, seed: int
) -> list[Variation]:
    """Replace the values by a space-filling sample of the ranges and lists."""
    from scipy.stats import qmc

    engine = {"latin": qmc.LatinHypercube, "sobol": qmc.Sobol}[design]
    with warnings.catch_warnings():  # any count is welcome, not only powers of two
        warnings.simplefilter("ignore", UserWarning)
        fractions = engine(d=len(variations), rng=seed).random(samples)
    return [
        Variation(v.key, tuple(_pick(v, float(f)) for f in column), v.span)
        for v, column in zip(variations, fractions.T, strict=True)
    ]


def _pick(variation: Variation, fraction: float) -> Any:
    if variation.span is not None:
        return variation.span.value(variation.span.at(fraction))
    count = len(variation.values)
    return variation.values[min(int(fraction * count), count - 1)]
