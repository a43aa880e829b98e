"""Contacts that share one elastic body, through the builder and through files."""

import numpy as np
import pytest

import catena as ct
from catena.codes import Status
from catena.drives import DRIVES
from catena.dynamics.yielding_groups import add_spare_compliance
from catena.errors import InputError, SolverError, SpecError
from catena.laws.maxwell_coupled import cantilever_influence
from catena.motion import run
from catena.planar import Coulomb, Maxwell, PlanarSystem, SpringDamper, Unilateral
from catena.solvers.complementarity.lemke import lemke_work, solve_lemke
from catena.solvers.coupled_laws.maxwell import solve_maxwell_dense
from catena.tables.maxwell import active_set_work

BEAM = cantilever_influence(np.array([0.5, 1.0]), 1.0)


def mass_on(law, plan=None, **body):
    """A mass of 2 kg above a floor with this law."""
    plan = plan or PlanarSystem(gravity=(0.0, -9.81))
    made = plan.body("mass", 2.0, 1.0, (0.0, 0.01), free=("x", "y"), **body)
    plan.contact("foot", made.point(), plan.ground.line((0.0, 1.0)), law)
    return plan


def plate(influence, *, friction=None, velocity=(0.0, 0.0), height=0.0):
    """A plate of 1 kg on two feet that share an elastic floor."""
    plan = PlanarSystem(gravity=(0.0, -9.81))
    body = plan.body("plate", 1.0, 0.02, (0.0, height), velocity=velocity)
    floor = plan.ground.line((0.0, 1.0))
    for k, x in enumerate((-0.1, 0.15)):
        foot = body.point((x, 0.0))
        plan.contact(f"foot{k}", foot, floor, Maxwell(), friction, group="feet")
    plan.maxwell("floor", ["foot0", "foot1"], influence=influence)
    return plan.build()


def test_one_coupled_contact_is_a_spring():
    stiffness = 4e5
    plan = mass_on(Maxwell())
    plan.maxwell("floor", ["foot"], stiffness=[[stiffness]])
    coupled = run(plan.build(), 1e-5, 0.1, every=100)
    spring = run(mass_on(SpringDamper(stiffness)).build(), 1e-5, 0.1, every=100)
    assert coupled.position("mass", "y") == pytest.approx(
        spring.position("mass", "y"), abs=1e-12
    )
    assert coupled.balance().potential == pytest.approx(spring.balance().potential)


def test_energy_comes_back_from_the_elastic_body():
    C = np.array([[2e-6, 1.2e-6], [1.2e-6, 3e-6]])
    model = plate(C, height=0.005)
    lost = []
    for dt in (2e-5, 1e-5):
        motion = run(model, dt, 0.2, every=100)
        now = motion.balance()
        assert now.kinetic > 0.0
        assert abs(now.residual) < 2e-4
        lost.append(abs(now.contact_loss.sum()))
    assert max(lost) < 2e-4  # of 49 mJ at the start
    assert motion.balance().contact_loss.size == 1


def test_stored_energy_is_half_the_forces_times_the_deflection():
    C = np.array([[2e-6, 1.2e-6], [1.2e-6, 3e-6]])
    model = plate(C, height=-1e-4)
    motion = run(model, 1e-7, 1e-7)
    depth = 1e-4 * np.ones(2)
    la = np.linalg.solve(C, depth)
    assert motion.state.memory.rows.la_N == pytest.approx(la, rel=1e-3)
    held = motion.balance().potential - 9.81 * float(motion.state.q[4])
    assert held == pytest.approx(0.5 * la @ depth, rel=1e-3)


def test_a_loaded_neighbour_opens_a_contact():
    """The tip of a cantilever opens when it is pressed beside (A1.3)."""
    plan = PlanarSystem()
    for k in range(2):
        stop = plan.body(f"stop{k}", at=(0.5 * (k + 1), -1.0))
        plan.prescribe(stop, "y", 0.0)
        plan.contact(f"tip{k}", stop.point(), plan.ground.line((0.0, 1.0)), Maxwell())
    plan.maxwell("beam", ["tip0", "tip1"], influence=BEAM)
    motion = run(plan.build(), 1e-3, 1e-3)
    assert motion.state.memory.rows.la_N == pytest.approx([24.0, 0.0], abs=1e-9)
    assert motion.work.reaction == pytest.approx([-24.0, 0.0], abs=1e-9)


