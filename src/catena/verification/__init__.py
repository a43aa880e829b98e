"""Known answers: every case of the verification table, through the public interface."""

from catena.verification.algebra import ALGEBRA
from catena.verification.case import Case, Figure, Row, verify
from catena.verification.elastic_bar import elastic_bar_figures
from catena.verification.friction import (
    den_hartog_figures,
    oscillator_figures,
    rolling_disc_figures,
    stick_slip_figures,
)
from catena.verification.impacts import (
    ball_figures,
    cradle_figures,
    half_ball_figures,
    impact_oscillator_figures,
    three_ball_figures,
)
from catena.verification.joints import (
    bouncing_figures,
    curved_way_figures,
    redundant_figures,
)
from catena.verification.joints import slider_crank_figures as ideal_crank_figures
from catena.verification.linked_rods import linked_figures, pendulum_figures
from catena.verification.mechanisms import (
    ladder_figures,
    rocking_figures,
    slider_crank_figures,
    slider_crank_run_figures,
)
from catena.verification.rods import (
    beam_figures,
    bend_figures,
    buckling_figures,
    combined_load_figures,
    elastica_figures,
    follower_figures,
    hanging_figures,
    lee_frame_figures,
    ring_figures,
    roll_up_figures,
    spaghetti_figures,
    span_figures,
    thick_beam_figures,
)
from catena.verification.space import (
    bounce_figures,
    free_figures,
    roll_figures,
    slide_figures,
    spin_figures,
    top_figures,
    tube_figures,
    two_ball_figures,
)
from catena.verification.system_rods import (
    bent_body_figures,
    bent_wire_figures,
    swinging_body_figures,
)
from catena.verification.woodpecker import cycle_figures, published_row_figures

DYNAMICS = (
    Case("A2.1", "bouncing ball, e = 0.9", ball_figures),
    Case("A2.2", "bouncing ball, e = 0.5", half_ball_figures),
    Case("A2.3", "three balls", three_ball_figures),
    Case("A2.3b", "cradle with gaps", cradle_figures),
    Case("A2.4", "Coulomb oscillator", den_hartog_figures),
    Case("A2.4b", "Coulomb oscillator, large", oscillator_figures),
    Case("A2.5", "stick-slip on a belt", stick_slip_figures),
    Case("A2.6", "sliding, then rolling disc", rolling_disc_figures),
    Case("A2.7", "ladder", ladder_figures),
    Case("A2.8", "rocking block", rocking_figures),
    Case("A2.9", "slider-crank with clearance", slider_crank_figures),
    Case("A2.9 long", "slider-crank, 0.05 s", slider_crank_run_figures, paper=True),
    Case("A2.10", "woodpecker toy", published_row_figures),
    Case("A2.10 long", "woodpecker toy, cycle", cycle_figures, paper=True),
    Case("A2.11", "elastic bar on a wall", elastic_bar_figures),
    Case("A2.12", "impact oscillator", impact_oscillator_figures, paper=True),
)
"""Non-smooth dynamics, A2 of the verification list."""

JOINTS = (
    Case("J1", "pendulum, 10 s", pendulum_figures),
    Case("J2", "double, triple pendulum, chain of rods", linked_figures),
    Case("J3", "ideal slider-crank, 1.6 s", ideal_crank_figures),
    Case("J4", "parallelogram with more cranks than needed", redundant_figures),
    Case("J5", "hinged body bouncing", bouncing_figures, paper=True),
    Case("J6", "point on a curved way", curved_way_figures),
)
"""Rigid joints: long smooth motion, dependent joints, impacts."""

RODS = (
    Case("A3.1", "cantilever rolled up", roll_up_figures),
    Case("A3.2", "elastica", elastica_figures),
    Case("A3.3-4", "force and moment, Reissner", combined_load_figures),
    Case("A3.5", "thick beam", thick_beam_figures),
    Case("A3.6", "45 degree bend in space", bend_figures),
    Case("A3.7-8", "ring, at rest and spinning", ring_figures),
    Case("A3.9-10", "beam roots, turning cantilever", beam_figures),
    Case("A3.11", "follower load", follower_figures),
    Case("A3.12", "post-buckling", buckling_figures),
    Case("A3.13-14", "spin-up, flying rod", spaghetti_figures),
    Case("A3.15-16", "hanging chains, catenary", hanging_figures),
    Case("A3.17", "travelling spans", span_figures),
    Case("A3.18", "Lee's frame past its limit point", lee_frame_figures),
    Case("A3.1-4 body", "rods as bodies, bent", bent_body_figures),
    Case("A3.6 body", "45 degree bend as bodies in space", bent_wire_figures),
    Case("A3.7-9 body", "ring and beam roots of bodies", swinging_body_figures),
)
"""Flexible rods, A3 of the verification list."""

SPACE = (
    Case("X1", "body on three feet slides", slide_figures),
    Case("X2", "ball rolls down a slope", roll_figures),
    Case("X3", "spinning ball slides, then rolls", spin_figures),
    Case("X4", "ball bounces in space", bounce_figures),
    Case("X5", "two balls collide off centre", two_ball_figures),
    Case("X6", "ball rolls in a tube", tube_figures),
    Case("X7", "heavy top precesses", top_figures),
    Case("X8", "free bodies: racket and disc", free_figures),
)
"""Bodies in space, against closed forms."""

CASES = (*ALGEBRA, *DYNAMICS, *RODS, *JOINTS, *SPACE)
"""Every case, in the order of the verification list."""

__all__ = [
    "ALGEBRA",
    "CASES",
    "DYNAMICS",
    "JOINTS",
    "RODS",
    "SPACE",
    "Case",
    "Figure",
    "Row",
    "verify",
]
