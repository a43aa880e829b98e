"""The periodic drives through the public interface, against known answers."""

import numpy as np
import pytest

import catena as ct
from catena.drives import DRIVES
from catena.drives.steady.figures import steady_figures
from catena.errors import SolverError, SpecError
from catena.results.run import Run
from catena.spec.parts import DriveSpec


def template(drive: str, **values: object) -> DriveSpec:
    spec = ct.loads(DRIVES[drive].template())
    return spec.with_values({k.replace("__", "."): v for k, v in values.items()})


def number(run: Run, name: str) -> float:
    found = run.outcome.key_number(name)
    assert found is not None, name
    return found.value


def test_gear_pair_has_the_published_lines_and_sidebands() -> None:
    run = ct.simulate(template("gear_pair"))
    rate = run.read("transmission_error_rate_amplitude") * 1e3  # [mm/s]
    order = {f: round(f / 30) for f in (390, 420, 450, 810, 840, 870, 1260)}
    got = [rate[order[f]] for f in order]
    # notes on [KhangDien2012] fig. 10, case 1, from an independent collocation
    known = [0.0865, 1.5558, 0.1218, 0.4161, 12.2793, 1.3329, 1.2367]
    assert got == pytest.approx(known, rel=5e-3)
    assert number(run, "natural_frequency") == pytest.approx(869.31, abs=0.05)
    assert number(run, "sideband_ratio_1") == pytest.approx(0.356, abs=0.001)
    assert run.outcome.healthy


def test_gear_damping_may_be_stated_either_way() -> None:
    by_ratio = ct.simulate(template("gear_pair"))
    damping = number(by_ratio, "mesh_damping")
    spec = template("gear_pair", mesh__damping_ratio=None, mesh__damping=damping)
    by_value = ct.simulate(spec)
    np.testing.assert_allclose(
        by_value.read("transmission_error"), by_ratio.read("transmission_error")
    )
    with pytest.raises(SpecError, match="either damping_ratio or damping"):
        template("gear_pair", mesh__damping=damping)


@pytest.mark.parametrize("method", ["gauss", "harmonic_balance", "runge_kutta"])
def test_manipulator_agrees_between_methods(method: str) -> None:
    spec = template(
        "transport_manipulator", analysis__method=method, analysis__tolerance=1e-8
    )
    run = ct.simulate(spec)
    amplitude = run.read("hammer_deflection_amplitude") * 1e3
    known = [0.837731, 0.785305, 0.116952]  # [mm], harmonics 1, 3, 5
    assert amplitude[[1, 3, 5]] == pytest.approx(known, rel=1e-4)
    assert number(run, "largest_multiplier") == pytest.approx(0.0019967, rel=1e-3)


def test_newmark_with_fixed_steps_reports_its_error() -> None:
    spec = template(
        "transport_manipulator", analysis__method="newmark", analysis__steps=2400
    )
    run = ct.simulate(spec)
    exact = ct.simulate(template("transport_manipulator"))
    q, truth = run.read("hammer_deflection"), exact.read("hammer_deflection")
    real = np.abs(q - truth).max() / np.abs(truth).max()
    told = next(c.value for c in run.outcome.checks if c.name == "error")
    assert real < 5e-4
    assert told == pytest.approx(real, rel=1.0)


def test_cam_mean_is_the_static_deflection_and_moments_close() -> None:
    run = ct.simulate(template("cam_mechanism"))
    error = run.read("transmission_error")
    assert error[:-1].mean() == pytest.approx(-100.0 / 2.6e8, rel=1e-6)
    amplitude = run.read("transmission_error_amplitude") * 1e6
    assert amplitude[[1, 3, 5]] == pytest.approx([4.6830, 3.6457, 1.6785], rel=1e-3)
    moment = run.read("shaft_moment")
    rigid = run.read("kinetostatic_moment")
    assert moment[:-1].mean() == pytest.approx(rigid[:-1].mean(), abs=0.5)


def test_full_equations_agree_with_linear_ones_when_vibrations_are_small() -> None:
    spec = template("transport_manipulator", nonlinear=True)
    run = ct.simulate(spec.with_values({"analysis.samples": 400}))
    linear, full = (
        run.read("hammer_deflection"),
        run.read("hammer_deflection_nonlinear"),
    )
    assert np.abs(full - linear).max() < 0.05 * np.abs(linear).max()
    assert np.abs(full - linear).max() > 0.0