def test_pressing_shut_a_neighbour_across_a_gap():
    """With a rocker a force on one end lifts the other into its stop."""
    C = np.array([[2.0, -1.0], [-1.0, 2.0]]) * 1e-3
    plan = PlanarSystem()
    for k, at in enumerate((-1e-3, 1e-4)):
        stop = plan.body(f"stop{k}", at=(float(k), at))
        plan.prescribe(stop, "y", 0.0)
        plan.contact(f"tip{k}", stop.point(), plan.ground.line((0.0, 1.0)), Maxwell())
    plan.maxwell("rocker", ["tip0", "tip1"], influence=C)
    found = run(plan.build(), 1e-3, 1e-3).state.memory.rows.la_N
    assert found == pytest.approx(np.linalg.solve(C, [1e-3, -1e-4]), rel=1e-12)
    assert found[1] > 0.0


def test_friction_acts_on_coupled_contacts():
    C = np.array([[2e-6, 1.2e-6], [1.2e-6, 3e-6]])
    sunk = float(np.mean(C @ (np.array([0.6, 0.4]) * 9.81)))
    model = plate(C, friction=Coulomb(0.2), velocity=(1.0, 0.0), height=-sunk)
    motion = run(model, 1e-5, 0.2, every=100)
    speed = motion.velocity("plate", "x")[-1]
    assert speed == pytest.approx(1.0 - 0.2 * 9.81 * 0.2, abs=0.01)
    lost = motion.balance().friction_loss.sum()
    assert lost == pytest.approx(0.5 * (1.0 - speed**2), rel=1e-4)


def test_coupled_and_rigid_contacts_in_one_model():
    plan = mass_on(Maxwell())
    plan.maxwell("floor", ["foot"], influence=[[1e-5]])
    ball = plan.body("ball", 0.1, 1e-3, (0.0, 0.5), free=("y",))
    top = plan.bodies[1].line((0.0, 1.0), (0.0, 0.1))
    plan.contact("ball_mass", ball.circle(0.05), top, Unilateral(0.5))
    motion = run(plan.build(), 1e-5, 0.5, every=100)
    gap = motion.position("ball", "y") - motion.position("mass", "y") - 0.15
    assert gap.min() > -1e-3
    assert motion.balance().impact_loss.sum() > 0.1
    assert abs(motion.balance().residual) < 1e-3


def test_largest_step_of_coupled_contacts():
    plan = mass_on(Maxwell())
    plan.maxwell("floor", ["foot"], influence=[[1e-6]])
    with pytest.raises(InputError, match=r"0\.00282"):
        run(plan.build(), 3e-3, 0.1)  # 2 sqrt(m C)
    run(plan.build(), 2.5e-3, 0.01)


@pytest.mark.parametrize(
    ("influence", "words"),
    [
        ([[2.0, 1.0], [0.9, 2.0]], "symmetric"),
        ([[1.0, 2.0], [2.0, 1.0]], "lowest eigenvalue; expected none below zero"),
        ([[1.0]], "finite numbers"),
    ],
)
def test_wrong_matrices_are_refused(influence, words):
    with pytest.raises(SpecError, match=words):
        plate(influence)


def test_a_stiffness_without_an_inverse_is_refused():
    plan = mass_on(Maxwell())
    with pytest.raises(SpecError, match="its inverse is needed"):
        plan.maxwell("floor", ["foot"], stiffness=[[0.0]])


