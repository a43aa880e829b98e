"""Variators that cannot run are refused with their numbers; bad ends are named."""

import re
from typing import Any

import pytest
from tests.unit.integrators.steps.belts import drive

import catena as ct
from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.build import build
from catena.errors import CatenaError, SolverError


def variator(**changes: Any) -> dict[str, Any]:
    """The small belt with rigid sheaves; a name of a section's key wins."""
    data = drive("rigid")
    for section, values in changes.items():
        given = data.get(section, {})
        before = {"reference": given} if isinstance(given, str) else given
        data[section] = {**before, **values}
    return data


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"start": {"ratio": 4.0}}, r"ratio 4 is outside .* allows 0\.3\d* to 2\.92"),
        ({"start": {"ratio": 0.2}}, r"ratio 0\.2 is outside"),
        (
            {"boundary": {"secondary_torque": "150 N m"}},
            r"slip limit exceeded: 150 N m .* at most 106\.05 N m.*needs about 14879 N",
        ),
        (
            {"boundary": {"secondary_torque": "-150 N m"}},
            r"slip limit exceeded: -150 N m",
        ),
        (
            {"element": {"thickness": "1.56 mm"}, "ring": {"length": "680 mm"}},
            r"432 elements of 1\.56 mm are 7\.178 mm too long .* 427 fit",
        ),
        ({"ring": {"endplay": "-0.1 mm"}}, r"ring\.endplay.*'-0\.1 mm'.*at least 0"),
        ({"variator": {"wedge_angle": "0 deg"}}, r"wedge_angle.*found 0 deg"),
        ({"solve": {"step": "6 us"}}, r"'6 us'.*at most 4\.\d+ us.*ring decides"),
        (
            {"solve": {"step": "4 us"}, "contact": {"rocking_stiffness": 1e11}},
            r"at most .* us.*elements decide",
        ),
        (
            {"solve": {"step": "4 us"}, "secondary": {"mass": "0.1 g"}},
            r"at most .* us.*axial motion of the sheaves decides",
        ),
        (
            {
                "solve": {"step": "4 us"},
                "enhancements": {"sheaves": "tilting"},
                "secondary": {"tilt_inertia": 1e-8},
            },
            r"at most .* us.*tilting of the sheaves decides",
        ),
        (
            {"element": {"thickness": "1.5 mm"}, "ring": {"endplay": "20 mm"}},
            r"432 elements of 1\.5 mm leave an endplay of 20 mm.*445 fit",
        ),
        (
            {"element": {"gravity_height": "55 mm"}},
            r"top_height must be above gravity_height; found 11\.\d mm and 55 mm",
        ),
        (
            {
                "boundary": {"primary_torque": "95 N m", "primary_speed": None},
                "start": {"primary_speed": "2000 rpm"},
            },
            r"114 N m brought by boundary\.primary_torque.*at most 106\.05 N m",
        ),
        ({"boundary": {"primary_speed": None}}, r"neither of primary_torque and"),
        ({"boundary": {"primary_torque": "50 N m"}}, r"both of primary_torque and"),
        (
            {"boundary": {"primary_torque": "50 N m", "primary_speed": None}},
            r"start\.primary_speed is missing",
        ),
        ({"start": {"primary_speed": "9 rpm"}}, r"start\.primary_speed is given"),
        ({"start": {"ring_tension": "900 kN"}}, r"9e\+05 N would stretch .* 10\.7%"),
        ({"boundary": {"secondary_force": "1 GN"}}, r"would stretch rings of EA"),
        ({"boundary": {"primary_speed": "200000 rpm"}}, r"would stretch rings of EA"),
        (
            {"primary": {"influence": {"azimuthal": [2e-9, 6e-9, -1e-9]}}},
            r"A_2 is -1e-09 m/N.*indefinite",
        ),
        (
            {
                "primary": {
                    "influence": {
                        "matrix": [
                            [4e-9, 2e-9, 1e-9, 2e-9],
                            [2e-9, 4e-9, 2e-9, 1e-9],
                            [1e-9, 3e-9, 4e-9, 2e-9],
                            [2e-9, 1e-9, 2e-9, 4e-9],
                        ]
                    }
                }
            },
            r"asymmetric: 3e-09 m/N from place 1 to 2",
        ),
    ],
)
def test_what_cannot_run_is_refused_before_the_run(
    changes: dict[str, Any], words: str
) -> None:
    with pytest.raises(CatenaError) as told:
        build(spec_from(variator(**changes)))
    text = str(told.value).replace("\n", " ")
    assert re.search(words, text), text


def ended(**changes: Any) -> str:
    """Why a run ended."""
    data = variator(solve={"revolutions": None, "duration": "0.05 s"}, **changes)
    with pytest.raises(SolverError) as told:
        ct.simulate(spec_from(data))
    return str(told.value)


def test_gross_slip_is_named_with_what_the_belt_still_carries() -> None:
    torque = {"time": [0.0, 2e-3, 4e-3], "value": [74.0, 74.0, 250.0]}
    text = ended(boundary={"secondary_torque": torque})
    assert "gross slip" in text
    carried = float(text.split("transmits ")[1].split(" N m")[0])
    assert carried == pytest.approx(106.13, rel=0.03)  # the slip limit


def test_a_belt_that_leaves_its_pulley_is_named() -> None:
    """The end stop closes the primary groove until the flanks pass the rim."""
    text = ended(boundary={"stop_speed": "0.5 m/s"}, primary={"outer_radius": "50 mm"})
    assert "jumped out of a pulley" in text


def test_elements_that_lose_their_order_are_named() -> None:
    """Contacts so soft that the push force presses one through the other."""
    soft = {"rocking_stiffness": 3e5, "top_stiffness": 1e5, "bottom_stiffness": 1e5}
    assert "order of the elements is lost" in ended(contact=soft)
