"""The schema that editors read."""

from catena.drives.schema import drive_schema


def test_editors_see_meaning_unit_and_example() -> None:
    joint = drive_schema("roller_chain")["$defs"]["JointPart"]["properties"]
    clearance = joint["clearance"]
    assert "between pin and bush" in clearance["description"]
    assert clearance["description"].endswith("[m]")
    assert "\n" not in clearance["description"]
    assert clearance["examples"] == ["20 um"]


def test_limits_stand_where_editors_check_them() -> None:
    joint = drive_schema("roller_chain")["$defs"]["JointPart"]["properties"]
    (number,) = [c for c in joint["friction"]["anyOf"] if c["type"] == "number"]
    assert (number["minimum"], number["maximum"]) == (0.0, 1.0)
    assert "ge" not in joint["friction"]