def test_no_compliance_is_a_rigid_contact_without_restitution():
    """C = 0 falls and comes to rest exactly where a rigid floor is."""
    plan = mass_on(Maxwell(), velocity=(0.0, -1.0))
    plan.maxwell("floor", ["foot"], influence=[[0.0]])
    found = run(plan.build(), 1e-4, 0.1, every=10)
    rigid = run(mass_on(Unilateral(), velocity=(0.0, -1.0)).build(), 1e-4, 0.1)
    assert found.position("mass", "y")[-1] == pytest.approx(0.0, abs=1e-12)
    assert found.velocity("mass", "y")[-1] == pytest.approx(0.0, abs=1e-12)
    assert found.state.memory.rows.la_N[0] == pytest.approx(2.0 * 9.81, rel=1e-8)
    loss = rigid.balance().impact_loss.sum()
    assert found.balance().contact_loss.sum() == pytest.approx(loss, rel=2e-3)
    assert abs(found.balance().residual) < 1e-9


def test_equal_rows_share_one_deflection():
    """A plate on a floor that only sinks as a whole: statics give both forces."""
    k = 4e5
    model = plate(np.full((2, 2), 1.0 / k), height=-9.81 / k)
    motion = run(model, 1e-5, 0.05, every=100)
    assert motion.position("plate", "y")[-1] == pytest.approx(-9.81 / k, rel=1e-3)
    assert motion.position("plate", "angle")[-1] == pytest.approx(0.0, abs=1e-9)
    assert motion.state.memory.rows.la_N == pytest.approx(
        [0.6 * 9.81, 0.4 * 9.81], rel=1e-3
    )
    stored = motion.balance().potential - 9.81 * float(motion.state.q[4])
    assert stored == pytest.approx(0.5 * 9.81**2 / k, rel=1e-3)


def test_a_rocker_is_rigid_against_equal_forces():
    """Two masses on the ends of a massless beam: only their difference moves it."""
    C = np.array([[1.0, -1.0], [-1.0, 1.0]]) * 1e-5
    plan = PlanarSystem(gravity=(0.0, -9.81))
    floor = plan.ground.line((0.0, 1.0))
    for k in range(2):
        mass = plan.body(f"m{k}", 1.0, 1.0, (float(k), 0.0), free=("y",))
        plan.contact(f"end{k}", mass.point(), floor, Maxwell())
    plan.maxwell("beam", ["end0", "end1"], influence=C)
    motion = run(plan.build(), 1e-5, 0.05, every=100)
    assert motion.state.q[[4, 7]] == pytest.approx([0.0, 0.0], abs=1e-9)
    assert motion.state.memory.rows.la_N == pytest.approx([9.81, 9.81], rel=1e-6)


def test_four_legs_of_a_rigid_table_share_the_load():
    """Nothing tells their forces apart: least norm, so symmetric ones."""
    plan = PlanarSystem(gravity=(0.0, -9.81))
    table = plan.body("table", 4.0, 1.0, (0.0, 0.0))
    floor = plan.ground.line((0.0, 1.0))
    names = [f"leg{k}" for k in range(4)]
    for name, x in zip(names, (-0.3, -0.1, 0.1, 0.3), strict=True):
        plan.contact(name, table.point((x, 0.0)), floor, Maxwell())
    plan.maxwell("floor", names, influence=np.zeros((4, 4)))
    motion = run(plan.build(), 1e-4, 0.01)
    assert motion.state.memory.rows.la_N == pytest.approx(4 * [9.81], rel=1e-4)


def test_forces_nothing_can_carry_stop_the_run():
    """Two stops driven into the ends of a rocker: the law has no solution."""
    plan = PlanarSystem()
    floor = plan.ground.line((0.0, 1.0))
    for k in range(2):
        stop = plan.body(f"stop{k}", at=(float(k), -1e-3))
        plan.prescribe(stop, "y", 0.0)
        plan.contact(f"end{k}", stop.point(), floor, Maxwell())
    C = np.array([[1.0, -1.0], [-1.0, 1.0]]) * 1e-5
    plan.maxwell("beam", ["end0", "end1"], influence=C)
    with pytest.raises(SolverError, match="no solution"):
        run(plan.build(), 1e-3, 1e-3)


