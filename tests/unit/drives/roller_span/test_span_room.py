"""The room roller_span: what it refuses, what it records, what it draws."""

import re

import numpy as np
import pytest

from catena.drives import DRIVES
from catena.drives.loading import loads, spec_from
from catena.drives.roller_span.build import build
from catena.drives.roller_span.layout import chain_of, strand_of
from catena.drives.roller_span.simulation import SlackWatch
from catena.drives.roller_span.verdict import losses_by_cause
from catena.drives.running import simulate
from catena.dynamics.span.assembly import kinematic_state, span_system
from catena.errors import SolverError, SpecError
from catena.standards import roller_chain

TEMPLATE = DRIVES["roller_span"].template()


def template(**values):
    return loads(TEMPLATE).with_values(values)


def refused(path, **values):
    with pytest.raises(SpecError) as caught:
        build(template(**values))
    paths = [problem.path for problem in caught.value.problems]
    assert path in paths, caught.value
    return str(caught.value)


@pytest.mark.parametrize(
    ("key", "value", "path"),
    [
        ("span.tangent_pitches", 1.5, "span.tangent_pitches"),
        ("span.tangent_pitches", 7.0, "span.tangent_pitches"),
        ("engagement.restitution", 1.2, "engagement.restitution"),
        ("engagement.restitution", -0.1, "engagement.restitution"),
        ("engagement.roller_friction", -0.1, "engagement.roller_friction"),
        ("chain.joint_friction", -0.1, "chain.joint_friction"),
        ("driver.inertia", 0.0, "driver.inertia"),
        ("driven.inertia", 0.0, "driven.inertia"),
        ("chain.link_inertia", 0.0, "chain.link_inertia"),
        ("chain.designation", "ANSI 85", "chain.designation"),
        ("motor.speed", 0.0, "motor.speed"),
        ("motor.speed", "0 rpm", "motor.speed"),
        ("driver.tooth_count", 3, "driver.tooth_count"),
        ("run.tolerance", 1.0, "run.tolerance"),
        ("engagement.completion_limit", 0.0, "engagement.completion_limit"),
        ("chain.joint_damping", 1e5, "chain.joint_damping"),
        ("chain.link_inertia", 1e-20, "chain.joint_damping"),
    ],
)
def test_bad_input_is_refused_with_its_place(key, value, path):
    assert path in refused(path, **{key: value})


def test_sprockets_that_overlap_are_refused_with_the_distance_they_need():
    span = {"centre_distance": 0.15}
    text = refused("span.centre_distance", span=span)
    assert "0.15" in text and "need more than 0.2" in text


def test_unknown_designation_offers_the_nearest():
    assert "ANSI 80" in refused("chain.designation", **{"chain.designation": "83"})


def test_torque_driven_run_needs_a_first_speed():
    motor = {"kind": "constant_torque", "torque": "350 N m"}
    with pytest.raises(SpecError, match="initial_speed"):
        template(motor=motor)


def test_chain_takes_stated_values_before_those_of_its_designation():
    spec = template()
    chain = chain_of(spec.chain)
    assert chain.link_mass == pytest.approx(0.069)
    assert chain.pitch == roller_chain("ANSI 80").pitch
    bare = spec_from(
        {**spec.model_dump(), "chain": {"designation": "16A"}}, "specification"
    )
    assert chain_of(bare.chain).link_mass == pytest.approx(0.0639, rel=1e-3)


def test_chain_without_designation_needs_all_its_data():
    with pytest.raises(SpecError, match="link_inertia"):
        template(chain={"pitch": 0.0254, "link_mass": 0.07})


@pytest.mark.parametrize(
    "motor",
    [
        {"kind": "speed_ramp", "start": 20.0, "stop": 40.0, "stop_time": 0.02},
        {"kind": "speed_table", "times": [0.0, 0.02], "speeds": [30.0, 40.0]},
        {"kind": "constant_torque", "torque": 341.0},
        {"kind": "torque_table", "times": [0.0, 0.02], "torques": [341.0, 342.0]},
        {"kind": "torsion_bar", "stiffness": 1460.0, "torque": 340.0},
    ],
    ids=lambda motor: motor["kind"],
)
def test_every_motor_runs(motor):
    spec = template(
        motor=motor, **{"run.duration": 0.02, "run.initial_speed": "384 rpm"}
    )
    run = simulate(spec)
    assert run.status == "complete"
    assert run.outcome.healthy


@pytest.mark.parametrize(
    ("times", "speeds"),
    [([0.0, 0.0], [1.0, 2.0]), ([0.5, 1.0], [1.0, 2.0]), ([0.0, 1.0], [1.0])],
)
def test_tables_that_make_no_sense_are_refused(times, speeds):
    motor = {"kind": "speed_table", "times": times, "speeds": speeds}
    with pytest.raises(SpecError, match="times"):
        template(motor=motor)


@pytest.fixture(scope="module")
def short_run():
    return simulate(template(**{"run.duration": 0.12, "run.sample_interval": 1e-4}))


def test_run_records_everything_it_promises(short_run):
    assert short_run.status == "complete"
    assert short_run.samples["time"] == 1201
    assert short_run.samples["frame"] == 121
    assert short_run.samples["collision"] > 100
    count = short_run.read("engagement_collision_count")
    assert count.sum() <= short_run.samples["collision"]
    jumps = short_run.read("speed_jump")
    links = short_run.read("collision_link_count")
    assert np.array_equal(np.isfinite(jumps).sum(axis=1), links + 2)
    assert short_run.outcome.healthy
    assert "cut-off" in short_run.outcome.verdict