def test_full_equations_of_a_stiff_cam_carry_their_proof() -> None:
    spec = template("cam_mechanism", nonlinear=True, speed="300 rpm")
    run = ct.simulate(spec.with_values({"analysis.samples": 500}))
    checks = {check.name: check for check in run.outcome.checks}
    for name in ("defect", "residual", "error", "step_sensitivity"):
        assert checks[f"nonlinear_{name}"].ok, name
    assert "Newton" in checks["nonlinear_defect"].note
    assert "Full equations" in run.outcome.verdict
    rho = run.read("nonlinear_multiplier_real")
    rho = rho + 1j * run.read("nonlinear_multiplier_imag")
    numbers = {number.name: number.value for number in run.outcome.key_numbers}
    assert numbers["nonlinear_largest_multiplier"] == pytest.approx(abs(rho[0]))
    twist = run.read("shaft_twist_nonlinear")
    assert numbers["shaft_twist_nonlinear_max"] == twist.max()
    assert twist[0] == pytest.approx(twist[-1], abs=1e-12)
    drawn = {figure.name: figure for figure in DRIVES[spec.drive].figures(run)}
    assert "full equations" in [t.label for t in drawn["multipliers"].traces]


def test_a_profile_may_carry_its_unit() -> None:
    spec = template("cam_mechanism")
    told = spec.with_values({"profile[0].cos": "221.65 mm/rad"})
    assert told == spec
    in_degrees = f"{np.radians(221.65)} mm/deg"
    told = spec.with_values({"profile[0].cos": in_degrees})
    assert told.model_dump()["profile"][0]["cos"] == pytest.approx(0.22165, rel=1e-12)
    with pytest.raises(SpecError, match=r"profile\[0\]\.cos.*lift per angle"):
        spec.with_values({"profile[0].cos": "2 N"})


def test_fast_cam_warns_that_vibrations_are_not_small() -> None:
    run = ct.simulate(template("cam_mechanism", speed="600 rpm"))
    assert any("small vibrations" in w for w in run.outcome.warnings)


def test_meissner_from_a_step_table() -> None:
    spec = template("periodic")
    data = spec.model_dump(exclude_none=True)
    data |= {
        "period": 2.0 * np.pi,
        "damping": {"mean": [[0.0]]},
        "stiffness": {"table": [[[2.3]], [[0.7]]], "interpolation": "step"},
    }
    run = ct.simulate(type(spec).model_validate(data))
    trace = run.read("multiplier_real").sum()
    assert trace == pytest.approx(1.06843883022392, abs=1e-8)


def test_uneven_table_times_are_kept() -> None:
    spec = template("periodic")
    data = spec.model_dump(exclude_none=True)
    stiffness = {
        "table": [[[1.69]], [[0.16]]],
        "times": [0.0, 1.1],
        "interpolation": "step",
    }
    data |= {"period": 3.1, "damping": {"mean": [[0.0]]}, "stiffness": stiffness}
    run = ct.simulate(type(spec).model_validate(data))
    trace = run.read("multiplier_real").sum()
    assert trace == pytest.approx(_meissner_trace(1.3, 1.1, 0.4, 2.0), abs=1e-8)
    data["stiffness"]["times"] = [0.5, 1.1]
    with pytest.raises(SpecError, match=r"stiffness\.times"):
        ct.simulate(type(spec).model_validate(data))


def test_long_tables_keep_their_times() -> None:
    """400 rows, more than a system may have coordinates, of a triangle of two."""
    spec = template("periodic")
    data = spec.model_dump(exclude_none=True)
    data |= {"period": 2.0, "damping": {"mean": [[0.0]]}}
    many = np.union1d([0.0, 1.0], np.random.default_rng(7).uniform(0.0, 2.0, 398))
    traces = []
    for times in (many, np.array([0.0, 1.0])):
        data["stiffness"] = {
            "table": (9.0 - 8.0 * np.abs(times - 1.0))[:, None, None].tolist(),
            "times": times.tolist(),
            "interpolation": "linear",
        }
        run = ct.simulate(type(spec).model_validate(data))
        traces.append(run.read("multiplier_real").sum())
    assert traces[0] == pytest.approx(traces[1], abs=1e-9)


def test_sweep_and_comparison_give_their_figures() -> None:
    sweep = {"start": "600 rpm", "stop": "6000 rpm", "count": 12}
    spec = template("gear_pair", analysis__sweep=sweep, analysis__compare_methods=True)
    run = ct.simulate(spec)
    assert np.isfinite(run.read("transmission_error_peak")).all()
    assert number(run, "order_rk4") == pytest.approx(4.0, abs=0.2)
    assert number(run, "order_newmark") == pytest.approx(2.0, abs=0.2)
    assert number(run, "order_gauss") == pytest.approx(6.0, abs=0.5)
    assert number(run, "newmark_cost_equal_accuracy") > 1.0
    names = {figure.name for figure in steady_figures(run)}
    assert {"method_error", "method_cost", "transmission_error_waterfall"} <= names


