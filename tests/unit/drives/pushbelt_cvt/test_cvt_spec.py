"""The words: reference variators, overriding, mistakes."""

from importlib.resources import files

import pytest
from pydantic import ValidationError
from variators import MED, spec_with

from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.pushbelt_cvt.spec.references import reference_names
from catena.errors import SpecError


def refused(**values: object) -> str:
    with pytest.raises(ValidationError) as error:
        spec_with(**values)
    return str(error.value)


@pytest.mark.parametrize("name", reference_names())
def test_a_reference_fills_everything_but_the_boundary(name: str) -> None:
    spec = spec_with(variator=name)
    assert spec.variator.reference == name
    assert spec.element.mass > 0.0
    again = Spec.model_validate(spec.model_dump())
    assert again == spec


def test_a_variator_of_own_data_needs_no_reference() -> None:
    named = spec_with()
    data = named.model_dump(exclude_none=True)
    del data["variator"]["reference"]
    own = Spec.model_validate(data)
    assert own.variator.reference is None
    assert own.element == named.element
    del data["element"]["mass"]
    with pytest.raises(ValidationError, match=r"element\.mass"):
        Spec.model_validate(data)


def test_what_the_user_says_wins() -> None:
    spec = spec_with(
        variator={"reference": "study", "centre_distance": "170 mm"},
        secondary__influence={"azimuthal": [1e-9]},
        friction__flank=0.12,
    )
    assert spec.variator.centre_distance == pytest.approx(0.17)
    assert spec.secondary.influence.azimuthal == [1e-9]
    assert spec.primary.influence.azimuthal[1] == 6e-9
    assert spec.friction.flank == 0.12


def test_template_reads() -> None:
    place = files("catena.drives.pushbelt_cvt") / "template.toml"
    spec = spec_with(place.read_text("utf-8"))
    assert spec.boundary.secondary_torque == 74.58


def test_other_values_by_path() -> None:
    spec = spec_with(MED)
    assert spec.with_values({"boundary.secondary_torque": "80 N m"}) != spec
    with pytest.raises(SpecError, match=r"friction\.flank"):
        spec.with_values({"friction.flank": -1})


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"variator": "42 mm"}, "found '42 mm'; expected one of '24 mm', '30 mm'"),
        ({"variator": {"reference": "study", "wedge_angle": 0.0}}, "found 0 deg"),
        ({"ring__endplay": "-0.1 mm"}, "ring.endplay"),
        (
            {"secondary__influence": {"azimuthal": [1e-9, -2e-9]}},
            "A_1 is -2e-09 m/N",
        ),
        (
            {"primary__influence": {"azimuthal": [1e-9], "radial": [1.0, -20.0]}},
            "radial factor",
        ),
        ({"primary__inner_radius": "90 mm"}, "must be smaller than the rim"),
        ({"primary__outer_radius": "100 mm"}, "collide at a centre distance of 168"),
        ({"element__saddle_height": "5.2 mm"}, "saddle_height must be above rocking"),
        ({"element__hole_depth": "0.5 mm"}, "only 0.5 mm deep"),
        ({"element__pin_base_radius": "1.2 mm"}, "too thick for its hole"),
        ({"boundary__secondary_speed": "2000 rpm"}, "found both"),
        ({"boundary__secondary_torque": None}, "found neither"),
        ({"boundary__primary_force": "1 kN"}, "primary pulley has the end stop"),
        ({"boundary__secondary_force": None}, "secondary_force is needed"),
        ({"boundary__secondary_force": "-5 kN"}, "greater than 0"),
        ({"boundary__stop": "none"}, "primary_force is needed"),
        ({"boundary__primary_speed": {"time": [0.0]}}, "primary_speed.dict.value"),
        ({"start__ratio": None}, "start.ratio is required"),
        ({"start__torque": 5.0}, "only for two given speeds"),
        (
            {"boundary__secondary_torque": {"time": [0.0, 0.0], "value": [1.0, 2.0]}},
            "times must rise",
        ),
        (
            {"boundary__secondary_torque": {"time": [0.0], "value": [1.0, 2.0]}},
            "1 times but 2 values",
        ),
        ({"solve__duration": 1.0, "solve__revolutions": 2}, "found both"),
        ({"solve__revolutions": 1, "solve__discard": 1}, "nothing would be left"),
        ({"solve__sample_interval": 1e-7}, "shorter than the step"),
    ],
)
def test_mistakes_are_named(values: dict[str, object], words: str) -> None:
    assert words in refused(**values)
