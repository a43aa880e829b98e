"""Every signal of the catalogue is sampled, with the shape it has there."""

from catena.motion import run
from catena.planar import Coulomb, PlanarSystem, Unilateral
from catena.run.model.engines import ENGINES
from catena.run.model.plan import TimePlan
from catena.run.model.recorder import Recorder, no_peaks
from catena.run.model.signals import file_of
from catena.tables.contacts import PercussionOptions


def test_every_signal_is_sampled_with_its_shape() -> None:
    system = PlanarSystem(gravity=(0.0, -9.81))
    disc = system.body("disc", at=(0.0, 0.1))
    wheel = system.wheel("wheel", 1.0)
    system.prescribe(wheel, "angle", 3.0)
    system.journal("j", disc.point((0.05, 0.0)), wheel.point((0.05, 0.1)), 1e3, 5.0)
    system.spring("s", disc.point(), wheel.point(), 1e3, 5.0, 0.1)
    system.torsion_bar("t", disc, wheel, 10.0, 0.1)
    floor = system.ground.line((0.0, 1.0))
    system.contact("floor", disc.circle(0.1), floor, Unilateral(), Coulomb(0.2))
    model = system.build()
    groups = frozenset({"motion", "contacts", "reactions", "momentum"})
    options = PercussionOptions()
    plan = TimePlan(model, ENGINES["moreau"], 1e-3, 50, 1, options, groups)
    recorder = Recorder(plan, run(model, 1e-3, 0.05), no_peaks(model))
    records, _ = recorder.take()
    catalogue = file_of(plan)
    names = [variable.name for variable in catalogue.variables]
    assert len(set(names)) == len(names) > 20
    assert all(variable.units for variable in catalogue.variables)
    for variable in catalogue.growing_along("time"):
        shape = records[variable.name].shape
        assert shape == (1, *catalogue.sample_shape(variable)), variable.name