def test_resonance_fails_and_says_why() -> None:
    spec = template("periodic")
    data = spec.model_dump(exclude_none=True)
    data |= {"damping": {"mean": [[0.0]]}, "stiffness": {"mean": [[4.0]]}}
    with pytest.raises(SolverError, match="free vibration has this period"):
        ct.simulate(type(spec).model_validate(data))


def test_unstable_explicit_step_is_refused_with_the_least_count() -> None:
    spec = template(
        "cam_mechanism", analysis__method="runge_kutta", analysis__steps=1000
    )
    with pytest.raises(SolverError, match="use at least 4"):
        ct.simulate(spec)


def _meissner_trace(w1: float, t1: float, w2: float, t2: float) -> float:
    """Trace of the product of two constant-coefficient maps."""
    first = np.array(
        [
            [np.cos(w1 * t1), np.sin(w1 * t1) / w1],
            [-w1 * np.sin(w1 * t1), np.cos(w1 * t1)],
        ]
    )
    second = np.array(
        [
            [np.cos(w2 * t2), np.sin(w2 * t2) / w2],
            [-w2 * np.sin(w2 * t2), np.cos(w2 * t2)],
        ]
    )
    return float(np.trace(second @ first))


UNDAMPED = """
drive = "periodic"
period = 3.141592653589793
coordinate = [{ name = "x" }, { name = "y" }]
mass = { mean = [[1.0, 0.0], [0.0, 1.0]] }
force = { mean = [1.0, 0.0] }
analysis = { harmonics = 10, samples = 200 }
[stiffness]
mean = [[2.5, 0.0], [0.0, 0.3]]
harmonic = [{ order = 1, cos = [[-2.6, 0.0], [0.0, 0.0]] }]
"""


def test_free_vibrations_without_damping_do_not_settle() -> None:
    verdict = ct.simulate(ct.loads(UNDAMPED)).outcome.verdict
    assert verdict.startswith("Stable, not asymptotically")
    assert "settles" not in verdict


def test_a_sweep_without_any_solution_leaves_gaps_and_a_warning() -> None:
    """Slow speeds of a growing system: its maps cannot be closed."""
    spec = ct.loads(UNDAMPED).with_values(
        {
            "stiffness.mean": [[-10.0, 0.0], [0.0, 0.3]],
            "analysis.sweep": {"start": 0.01, "stop": 0.02, "count": 9},
        }
    )
    run = ct.simulate(spec)
    assert np.isnan(run.read("y_peak")).all()
    assert any("9 of 9 speeds have no solution" in w for w in run.outcome.warnings)


@pytest.mark.parametrize(
    "name", ["frequency", "exponent_real", "x_rate", "x_amplitude"]
)
def test_coordinates_cannot_take_the_names_of_other_results(name: str) -> None:
    text = UNDAMPED.replace('name = "y"', f'name = "{name}"')
    with pytest.raises(SpecError, match=r"coordinate\[1\]\.name"):
        ct.simulate(ct.loads(text))


def test_a_closing_lost_to_stiffness_is_not_called_a_resonance() -> None:
    """The hammer vibrates a million times per step; nothing has the period."""
    spec = template("transport_manipulator", hammer_stiffness=1e16)
    with pytest.raises(SolverError, match="too far apart in size"):
        ct.simulate(spec)


def test_every_matrix_of_a_wrong_size_is_told() -> None:
    text = DRIVES["periodic"].template()
    text = text.replace("mean = [[0.1]]", "mean = [[0.1, 0.0], [0.0, 0.1]]")
    text = text.replace("cos = [[-0.6]]", "cos = [[-0.6, 1.0]]")
    text = text.replace('unit = "m"', 'unit = "foo"')
    with pytest.raises(SpecError) as wrong:
        ct.loads(text)
    assert [p.path for p in wrong.value.problems] == ["coordinate[0].unit"]
    with pytest.raises(SpecError) as wrong:
        ct.loads(text.replace('unit = "foo"', 'unit = "m"'))
    told = {p.path: p.expected for p in wrong.value.problems}
    assert told == {
        "damping": "has shape 2 x 2; expected 1 x 1 for 1 coordinate",
        "stiffness": "has shape 1 x 2; expected 1 x 1 for 1 coordinate",
    }
