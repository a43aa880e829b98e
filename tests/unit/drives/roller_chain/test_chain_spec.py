"""Bad input is refused with field, value and remedy before the run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from chain_drives import BENCHMARK, changed

from catena.drives import DRIVES
from catena.drives.loading import load, loads, spec_from
from catena.drives.roller_chain.build import build
from catena.drives.roller_chain.spec.drive import Spec
from catena.errors import CatenaError

EXAMPLES = Path(__file__).parents[4] / "examples"
LOAD = {"kind": "load", "torque": 9.0}
BLOCKING = {
    "name": "rail",
    "after": "driver",
    "rail": {"kind": "polyline", "points": [[0.127, -0.2], [0.127, 0.2]]},
}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"sprocket__1__centre": [0.09, 0.0]}, "overlap"),
        ({"chain__link_count": 62}, "62 links are .* too short .*; 64 fit"),
        ({"chain__link_count": 65}, "must be even; 64 or 66"),
        ({"sprocket__1__inertia": 0.0}, "needs an inertia above 0"),
        ({"sprocket__1__tooth_count": 5}, "at least 6"),
        ({"chain__standard": "ANSI 43"}, "ANSI 41"),
        ({"chain__link_count": -3}, "at least 8"),
        ({"guide": [BLOCKING]}, "guide 'rail' blocks the path|no straight span"),
        ({"sprocket__1__boundary": {**LOAD, "angles": [0.0, 1.0, 2.0],
          "torques": [1.0, 2.0, 3.0]}}, "periodic"),
        ({"sprocket__0__boundary": LOAD, "sprocket__0__inertia": 1.0},
         "exactly one"),
        ({"solve__step": 1e-3}, "solve.step"),
        ({"solve__settle": 9.0}, "settle must be before"),
        ({"chain__joint": {"friction": -0.1}}, "chain.joint.friction"),
        ({"sprocket__1__name": "driver"}, "two parts are called"),
        ({"travle": "clockwise"}, "did you mean 'travel'"),
        ({"guide": [{**BLOCKING, "after": "nobody"}]}, "is not there"),
        ({"guide": [{**BLOCKING, "after": "two"}, {**BLOCKING, "name": "two",
          "after": "rail"}]}, "leads back to it"),
        ({"chain__pin_diameter": "9 mm"}, "less than the roller diameter 7.92"),
        ({"sprocket__0__boundary__irregularity": [{"order": 2, "amplitude": 0.6}]},
         "would turn back"),
    ],
)  # fmt: skip
def test_bad_input_is_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(CatenaError, match=words) as caught:
        spec = spec_from(changed(**change))
        assert isinstance(spec, Spec)
        build(spec)
    assert caught.value.exit_code == 2


def test_the_template_is_read() -> None:
    spec = loads(DRIVES["roller_chain"].template())
    assert isinstance(spec, Spec)
    assert build(spec).pace.rows > 100


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("roller_chain*.toml")))
def test_every_example_is_ready_to_run(path: Path) -> None:
    spec = load(path)
    assert isinstance(spec, Spec)
    placed = build(spec).placed
    spatial = spec.fidelity == "spatial"
    assert abs((placed if spatial else placed.placement).misfit) < 1e-9


def test_the_standard_fills_what_is_not_given() -> None:
    data = changed(BENCHMARK, chain={"standard": "ISO 606 08B-1"})
    del data["solve"]["step"]
    spec = spec_from(data)
    assert isinstance(spec, Spec)
    chain = build(spec).placed.chain
    assert chain.pitch == 0.0127
    assert chain.roller_diameter == pytest.approx(8.51e-3)
    assert chain.stiffness > 1e7
