"""Two sprockets in line: the drive in space is the planar one of the same data.

The same data mean the same place of a roller on its bush. Rollers of the planar drive
turn with their links, without clearance, as concentric ones in space do; ``free`` ones
have the bodies and the clearance of those in space. A clearance of 0.1 mm lets pins
sink towards the hub, so that both spans lose tension: 17 N here.
"""

import tomllib
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import catena as ct
from catena.drives.loading import spec_from

pytestmark = pytest.mark.paper
TEETH, DRIVEN = 19, 25


def drive(fidelity, bushes):
    """The example in line; bushes are "concentric" or have "clearance"."""
    data = tomllib.loads(Path("examples/roller_chain_out_of_line.toml").read_text())
    data["fidelity"] = fidelity
    del data["sprocket"][1]["offset"]
    data["sprocket"][1]["inertia"] = 0.005
    data["contact"] = {"tooth": {"friction": 0.1}}
    data["solve"] |= {"duration": 0.4, "settle": 0.2}
    for part in data["sprocket"]:
        part["tooth_form"] = {"kind": "five segments"}
    if fidelity == "spatial":
        data["spatial"] = {"roller": {"concentric": bushes == "concentric"}}
    else:
        data["start"] = {"shape": "path"}
        free = bushes == "clearance"
        data["contact"]["tooth"]["rollers"] = "free" if free else "turn"
    return data


def calm(fidelity, bushes):
    """The same with nothing that rubs, and a bearing that ends the swing of the start.

    Joints in space and in the plane are damped alike; no weight.
    """
    data = drive(fidelity, bushes)
    data["chain"] |= {"damping": 300.0, "joint": {"friction": 0.0, "damping": 1e-3}}
    data["contact"]["tooth"]["friction"] = 0.0
    data["sprocket"][1]["damping"] = 0.3
    data["solve"] |= {"duration": 0.5, "gravity": [0.0, 0.0]}
    if fidelity == "spatial" or bushes == "clearance":
        data.setdefault("spatial", {}).setdefault("roller", {})["friction"] = 0.0
    return data


@cache
def tensions(made, fidelity, bushes):
    """Mean tension of slack and tight span from 0.2 s on [N], and angles."""
    run = ct.simulate(spec_from(made(fidelity, bushes)))
    late = run.read("time") > 0.2
    return run.read("span_tension")[late].mean(axis=0), run.read("sprocket_angle")[late]


def harmonics(angle):
    """First two tooth harmonics of the transmission error over whole teeth [rad]."""
    driver, driven = (angle - angle[0]).T
    teeth = int(driver[-1] * TEETH / (2.0 * np.pi))
    span = teeth * 2.0 * np.pi / TEETH
    at = driver[-1] - span + np.linspace(0.0, span, 64 * teeth, endpoint=False)
    error = np.interp(at, driver, driven) - TEETH / DRIVEN * at
    error -= np.polyval(np.polyfit(at, error, 1), at)
    size = 2.0 * np.abs(np.fft.rfft(error)) / error.size
    return size[teeth], size[2 * teeth]


@pytest.mark.parametrize("bushes", ["concentric", "clearance"])
def test_tensions_are_those_of_the_planar_drive(bushes):
    """1 % of each span."""
    flat, _ = tensions(calm, "planar", bushes)
    space, _ = tensions(calm, "spatial", bushes)
    assert space == pytest.approx(flat, rel=0.01)


def test_transmission_error_is_that_of_the_planar_drive():
    """The first harmonic within 3 %, the second within 10 %."""
    found = [
        harmonics(tensions(calm, fidelity, "concentric")[1])
        for fidelity in ("planar", "spatial")
    ]
    assert found[1][0] == pytest.approx(found[0][0], rel=0.03)
    assert found[1][1] == pytest.approx(found[0][1], rel=0.10)
    assert found[0][1] > 20e-6


def test_clearance_is_what_levels_hang_on():
    """With friction and weight, as the example: spans lose alike in both drives."""
    found = {
        (fidelity, bushes): tensions(drive, fidelity, bushes)[0]
        for fidelity in ("planar", "spatial")
        for bushes in ("concentric", "clearance")
    }
    lost = [
        found[fidelity, "concentric"] - found[fidelity, "clearance"]
        for fidelity in ("planar", "spatial")
    ]
    assert np.min(lost) > 15.0
    assert lost[1] == pytest.approx(lost[0], abs=2.0)
    for bushes in ("concentric", "clearance"):
        flat, space = (found[fidelity, bushes] for fidelity in ("planar", "spatial"))
        assert space[1] == pytest.approx(flat[1], rel=0.01)
        assert np.ptp(space) == pytest.approx(np.ptp(flat), rel=5e-3)