def test_semi_definite_forces_agree_with_lemke():
    """The same deformations, and of all forces with them those of least norm.

    With a spare compliance s, (la - z)'(C la + s la - C z) <= 0 says how near:
    (la - z)' C (la - z) <= s |z|^2 / 4 and |la| <= |z| for every solution z.
    """
    dice = np.random.default_rng(5)
    for _ in range(50):
        n, rank = int(dice.integers(2, 9)), int(dice.integers(1, 4))
        B = dice.uniform(0.0, 1.0, (n, rank))  # every push deforms: always solvable
        C, g = B @ B.T, dice.normal(size=n)
        z = np.zeros(n)
        status, _ = solve_lemke(C.copy(), g.copy(), z, lemke_work(n), 10_000)
        assert status == Status.OK
        soft, la, w = C.copy(), np.zeros(n), np.zeros(n)
        spare = add_spare_compliance(soft, n)
        closed = np.zeros(n, dtype=np.int64)
        args = soft, g, la, w, closed, active_set_work(n), 400
        assert solve_maxwell_dense(*args)[0] == Status.OK
        assert la.min() >= 0.0
        rounding = 1e-12 * (1.0 + z @ C @ z)
        assert (la - z) @ C @ (la - z) <= 0.25 * spare * (z @ z) + rounding
        assert np.linalg.norm(la) <= np.linalg.norm(z) * (1.0 + 1e-9)


def test_smooth_engines_refuse_forces_that_depend_on_the_step():
    plan = mass_on(Maxwell())
    plan.maxwell("floor", ["foot"], influence=[[0.0]])
    with pytest.raises(InputError, match="'foot' has a set-valued law"):
        run(plan.build(), 1e-4, 0.01, engine="runge_kutta")


def test_a_coupled_contact_needs_its_group():
    with pytest.raises(SpecError, match=r"contact\[foot\]"):
        mass_on(Maxwell()).build()
    plan = mass_on(SpringDamper(1e4))
    plan.maxwell("floor", ["foot"], influence=[[1e-6]])
    with pytest.raises(SpecError, match="in no other group"):
        plan.build()


FILE = """
drive = "system"
gravity = [0.0, -9.81]
solve = { step = "10 us", duration = "2 ms", record_every = 20 }

[[body]]
name = "plate"
mass = 1.0
inertia = 0.02

[[contour]]
name = "left"
body = "plate"
shape = "point"
position = [-0.1, 0.0]

[[contour]]
name = "right"
body = "plate"
shape = "point"
position = [0.1, 0.0]

[[contour]]
name = "floor"
body = "ground"
shape = "line"
normal = [0.0, 1.0]

[[contact]]
name = "one"
a = "left"
b = "floor"
normal = { law = "maxwell" }

[[contact]]
name = "two"
a = "right"
b = "floor"
normal = { law = "maxwell" }

[[maxwell]]
name = "beam"
contacts = ["one", "two"]
influence = [[2e-6, 1e-6], [1e-6, 2e-6]]
"""


def test_a_file_with_coupled_contacts(tmp_path):
    path = tmp_path / "beam.toml"
    path.write_text(FILE)
    found = ct.simulate(ct.load(path), tmp_path / "run")
    force, place = found.read("normal_force"), found.read("position_y")[:, 0]
    assert force[:, 0] == pytest.approx(force[:, 1])
    middle = 0.5 * (place[1:] + place[:-1])
    assert force[1:, 0] == pytest.approx(-middle / 3e-6, abs=0.02)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('contacts = ["one", "two"]', 'contacts = ["one", "tow"]', "'tow'"),
        ("influence = [[2e-6, 1e-6],", "influence = [[2e-6],", "2 rows of 2"),
        ("[[2e-6, 1e-6], [1e-6, 2e-6]]", "[[2e-6, 1e-6], [1e-6, 1e-7]]", "eigenvalue"),
        ("influence =", "stiffness = [[1.0]]\ninfluence =", "either"),
    ],
)
def test_wrong_groups_in_a_file_are_refused(tmp_path, old, new, words):
    assert old in FILE
    path = tmp_path / "beam.toml"
    path.write_text(FILE.replace(old, new))
    with pytest.raises(SpecError, match=words):
        DRIVES["system"].build(ct.load(path))
