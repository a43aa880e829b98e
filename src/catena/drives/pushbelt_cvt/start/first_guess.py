"""A start from grooves that have not yet given way: circles, even gaps, no preload.

The ring runs on the circles of the stated ratio between straight sheaves that just
touch the flanks, and all neighbours have the same distance. Clamping then presses the
belt into the grooves: under load the ratio is another one than stated, and the first
milliseconds are a shock. Other programs start like this.

Source: [Cebulla2014] Section 4.2, kinematic initialisation.
"""

from __future__ import annotations

import numpy as np

from catena.drives.pushbelt_cvt.layout.data import BeltData, StartState
from catena.drives.pushbelt_cvt.start.course import fibre_offset, ring_course
from catena.drives.pushbelt_cvt.start.elements import Placement, contact_forces
from catena.drives.pushbelt_cvt.start.sheaves import NONE, BentCourse


def even_elements(data: BeltData, start: StartState) -> Placement:
    """Elements evenly along the rocking-edge line of straight sheaves."""
    fibre = ring_course(data, start)
    course = fibre.parallel(fibre_offset(data))
    n = data.element.count
    places = np.arange(n) * course.length / n
    return Placement(
        bent=BentCourse(fibre, (NONE, NONE)),
        course=course,
        places=places,
        push=contact_forces(data, course, places),
        share=course.length / n - data.element.thickness,
        level=start.ring_tension,
    )
