"""A running chain keeps its ledger, its ratio and its balance of moments."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from chain_drives import BENCHMARK, changed, run_samples

from catena.integrators.planar_chain.samples import (
    Link,
    Rotor,
    Samples,
    Total,
)

pytestmark = pytest.mark.skipif(
    numba.config.DISABLE_JIT, reason="too long without compilation"
)
SMOOTH = {
    "chain__joint": {"friction": 0.0, "damping": 1e-3},
    "contact__tooth__friction": 0.0,
    "contact__tooth__damping": 200.0,
    "chain__damping": 100.0,
}
PITCH = 0.0127
RADIUS = 24 * PITCH / (2 * np.pi)


@pytest.fixture(scope="module")
def rough() -> Samples:
    return run_samples(BENCHMARK, 1.2)


@pytest.fixture(scope="module")
def smooth() -> Samples:
    return run_samples(changed(**SMOOTH), 0.5)


def residual_share(samples: Samples, first: int) -> float:
    work = samples.rotor[-1, Rotor.WORK] - samples.rotor[first, Rotor.WORK]
    loss = samples.loss[-1].sum() - samples.loss[first].sum()
    gain = samples.total[-1, Total.STORED] - samples.total[first, Total.STORED]
    return float(abs(work.sum() - loss - gain) / work[work > 0].sum())


def span_tensions(samples: Samples, first: int) -> tuple[float, float]:
    x, y = samples.link[first:, Link.PIN_X], samples.link[first:, Link.PIN_Y]
    tension = samples.link[first:, Link.TENSION]
    inner = (x > 0.03) & (x < 0.21)
    return float(tension[inner & (y > 0)].mean()), float(
        tension[inner & (y < 0)].mean()
    )


def test_the_ledger_closes(rough: Samples, smooth: Samples) -> None:
    assert residual_share(rough, 500) < 1e-5
    assert residual_share(smooth, 500) < 1e-5


def test_nothing_is_lost_backwards(rough: Samples) -> None:
    assert np.all(np.diff(rough.loss[:, 1]) > -1e-12)
    assert np.all(np.diff(rough.loss[:, 3]) > -1e-12)


def test_the_mean_ratio_is_the_tooth_ratio(rough: Samples) -> None:
    """Over four whole revolutions to 1e-6, by regression."""
    angle, time = rough.rotor[:, Rotor.ANGLE], rough.total[:, Total.TIME]
    late = angle[:, 0] > angle[-1, 0] - 8 * np.pi
    drift = np.polyfit(time[late], (angle[:, 1] - angle[:, 0])[late], 1)[0]
    assert abs(drift) / (10 * np.pi) < 1e-6


def test_tight_minus_slack_carries_the_load(smooth: Samples) -> None:
    tight, slack = span_tensions(smooth, 1500)
    assert (tight - slack) * RADIUS == pytest.approx(9.0, rel=5e-3)


def test_tension_swings_with_the_teeth() -> None:
    """Above the torsional mode (50 Hz, still ringing) the tooth frequency leads.

    With 19.5 pitches between the wheels, where the polygon shows in the ratio.
    """
    half = changed(
        chain__link_count=63,
        chain__offset_link=True,
        sprocket__1__centre=[19.5 * PITCH, 0.0],
    )
    samples = run_samples(half, 0.4)
    x, y = samples.link[1000:, Link.PIN_X], samples.link[1000:, Link.PIN_Y]
    inner = (x > 0.03) & (x < 0.21) & (y > 0)
    pull = np.where(inner, samples.link[1000:, Link.TENSION], 0.0).sum(1) / inner.sum(1)
    time = samples.total[1000:, Total.TIME]
    lines = np.abs(np.fft.rfft((pull - pull.mean()) * np.hanning(pull.size)))
    frequency = np.fft.rfftfreq(pull.size, time[1] - time[0])
    lines[frequency < 70.0] = 0.0
    assert frequency[lines.argmax()] == pytest.approx(24 * 5.0, abs=4.0)


def test_halving_the_step_changes_little() -> None:
    means = []
    for step in (1e-5, 5e-6):
        data = changed(**SMOOTH, solve__step=step)
        samples = run_samples(data, 0.12, every=round(2e-4 / step))
        tight, slack = span_tensions(samples, 300)
        means.append((tight, slack, samples.rotor[300:, Rotor.SPEED, 1].mean()))
    assert means[0][0] == pytest.approx(means[1][0], rel=0.01)
    assert means[0][1] == pytest.approx(means[1][1], abs=0.01 * means[1][0])
    assert means[0][2] == pytest.approx(means[1][2], rel=0.01)


def test_set_valued_and_regularised_friction_agree(rough: Samples) -> None:
    stick = run_samples(changed(solve__friction="set-valued"), 0.6)
    tight, slack = span_tensions(stick, 600)
    other = span_tensions(rough, 600)
    assert residual_share(stick, 500) < 1e-5
    assert tight - slack == pytest.approx(other[0] - other[1], rel=0.02)
    assert stick.loss[-1].sum() == pytest.approx(rough.loss[2999].sum(), rel=0.25)


def test_the_start_is_gentle(rough: Samples) -> None:
    """Peaks while the load comes on stay near those of the steady state."""
    peaks, time = rough.total[:, Total.PEAK_JOINT], rough.total[:, Total.TIME]
    assert peaks[time < 0.02].max() < 1.3 * peaks[time > 0.1].max()


def test_clearance_lets_the_slack_strand_go() -> None:
    """Joints with play: the ledger still closes, the load is still carried."""
    joint = {"friction": 0.1, "damping": 0.0, "clearance": "15 um"}
    samples = run_samples(changed(chain__joint=joint), 0.4)
    tight, slack = span_tensions(samples, 1000)
    assert residual_share(samples, 1000) < 1e-4
    assert (tight - slack) * RADIUS == pytest.approx(9.0, rel=0.02)
    assert slack < 5.0
