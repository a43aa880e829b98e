"""Which law a tooth answers with, and the numbers of that law."""

from __future__ import annotations

from catena.codes import NormalLaw
from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.spec.drive import Spec
from catena.errors import SpecError
from catena.geometry.tooth import ToothProfile
from catena.tables.contour import Feature

CODES = {
    "spring-damper": NormalLaw.SPRING_DAMPER,
    "hertz": NormalLaw.HERTZ,
    "johnson": NormalLaw.JOHNSON,
    "set-valued": NormalLaw.UNILATERAL_NEWTON,
}


def normal_law(spec: Spec, layout: Layout) -> tuple[NormalLaw, float, float, float]:
    """The law of the teeth and k, p, length of its group, `catena.tables.groups`."""
    tooth, chain = spec.contact.tooth, layout.chain
    normal = CODES[spec.contact.engine]
    if normal == NormalLaw.HERTZ:
        force, n = tooth.reference_force, tooth.exponent
        depth = force / (tooth.stiffness or chain.stiffness)
        return normal, force / depth**n, n, 0.0
    if normal == NormalLaw.JOHNSON:
        length = tooth.contact_length or chain.inner_width
        return normal, tooth.contact_modulus, _clearance(spec, layout), length
    return normal, tooth.stiffness or chain.stiffness, 0.0, 0.0


def _clearance(spec: Spec, layout: Layout) -> float:
    """Radius of the seat minus that of the roller [m]; one number for all sprockets."""
    stated = spec.contact.tooth.seat_clearance
    if stated is not None:
        return stated
    found = min(_seat_radius(profile) for profile in layout.profiles)
    clearance = found - 0.5 * layout.chain.roller_diameter
    if not 1e-7 < clearance < 1.0:
        raise SpecError.at(
            "contact.tooth.seat_clearance",
            None,
            "Johnson's law needs the clearance of the roller in its seat, and this "
            "tooth form has none",
            "state it, such as '40 um', or choose another contact.engine",
        )
    return clearance


def _seat_radius(profile: ToothProfile) -> float:
    """Radius of the arc at the bottom of a gap [m]; infinite where there is none."""
    hollow = profile.contour.code == Feature.HOLLOW
    if not hollow.any():
        return float("inf")
    return float(profile.contour.shape[hollow.argmax(), 2])