def test_joints_lose_to_damping_and_to_friction_apart():
    time = np.array([0.0, 2.0])
    books = {"axle": 2.0, "joint": 6.0, "joint_damping": 1.0, "collision": 8.0}
    signals = {f"{name}_loss": end * time / 2.0 for name, end in books.items()}
    lost = losses_by_cause({"time": time, **signals})
    assert lost == pytest.approx([2.5, 1.5, 0.0, 4.0, 0.0])


@pytest.mark.parametrize("friction", [0.0, 0.2])
def test_power_of_damped_joints_is_part_of_that_of_all_joints(friction):
    """The template's strand at one state: oil takes c (u_j - u_(j-1))^2."""
    spec = template(**{"chain.joint_damping": 1e-3, "chain.joint_friction": friction})
    run = simulate(spec.with_values({"run.duration": 0.01}))
    oil, all_of_it = run.read("joint_damping_loss")[-1], run.read("joint_loss")[-1]
    assert 0.0 < oil <= all_of_it * (1.0 + 1e-12)
    assert (oil == pytest.approx(all_of_it, rel=1e-9)) == (friction == 0.0)


def test_key_numbers_of_the_kinematic_model(short_run):
    number = short_run.outcome.key_number
    assert number("ratio_min").value == pytest.approx(np.cos(np.pi / 25), abs=1e-8)
    assert number("resonance_speed").value * 60 / (2 * np.pi) == pytest.approx(
        122.9, abs=0.1
    )


def test_every_plot_can_be_drawn(short_run):
    figures = DRIVES["roller_span"].figures(short_run)
    names = {figure.name for figure in figures}
    assert {
        "engagement_speeds",
        "separation_angle",
        "collision_impulses",
        "speed_jumps",
        "phase",
        "roller_trajectory",
        "extreme_points",
        "tension",
        "energy",
        "polygonal_action",
    } <= names
    path = next(f for f in figures if f.name == "roller_trajectory").traces
    assert path[0].y == pytest.approx(
        np.interp(path[0].x, path[1].x[::-1], path[1].y[::-1]), abs=5e-3
    )


def test_stall_ends_the_run_with_what_was_computed(tmp_path):
    motor = {"kind": "constant_torque", "torque": 100.0}
    spec = template(motor=motor, **{"run.initial_speed": "20 rpm"})
    with pytest.raises(SolverError, match="stopped or turned back"):
        simulate(spec, tmp_path / "stall")
    from catena.results.run import open_run

    with open_run(tmp_path / "stall") as run:
        assert run.status == "failed"
        assert run.samples["time"] > 10


def test_unequal_sprockets_fit_by_tangent_or_distance():
    spec = template(**{"driver.tooth_count": 17, "span.tangent_pitches": 15.3})
    strand = strand_of(spec)
    assert strand.pair.tangent_pitches == pytest.approx(15.3)
    again = template(
        span={"centre_distance": strand.centre_distance}, **{"driver.tooth_count": 17}
    )
    assert strand_of(again).pair.tangent_pitches == pytest.approx(15.3)


def test_a_strand_that_goes_slack_is_said_to_and_what_would_help():
    """The template at 600 rpm: it whips, bags, and its load brakes the driven wheel."""
    spec = template(**{"motor.speed": "600 rpm", "run.duration": 0.3})
    with pytest.raises(SolverError) as caught:
        simulate(spec)
    text = str(caught.value)
    assert "the driven sprocket stopped" in text
    assert "prescribe the speed" not in text
    assert "more load, less speed or a larger chain.joint_damping" in text
    found = re.search(
        r"slack at ([\d.]+) s, hangs ([\d.]+) mm .* carries ([\d.]+) N", text
    )
    since, sag, tension = map(float, found.groups())
    # taut ones swing by 3 mm and carry 500 N and more; this one ends at 0.135 s
    assert 0.07 < since < 0.1
    assert 150.0 < sag < 250.0
    assert tension < 300.0


def test_what_is_advised_for_a_slack_strand_helps():
    spec = template(**{"motor.speed": "600 rpm", "run.duration": 0.3})
    run = simulate(spec.with_values({"chain.joint_damping": 0.01}))
    assert run.outcome.trust == "trusted"


def test_a_driver_whose_torque_is_too_small_wants_more_of_it():
    motor = {"kind": "constant_torque", "torque": "50 N m"}
    spec = template(**{"motor": motor, "run.initial_speed": "100 rpm"})
    with pytest.raises(SolverError) as caught:
        simulate(spec)
    text = str(caught.value)
    assert "raise the drive torque or prescribe the speed" in text
    assert "slack" not in text


def test_slack_counts_from_where_the_strand_last_left_its_tangent():
    strand = strand_of(template())
    system = span_system(strand, kinematic_state(strand, 40.0))
    watch = SlackWatch(system)
    taut, slack = system.driver_radius - 0.003, system.driver_radius - 0.02

    def block(first, *lowest):
        time = 1e-3 * (first + np.arange(len(lowest)))
        tension = np.full(len(lowest), 70.0)
        return {"time": time, "lowest": np.array(lowest), "tension_middle": tension}

    watch.seen(block(0, taut, slack, taut))
    assert np.isnan(watch.since[0])
    watch.seen(block(3, taut, slack, slack))
    assert watch.since[0] == pytest.approx(4e-3)
    watch.seen(block(6, slack, slack))
    assert watch.since[0] == pytest.approx(4e-3)
    watch.seen(block(8, slack, taut, slack))
    assert watch.since[0] == pytest.approx(10e-3)
    assert watch.sag == pytest.approx(0.02)
