"""Known answers: every case of the verification table, through the public interface."""

from catena.verification import (
    elastic_bar,
    friction,
    impacts,
    joints,
    linked_rods,
    mechanisms,
    rods,
    space,
    system_rods,
    woodpecker,
)
from catena.verification.algebra import ALGEBRA
from catena.verification.case import Case, Figure, Row, verify

DYNAMICS = (
    Case("A2.1", "bouncing ball, e = 0.9", impacts.ball_figures),
    Case("A2.2", "bouncing ball, e = 0.5", impacts.half_ball_figures),
    Case("A2.3", "three balls", impacts.three_ball_figures),
    Case("A2.3b", "cradle with gaps", impacts.cradle_figures),
    Case("A2.4", "Coulomb oscillator", friction.den_hartog_figures),
    Case("A2.4b", "Coulomb oscillator, large", friction.oscillator_figures),
    Case("A2.5", "stick-slip on a belt", friction.stick_slip_figures),
    Case("A2.6", "sliding, then rolling disc", friction.rolling_disc_figures),
    Case("A2.7", "ladder", mechanisms.ladder_figures),
    Case("A2.8", "rocking block", mechanisms.rocking_figures),
    Case("A2.9", "slider-crank with clearance", mechanisms.slider_crank_figures),
    Case(
        "A2.9 long",
        "slider-crank, 0.05 s",
        mechanisms.slider_crank_run_figures,
        paper=True,
    ),
    Case("A2.10", "woodpecker toy", woodpecker.published_row_figures),
    Case("A2.10 long", "woodpecker toy, cycle", woodpecker.cycle_figures, paper=True),
    Case("A2.11", "elastic bar on a wall", elastic_bar.elastic_bar_figures),
    Case("A2.12", "impact oscillator", impacts.impact_oscillator_figures, paper=True),
)
"""Non-smooth dynamics, A2 of the verification list."""

JOINTS = (
    Case("J1", "pendulum, 10 s", linked_rods.pendulum_figures),
    Case("J2", "double, triple pendulum, chain of rods", linked_rods.linked_figures),
    Case("J3", "ideal slider-crank, 1.6 s", joints.slider_crank_figures),
    Case("J4", "parallelogram with more cranks than needed", joints.redundant_figures),
    Case("J5", "hinged body bouncing", joints.bouncing_figures, paper=True),
    Case("J6", "point on a curved way", joints.curved_way_figures),
)
"""Rigid joints: long smooth motion, dependent joints, impacts."""

RODS = (
    Case("A3.1", "cantilever rolled up", rods.roll_up_figures),
    Case("A3.2", "elastica", rods.elastica_figures),
    Case("A3.3-4", "force and moment, Reissner", rods.combined_load_figures),
    Case("A3.5", "thick beam", rods.thick_beam_figures),
    Case("A3.6", "45 degree bend in space", rods.bend_figures),
    Case("A3.7-8", "ring, at rest and spinning", rods.ring_figures),
    Case("A3.9-10", "beam roots, turning cantilever", rods.beam_figures),
    Case("A3.11", "follower load", rods.follower_figures),
    Case("A3.12", "post-buckling", rods.buckling_figures),
    Case("A3.13-14", "spin-up, flying rod", rods.spaghetti_figures),
    Case("A3.15-16", "hanging chains, catenary", rods.hanging_figures),
    Case("A3.17", "travelling spans", rods.span_figures),
    Case("A3.18", "Lee's frame past its limit point", rods.lee_frame_figures),
    Case("A3.1-4 body", "rods as bodies, bent", system_rods.bent_body_figures),
    Case(
        "A3.6 body", "45 degree bend as bodies in space", system_rods.bent_wire_figures
    ),
    Case(
        "A3.7-9 body",
        "ring and beam roots of bodies",
        system_rods.swinging_body_figures,
    ),
)
"""Flexible rods, A3 of the verification list."""

SPACE = (
    Case("X1", "body on three feet slides", space.slide_figures),
    Case("X2", "ball rolls down a slope", space.roll_figures),
    Case("X3", "spinning ball slides, then rolls", space.spin_figures),
    Case("X4", "ball bounces in space", space.bounce_figures),
    Case("X5", "two balls collide off centre", space.two_ball_figures),
    Case("X6", "ball rolls in a tube", space.tube_figures),
    Case("X7", "heavy top precesses", space.top_figures),
    Case("X8", "free bodies: racket and disc", space.free_figures),
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
