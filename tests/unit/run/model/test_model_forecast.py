"""What `catena check` tells of a system before it runs."""

from pathlib import Path

import catena as ct
from catena.drives import DRIVES
from catena.planar import Coulomb

EXAMPLES = Path(__file__).parents[4] / "examples"


def facts_of(name: str, **values: object) -> dict[str, str]:
    spec = ct.load(EXAMPLES / name).with_values(values)
    return DRIVES["system"].build(spec).forecast()


def test_size_step_results_and_gaps_are_told() -> None:
    facts = facts_of("system_valve_train.toml")
    assert facts["bodies"] == "2" and facts["coordinates free to move"] == "1"
    assert facts["largest stable step"].endswith("s, 1e-05 s is taken")
    assert facts["results"].startswith("1401 records")
    told = "roller_on_cam 0.2 mm, valve_on_seat closed"
    assert facts["gaps at the start"] == told
    assert "look at" not in facts


def test_a_forgotten_unit_shows_before_the_run() -> None:
    facts = facts_of("system_valve_train.toml", **{"contour[1].radius": 8.0})
    assert facts["look at"] == "contact roller_on_cam starts 7.99 m off"


def test_every_step_is_stable_without_couplings() -> None:
    facts = facts_of("system_ladder.toml")
    assert facts["largest stable step"] == "any, 0.0001 s is taken"


def test_pressed_faces_have_no_gap_to_tell() -> None:
    clutch = ct.PlanarSystem()
    disc = clutch.wheel("disc", 1.0)
    engine = clutch.wheel("engine", 1.0)
    clutch.press("facing", disc.point((0.1, 0.0)), engine, 1e3, Coulomb(0.3))
    spec = ct.as_drive(clutch, step=1e-3, duration=0.1)
    facts = DRIVES["system"].build(spec).forecast()
    assert "gaps at the start" not in facts
    assert facts["rows of contacts and joints"] == "1"
