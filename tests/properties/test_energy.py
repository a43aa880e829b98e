"""No impact creates energy, whatever the box and its throw; momentum is kept.

With restitution and friction together no such theorem holds (Kane's paradox).
"""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from catena.motion import run
from catena.planar import Coulomb, PlanarSystem, Unilateral
from catena.tables.contacts import PercussionOptions

share = st.floats(0.0, 1.0)
speed = st.floats(-3.0, 3.0)


def thrown_box(e, mu, width, height, angle, v, spin):
    """Energy balance of a box after a while on the floor."""
    plan = PlanarSystem(gravity=(0.0, -9.81))
    inertia = (width**2 + height**2) / 3.0
    box = plan.body("box", 1.0, inertia, (0.0, 0.8), angle=angle, velocity=v, spin=spin)
    floor = plan.ground.line((0.0, 1.0))
    law = Unilateral(e, moreau=True)
    for k, (x, y) in enumerate([(-1, -1), (1, -1), (1, 1), (-1, 1)]):
        corner = box.point((x * width, y * height))
        plan.contact(f"c{k}", corner, floor, law, Coulomb(mu), group="floor")
    options = PercussionOptions(relative_tolerance=1e-7, max_sweeps=20000)
    return run(plan.build(), 2e-3, 0.6, every=10, options=options).balance()


throw = {
    "width": st.floats(0.05, 0.5),
    "height": st.floats(0.05, 0.5),
    "angle": st.floats(-3.0, 3.0),
    "v": st.tuples(speed, speed),
    "spin": st.floats(-20.0, 20.0),
}


@settings(max_examples=100)
@given(e=share, **throw)
def test_frictionless_impacts_never_create_energy(e, **throw):
    balance = thrown_box(e, 0.0, **throw)
    assert balance.impact_loss[0] >= -1e-6 * balance.start
    assert abs(balance.residual) < 1e-9 * balance.start


@settings(max_examples=100)
@given(mu=st.floats(0.0, 2.0), **throw)
def test_plastic_impacts_with_friction_never_create_energy(mu, **throw):
    balance = thrown_box(0.0, mu, **throw)
    assert balance.impact_loss[0] + balance.friction_loss[0] >= -1e-6 * balance.start
    assert abs(balance.residual) < 1e-9 * balance.start


@settings(max_examples=100)
@given(st.lists(share, min_size=3, max_size=3), st.floats(0.2, 5.0))
def test_colliding_discs_keep_their_momentum(restitutions, heavy):
    plan = PlanarSystem()
    rng = np.random.default_rng(5)
    discs = [
        plan.body(
            f"d{k}",
            heavy if k == 1 else 1.0,
            0.01,
            (0.3 * k, 0.1 * k),
            velocity=tuple(rng.uniform(-1, 1, 2)),
            spin=float(rng.uniform(-9, 9)),
        )
        for k in range(3)
    ]
    pairs = [(0, 1), (1, 2), (0, 2)]
    for (a, b), e in zip(pairs, restitutions, strict=True):
        one, two = discs[a].circle(0.15), discs[b].circle(0.15)
        plan.contact(f"c{a}{b}", one, two, Unilateral(e, moreau=True), Coulomb(0.3))
    model = plan.build()
    motion = run(model, 1e-3, 0.3, every=10)
    M = model.system.inertia.M.reshape(-1, 3)
    p = (M * motion.u[-1].reshape(-1, 3)).sum(axis=0)[:2]
    assert np.allclose(p, (M * motion.u[0].reshape(-1, 3)).sum(axis=0)[:2], atol=1e-12)
