"""A clamped beam as a linear body: its modes, its tip under a load, its words."""

import math

import numpy as np
import pytest
from scipy.linalg import eigh

import catena as ct
from catena.bodies.cantilever import Cantilever
from catena.bodies.linear_models import MODEL_WORDS
from catena.errors import SpecError
from catena.planar import PlanarSystem

BEAM = """
drive = "system"
[[linear_body]]
name = "leaf"
model = { kind = "cantilever", length = "0.2 m", bending_stiffness = "2.9 N m^2", \
mass = "80 g", elements = 2 }
velocity = [0.0, 0.0, 0.1, 0.0]
[solve]
step = "2 us"
duration = "40 us"
"""


@pytest.mark.parametrize(("elements", "off"), [(1, 6e-3), (2, 6e-4), (4, 5e-5)])
def test_first_frequency_of_a_clamped_beam(elements, off):
    L, EI, m = 0.2, 2.9, 0.08
    model = Cantilever(L, EI, m, elements).matrices()
    found = math.sqrt(eigh(model.stiffness, model.mass, eigvals_only=True)[0])
    exact = 1.8751040687**2 * math.sqrt(EI / (m * L**3))
    assert found == pytest.approx(exact, rel=off)
    assert found > exact  # elements are too stiff, never too soft


def test_tip_under_a_load():
    model = Cantilever(0.2, 2.9, 0.08, 3).matrices()
    force = np.zeros(6)
    force[4] = 5.0
    w = np.linalg.solve(model.stiffness, force)
    assert w[4] == pytest.approx(5.0 * 0.2**3 / (3.0 * 2.9), rel=1e-12)
    assert model.coordinates[4:] == ("w_3", "turn_3")


def test_damping_is_in_proportion_to_the_stiffness():
    model = Cantilever(0.2, 2.9, 0.08, 2, damping_time=1e-4).matrices()
    np.testing.assert_allclose(model.damping, 1e-4 * model.stiffness)


def test_a_file_states_it_by_a_few_numbers():
    spec = ct.loads(BEAM)
    run = ct.simulate(spec)
    moved = run.read("linear_position")[-1]
    assert moved[2] == pytest.approx(0.1 * 40e-6, rel=0.05)
    names = [str(name) for name in run.read("linear_coordinate")]
    assert names == ["leaf.w_1", "leaf.turn_1", "leaf.w_2", "leaf.turn_2"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"elements": 0}, "elements"),
        ({"mass": -1.0}, "mass"),
    ],
)
def test_numbers_out_of_range_are_named(change, words):
    numbers = {"length": 0.2, "bending_stiffness": 2.9, "mass": 0.08} | change
    with pytest.raises(SpecError, match=rf"linear_body\[leaf\].model.{words}"):
        PlanarSystem().modelled_body("leaf", Cantilever(**numbers))


def test_model_and_matrices_exclude_each_other():
    with pytest.raises(SpecError, match="mass: expected none, since the model"):
        ct.loads(BEAM.replace("velocity = [", "mass = [[1.0]]\nvelocity = ["))
    with pytest.raises(SpecError, match="coordinates: is required and missing"):
        ct.loads('drive = "system"\n[[linear_body]]\nname = "a"\n[solve]\n'
                 'step = "1 ms"\nduration = "1 s"\n')  # fmt: skip


def test_every_model_gives_matrices_that_fit():
    assert MODEL_WORDS == (Cantilever,)
