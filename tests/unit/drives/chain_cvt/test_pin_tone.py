"""Lines of the passing pins: one of equal pitches, spread ones of a pattern."""

import numpy as np
import pytest

from catena.drives.chain_cvt.layout.tone import tone_of, tone_words


def test_equal_pitches_have_one_line() -> None:
    tone = tone_of(np.full(63, 9.4e-3))
    assert tone.strongest() == pytest.approx((1.0, 1.0))
    others = tone.amplitude[np.abs(tone.order - np.round(tone.order)) > 1e-9]
    assert others.max() < 1e-12
    assert "alike" in tone_words(np.full(63, 9.4e-3))


def test_two_pitches_in_turn_make_half_orders() -> None:
    """Places a + b, a + b, ...: at half the order |1 + exp(i pi a / mean)| / 2."""
    a, b = 9.0e-3, 10.0e-3
    tone = tone_of(np.tile([a, b], 30))
    half = tone.amplitude[np.isclose(tone.order, 0.5)][0]
    phase = 2.0 * np.pi * a / (a + b)
    assert half == pytest.approx(abs(1.0 + np.exp(1j * phase)) / 2.0)
    whole = tone.amplitude[np.isclose(tone.order, 1.0)][0]
    assert whole == pytest.approx(abs(1.0 + np.exp(2j * phase)) / 2.0)


def test_a_mixed_pattern_lowers_the_strongest_line() -> None:
    rng = np.random.default_rng(3)
    mixed = rng.choice([9.0e-3, 11.0e-3], 75)
    order, size = tone_of(mixed).strongest()
    assert size < 0.6 and abs(order - 1.0) <= 0.5
    assert f"{20.0 * np.log10(size):+.1f} dB" in tone_words(mixed)
