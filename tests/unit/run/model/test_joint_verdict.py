"""What a run says of rigid joints: motion that the step does not resolve is named."""

import pytest

import catena as ct


def spinning(spin: float) -> ct.PlanarSystem:
    """A rod on a pin at its end, without gravity."""
    plan = ct.PlanarSystem()
    rod = plan.body(
        "rod", 1.0, 1e-3, (0.05, 0.0), velocity=(0.0, 0.05 * spin), spin=spin
    )
    plan.pin("hinge", plan.ground.point(), rod.point((-0.05, 0.0)))
    return plan


@pytest.mark.parametrize(("spin", "warned"), [(250.0, False), (400.0, True)])
def test_a_turn_beyond_a_third_of_a_radian_in_a_step_is_warned_of(spin, warned):
    drive = ct.as_drive(spinning(spin), step=1e-3, duration=0.06, record_every=5)
    with ct.simulate(drive) as run:
        words = [text for text in run.outcome.warnings if "not resolved" in text]
        turn = run.outcome.key_number("joint_turn").value
        checks = {check.name: check for check in run.outcome.checks}
        verdict = run.outcome.verdict
    assert turn == pytest.approx(1e-3 * spin, rel=0.05)
    assert bool(words) is warned
    # in steps of 0.4 rad joints lose much, which is judged once, by their own limit
    lost = checks["joint_error"]
    assert (lost.value > 1e-4) is warned
    assert checks["energy"].value < 1e-12
    assert f"accounted for to {lost.value:.2g}" in verdict
