"""Steps that compile what the template of this room does not use."""

from __future__ import annotations


def warm_up() -> None:
    """Take a step of the template's belt in space."""
    import tomllib

    from catena.drives import DRIVES
    from catena.drives.pushbelt_cvt.spatial.build import build_spatial
    from catena.drives.pushbelt_cvt.spatial.simulation import SpatialBeltSimulation
    from catena.drives.pushbelt_cvt.spec.drive import Spec

    data = tomllib.loads(DRIVES["pushbelt_cvt"].template())
    data |= {"fidelity": "spatial", "ring": {"span_count": 55}}
    job = build_spatial(Spec.model_validate(data))
    belt = SpatialBeltSimulation(job.placed, job.systems, job.starts, job.pace, 1)
    belt.compile()
