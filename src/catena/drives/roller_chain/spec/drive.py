"""A roller chain drive in the user's words, its parts checked against each other."""

from __future__ import annotations

from typing import Any, Self

from pydantic import model_validator

from catena.drives.roller_chain.spec.arms import check_arms, with_arms
from catena.drives.roller_chain.spec.guides import GuidePart
from catena.drives.roller_chain.spec.solve import with_start_table
from catena.drives.roller_chain.spec.spatial_checks import (
    check_planar,
    check_spatial,
    with_spatial_defaults,
)
from catena.drives.roller_chain.spec.tables import Tables
from catena.drives.roller_chain.spec.wheels import SprocketPart
from catena.drives.wheel_boundary.words import DriveSpeed, DriveTorque, Free, Load
from catena.spec.start import FROM, source_of

PATH_RAMP = 0.02
"""Time over which torques grow where the chain starts unstrained [s]."""


def _leads(boundary: DriveSpeed | Load | DriveTorque | Free) -> bool:
    return getattr(boundary, "speed", None) is not None


def _check_leader(sprockets: list[SprocketPart]) -> None:
    """Exactly one sprocket decides how fast the chain runs at the start."""
    leaders = [part.name for part in sprockets if _leads(part.boundary)]
    if len(leaders) != 1:
        raise ValueError(
            f"{len(leaders)} sprockets have a speed ({', '.join(leaders) or 'none'}); "
            "expected exactly one, of kind 'speed', or of kind 'torque' with its speed "
            "at the start"
        )


class Spec(Tables):
    """A roller chain drive."""

    @model_validator(mode="before")
    @classmethod
    def _spatial_defaults(cls, data: Any) -> Any:
        return with_arms(with_spatial_defaults(with_start_table(data)))

    @property
    def at_rest_first(self) -> bool:
        """Whether the run starts from the equilibrium of the chain."""
        return self.start.shape == "equilibrium" and source_of(self) is None

    @property
    def load_ramp(self) -> float:
        """Time over which torques grow from zero [s]."""
        if source_of(self) is not None:
            return 0.0
        if self.solve.load_ramp is not None:
            return self.solve.load_ramp
        return 0.0 if self.start.shape == "equilibrium" else PATH_RAMP

    @property
    def leader(self) -> int:
        """Number of the sprocket that drives the chain."""
        return [_leads(part.boundary) for part in self.sprocket].index(True)

    @property
    def leading(self) -> SprocketPart:
        """The sprocket that drives the chain."""
        return self.sprocket[self.leader]

    @property
    def nominal_speed(self) -> float:
        """Of the sprocket that drives the chain [rad/s]."""
        boundary = self.leading.boundary
        assert isinstance(boundary, DriveSpeed | DriveTorque)
        assert boundary.speed is not None
        return boundary.speed

    def part_names(self) -> list[str]:
        """Names of sprockets, then guides, then arms."""
        names = [part.name for part in self.sprocket]
        names += [guide.name for guide in self.guide]
        return names + [arm.name for arm in self.arm]

    def offsets(self) -> dict[str, float]:
        """Planes of sprockets and guides along the axes, by their names [m]."""
        found = {part.name: part.offset for part in self.sprocket}
        return found | {guide.name: guide.offset for guide in self.guide}

    def in_order(self) -> list[str]:
        """Names of sprockets and guides in the order in which the chain passes them.

        Guides after one part come as they are listed.
        """

        def from_part(name: str) -> list[str]:
            behind = [guide.name for guide in self.guide if guide.after == name]
            return [name, *(one for after in behind for one in from_part(after))]

        return [one for part in self.sprocket for one in from_part(part.name)]

    @model_validator(mode="after")
    def _driven(self) -> Self:
        names = self.part_names()
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"two parts are called {name!r}")
        if self.contact.engine == "set-valued" and self.solve.friction != "set-valued":
            raise ValueError(
                f"contact.engine 'set-valued' with solve.friction "
                f"{self.solve.friction!r}: rigid contacts need set-valued friction"
            )
        _check_leader(self.sprocket)
        check_arms(self.arm, self.sprocket)
        (check_spatial if self.fidelity == "spatial" else check_planar)(self)
        if self.solve.motion == "quasi-static" and source_of(self) is not None:
            raise ValueError(
                f"start.{FROM} with solve.motion 'quasi-static': equilibria follow "
                "from their place alone"
            )
        if self.solve.motion == "quasi-static" and self.solve.control is not None:
            raise ValueError(
                "solve.control with solve.motion 'quasi-static': equilibria in a row "
                "have no steps to control"
            )
        if self.solve.motion == "quasi-static" and not isinstance(
            self.leading.boundary, DriveSpeed
        ):
            raise ValueError(
                "solve.motion 'quasi-static' needs a sprocket with a boundary of kind "
                "'speed'; inertia decides the motion under a driving torque"
            )
        self._check_adjusted()
        for guide in self.guide:
            self._check_after(guide, list(self.offsets()))
        return self

    def _check_after(self, guide: GuidePart, names: list[str]) -> None:
        """Refuse a guide whose predecessors lead back to no sprocket."""
        after = {part.name: part.after for part in self.guide}
        passed, name = [guide.name], guide.after
        while name in after and name not in passed:
            passed.append(name)
            name = after[name]
        if name not in names or name in passed:
            raise ValueError(
                f"guide {guide.name!r} comes after {guide.after!r}, which "
                f"{'leads back to it' if name in passed else 'is not there'}; known: "
                f"{', '.join(names)}"
            )

    def _check_adjusted(self) -> None:
        """Refuse a slack or preload that nothing can give."""
        movable = [part.name for part in self.sprocket if part.adjust is not None]
        asked = self.chain.slack is not None or self.chain.preload is not None
        if asked and (self.arm or any(guide.tensioner for guide in self.guide)):
            raise ValueError(
                "a tensioner or arm takes up the slack: leave out slack, preload"
            )
        if len(movable) > 1:
            raise ValueError(
                f"{' and '.join(map(repr, movable))} have a direction to adjust: one "
                "sprocket is moved; leave out the others"
            )
        if asked and not movable:
            raise ValueError(
                "chain.slack or chain.preload is stated, but no sprocket can be moved "
                'to give it: add a direction, such as adjust = "0 deg", to one'
            )
        if movable and not asked:
            raise ValueError(
                f"{movable[0]!r} has a direction to adjust, but neither chain.slack "
                'nor chain.preload says how far: add slack = "0 mm", or leave adjust '
                "out"
            )
