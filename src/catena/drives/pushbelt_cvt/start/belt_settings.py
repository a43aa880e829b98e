"""The running belt for each of the six boundary settings of Table 4.1.

Source: [Cebulla2014] Section 4.1, Tables 4.1 and 4.2.
Deviation: settings without a solution are refused with the numbers that do not fit;
the thesis falls back to the belt without load.
"""

from __future__ import annotations

from dataclasses import dataclass

from catena.drives.pushbelt_cvt.start.all_roots import Samples, roots, sampled
from catena.drives.pushbelt_cvt.start.belt_equilibrium import (
    Band,
    Equilibrium,
    slip_torque,
    with_force,
)
from catena.errors import GeometryError
from catena.geometry.variator import BeltGeometry, belt_geometry

SAMPLES = 81
"""Ratios or torques at which a setting without end stop is sampled at first."""
BALANCED = 1e-3
"""Relative difference of a force ratio at which a ratio counts as held."""
MATCHING = 1e-13
"""Relative change at which the ratio of two given speeds counts as found."""


@dataclass(frozen=True)
class Variator:
    """A band on two pulleys whose ratio is still open."""

    band: Band
    length: float
    """Of the relaxed belt, along the neutral fibre of the rings [m]."""
    distance: float
    """Of the axes [m]."""
    ratios: tuple[float, float]
    """Least and largest ratio r_O / r_I the sheaves allow."""

    def geometry(self, ratio: float) -> BeltGeometry:
        """The belt at a ratio, which must be within the sheaves.

        Raises:
            GeometryError: the ratio is outside; says which are possible.
        """
        low, high = self.ratios
        if not low <= ratio <= high:
            raise GeometryError(
                f"ratio {ratio:.5g} is outside the geometry of the variator, which "
                f"allows {low:.4g} to {high:.4g} (belt of {1e3 * self.length:.5g} mm, "
                f"axes {1e3 * self.distance:.5g} mm apart, hubs and rims as given)"
            )
        return belt_geometry(ratio, self.length, self.distance)


@dataclass(frozen=True)
class Found:
    """An equilibrium and what there is to know about how it was chosen."""

    state: Equilibrium
    remarks: tuple[str, ...] = ()


def stop_and_torque(
    variator: Variator, ratio: float, speed: float, torque: float, pulley: str,
    force: float,
) -> Found:  # fmt: skip
    """One pulley has an end stop, the other (``pulley``) a force; torque given."""
    geometry = variator.geometry(ratio)
    return Found(with_force(variator.band, geometry, speed, torque, pulley, force))


def stop_and_speeds(
    variator: Variator, speed: float, speed_secondary: float, pulley: str,
    force: float, ratio: float | None = None, torque: float = 0.0,
) -> Found:  # fmt: skip
    """One pulley has an end stop, the other a force; both speeds given.

    The ratio of the radii is taken from the speeds. Without a ``torque`` the belt is
    equally fast on both pulleys (4.13); with one it is stretched by it. Elements roll
    at a slightly different ratio, so another ``ratio`` may be stated.
    """
    words = f"two given speeds start with {torque:.5g} N m"
    if torque == 0.0:
        words = "two given speeds and an end stop start without load"
    if ratio is None and torque != 0.0:
        speeds = speed, speed_secondary
        return Found(_matching(variator, *speeds, torque, force, pulley), (words,))
    ratio = _ratio_of(speed, speed_secondary) if ratio is None else ratio
    found = stop_and_torque(variator, ratio, speed, torque, pulley, force)
    return Found(found.state, (words,))


def free_at_ratio(
    variator: Variator, ratio: float, speed: float, torque: float,
    force_primary: float, force_secondary: float,
) -> Found:  # fmt: skip
    """No end stop, any two forces: the belt at a stated ratio, from which it shifts.

    The band is that of the secondary force; the primary force need not balance it.
    """
    found = stop_and_torque(
        variator, ratio, speed, torque, "secondary", force_secondary
    )
    wanted, held = force_primary / force_secondary, found.state.thrust_ratio
    if abs(wanted / held - 1.0) < BALANCED:
        return found
    forces = force_primary, force_secondary
    try:
        there = free_and_torque(variator, speed, torque, *forces, ratio)
        aim = f"they balance a band at {there.state.geometry.ratio:.4g}"
    except GeometryError:
        aim = "they balance a band at no ratio"
    remark = (
        f"the ratio {ratio:.4g} will shift: a band is held there by a force ratio of "
        f"{held:.4g}, while the forces have {wanted:.4g}; {aim}"
    )
    return Found(found.state, (remark,))


