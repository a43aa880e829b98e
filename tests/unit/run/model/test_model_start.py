"""Systems go on from end states of versions that kept no slots of contacts."""

import catena as ct
from catena.drives import DRIVES
from catena.run.model.job import TimeJob
from catena.run.model.simulation import ADDED, ModelSimulation
from catena.run.start import Start, take_over
from catena.tables.checkpoint import arrays_of


def test_end_states_without_slots_are_taken_over() -> None:
    drive = DRIVES["system"]
    job = drive.build(ct.loads(drive.template()))
    assert isinstance(job, TimeJob)
    simulation = ModelSimulation(job.plan)
    state = simulation.motion.model.start()
    state.q[:] += 1e-3
    arrays = {f"state.{name}": x.copy() for name, x in arrays_of(state).items()}
    old = {name: x for name, x in arrays.items() if not name.startswith(ADDED)}
    assert len(old) < len(arrays)
    take_over(simulation, Start({}, old, "old", ""))
    assert (simulation.motion.state.q == state.q).all()
    assert not simulation.motion.state.memory.slots.P.any()
