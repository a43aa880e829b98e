"""Bodies in space built in Python: the words of a file as methods."""

from __future__ import annotations

from typing import Any

from catena.drives.spatial_system.spec import Spec


class SpatialSystem:
    """Collects bodies, surfaces and couplings; gives a specification to simulate.

    Every method takes the keys of the table of the same name of a file, numbers in SI
    units or texts with units:

        plan = ct.SpatialSystem()
        plan.body("ball", mass=0.2, position=(0, 0, "30 mm"), velocity=(1, 0, 0))
        plan.sphere("ball", body="ball", radius="30 mm")
        plan.plane("floor")
        plan.contact("ball", "floor", friction=0.3)
        run = ct.simulate(plan.drive(duration=1.0))
    """

    def __init__(self, *, gravity: Any = (0.0, 0.0, -9.81), title: str = "") -> None:
        self._data: dict[str, Any] = {
            "drive": "spatial_system", "title": title, "gravity": list(gravity)
        }  # fmt: skip

    def _add(self, table: str, values: dict[str, Any]) -> None:
        plain = {key: _plain(value) for key, value in values.items()}
        self._data.setdefault(table, []).append(plain)

    def body(self, name: str, **values: Any) -> None:
        """A body: mass, inertia, position, turn, velocity, spin, force, torque."""
        self._add("body", {"name": name, **values})

    def rod(self, name: str, **values: Any) -> None:
        """A flexible rod: points, elements, section, start, end, damping."""
        self._add("rod", {"name": name, **values})

    def sphere(self, name: str, **values: Any) -> None:
        """A ball of a body: body, radius, centre."""
        self._add("sphere", {"name": name, **values})

    def plane(self, name: str, **values: Any) -> None:
        """A flat face: body, point, normal."""
        self._add("plane", {"name": name, **values})

    def cylinder(self, name: str, **values: Any) -> None:
        """A bar or tube: body, point, axis, radius, length, inside."""
        self._add("cylinder", {"name": name, **values})

    def contact(self, sphere: str, other: str, **values: Any) -> None:
        """Two surfaces that may touch: friction, restitution, stiffness, damping."""
        self._add("contact", {"between": [sphere, other], **values})

    def bushing(self, name: str, one: str, other: str, **values: Any) -> None:
        """An elastic joint: at, axis, stiffness, tilt_stiffness, damping."""
        self._add("bushing", {"name": name, "bodies": [one, other], **values})

    def load(self, body: str, **values: Any) -> None:
        """A steady load: force, torque, follows."""
        self._add("load", {"body": body, **values})

    def spring(self, name: str, one: str, other: str, **values: Any) -> None:
        """A spring: ends, stiffness, damping, length."""
        self._add("spring", {"name": name, "bodies": [one, other], **values})

    def drive(self, **solve: Any) -> Spec:
        """What a file would state, checked; keywords are those of ``[solve]``."""
        from catena.drives.loading import spec_from

        spec = spec_from(
            {**self._data, "solve": {k: _plain(v) for k, v in solve.items()}}
        )
        assert isinstance(spec, Spec)
        return spec


def _plain(value: Any) -> Any:
    """Tuples and arrays as lists of plain numbers."""
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    if hasattr(value, "tolist"):
        return value.tolist()
    return value