def free_and_torque(
    variator: Variator, speed: float, torque: float, force_primary: float,
    force_secondary: float, near: float | None = None,
) -> Found:  # fmt: skip
    """No end stop: both forces and the torque given, the ratio is found.

    F_CI / F_CO over the ratio has a maximum, so there may be two solutions; the one
    nearest to the ratio ``near`` is taken.
    """

    def thrust(ratio: float) -> float | None:
        geometry = belt_geometry(ratio, variator.length, variator.distance)
        try:
            state = with_force(
                variator.band, geometry, speed, torque, "secondary", force_secondary
            )
        except GeometryError:
            return None
        return state.thrust_ratio

    wanted = force_primary / force_secondary
    parts = sampled(thrust, *variator.ratios, SAMPLES)
    if not parts:
        variator_at = variator.geometry(variator.ratios[1])
        with_force(variator.band, variator_at, speed, torque, "secondary",
                   force_secondary)  # fmt: skip
    ratios = roots(thrust, parts, wanted)
    if not ratios:
        raise _no_thrust(parts, wanted, force_primary, force_secondary, torque)
    if len(ratios) > 1 and near is None:
        listed = " and ".join(f"{ratio:.5g}" for ratio in ratios)
        raise GeometryError(
            f"clamping forces of {force_primary:.5g} N and {force_secondary:.5g} N "
            f"carry {torque:.5g} N m at the ratios {listed}; state start.ratio near "
            "the one that is meant"
        )
    ratio = min(ratios, key=lambda found: abs(found - (near or found)))
    found = stop_and_torque(
        variator, ratio, speed, torque, "secondary", force_secondary
    )
    others = [f"{other:.5g}" for other in ratios if other != ratio]
    remark = f"the same forces also hold the ratio {', '.join(others)}"
    return Found(found.state, (remark,) if others else ())


def free_and_speeds(
    variator: Variator, speed: float, speed_secondary: float, force_primary: float,
    force_secondary: float, near: float | None = None,
) -> Found:  # fmt: skip
    """No end stop: both forces and both speeds given; ratio and torque are found.

    The solution is not unique: F_CI rises with the torque and falls again before the
    slip limit. The one reached first from zero torque is taken, or the one nearest to
    the torque ``near``; the others are remarked.
    """
    start = _ratio_of(speed, speed_secondary)
    geometry = variator.geometry(start)

    def state_at(torque: float) -> Equilibrium:
        return _matching(variator, speed, speed_secondary, torque, force_secondary)

    def thrust(torque: float) -> float | None:
        try:
            return state_at(torque).thrust_ratio
        except GeometryError:
            return None

    wanted = force_primary / force_secondary
    most, least = (
        slip_torque(variator.band, geometry, speed, "secondary", force_secondary, sign)
        for sign in (1.0, -1.0)
    )
    parts = sampled(thrust, -least, most, SAMPLES)
    torques = roots(thrust, parts, wanted)
    if not torques:
        raise _no_thrust(parts, wanted, force_primary, force_secondary, None)
    torque = min(torques, key=lambda found: abs(found - (near or 0.0)))
    others = [f"{other:.5g} N m" for other in torques if other != torque]
    how = "continued from zero torque" if near is None else "nearest to start.torque"
    remark = (
        f"two speeds and two forces do not decide the torque: {torque:.5g} N m "
        f"({how}) and {', '.join(others)} both fit"
    )
    return Found(state_at(torque), (remark,) if others else ())


def _matching(
    variator: Variator, speed: float, speed_secondary: float, torque: float,
    force: float, pulley: str = "secondary",
) -> Equilibrium:  # fmt: skip
    """The belt under a torque at the ratio that gives both speeds (4.12), (4.23).

    i_r = (w_I / w_O) (1 + L_push/EA) / (1 + L_loose/EA): the right side changes by the
    strain alone, so inserting it closes in by three digits per step.
    """
    band, given = variator.band, _ratio_of(speed, speed_secondary)
    ratio = given
    for _ in range(60):
        geometry = variator.geometry(ratio)
        state = with_force(band, geometry, speed, torque, pulley, force)
        stretch = (band.axial_stiffness + state.tension_push) / (
            band.axial_stiffness + state.tension_loose
        )
        following = given * stretch
        if abs(following - ratio) <= MATCHING * ratio:
            return state
        ratio = following
    raise GeometryError(
        f"no ratio gives the speeds {speed:.5g} and {speed_secondary:.5g} rad/s under "
        f"{torque:.5g} N m"
    )


def _ratio_of(speed: float, speed_secondary: float) -> float:
    if speed <= 0.0 or speed_secondary <= 0.0:
        raise GeometryError(
            f"speeds of {speed:.5g} and {speed_secondary:.5g} rad/s at the start give "
            "no ratio; two given speeds must both be above 0"
        )
    return speed / speed_secondary


def _no_thrust(
    parts: list[Samples], wanted: float, force_primary: float, force_secondary: float,
    torque: float | None,
) -> GeometryError:  # fmt: skip
    samples = [sample for part in parts for sample in part]
    place_low, low = min(samples, key=lambda sample: sample[1])
    place_high, high = max(samples, key=lambda sample: sample[1])
    what, unit = ("ratio", "") if torque is not None else ("torque", " N m")
    load = f" under {torque:.5g} N m" if torque is not None else ""
    return GeometryError(
        f"force ratio without solution: {force_primary:.5g} N over "
        f"{force_secondary:.5g} N is {wanted:.4g}; the belt{load} balances "
        f"{low:.4g} ({what} {place_low:.4g}{unit}) to {high:.4g} ({what} "
        f"{place_high:.4g}{unit})"
    )
