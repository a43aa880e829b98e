"""Whatever finite numbers go into a run come out again, bit for bit."""

from __future__ import annotations

import tempfile

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from catena.results.catalogue import Catalogue, Variable
from catena.results.files.writer import RunWriter
from catena.results.health import Check, KeyNumber, Outcome
from catena.results.run import open_run

NUMBERS = {
    "float64": st.floats(allow_nan=False, allow_infinity=False, width=64),
    "float32": st.floats(allow_nan=False, allow_infinity=False, width=32),
    "int32": st.integers(-(2**31), 2**31 - 1),
    "int8": st.integers(-128, 127),
}


@settings(max_examples=25, deadline=None)
@given(
    data=st.data(),
    dtype=st.sampled_from(sorted(NUMBERS)),
    width=st.integers(1, 5),
    lengths=st.lists(st.integers(0, 7), max_size=4),
    cut=st.integers(0, 30),
)
def test_blocks_come_back_bit_for_bit_also_after_reopening(
    data, dtype, width, lengths, cut
):
    catalogue = Catalogue(
        {"time": None, "k": width},
        {},
        (Variable("x", ("time", "k"), "N", "x", dtype=dtype),),
    )
    blocks = [
        data.draw(arrays(dtype, (length, width), elements=NUMBERS[dtype]))
        for length in lengths
    ]
    with tempfile.TemporaryDirectory() as folder:
        with RunWriter.create(folder, catalogue) as writer:
            for block in blocks:
                writer.append({"x": block})
        whole = np.concatenate([np.zeros((0, width), dtype), *blocks])
        kept = min(cut, len(whole))
        with RunWriter.reopen(folder, {"time": kept}) as writer:
            writer.append({"x": whole[kept:]})
            writer.finish(Outcome("ok"))
        with open_run(folder) as run:
            found = run.read("x")
    assert found.dtype == whole.dtype and found.shape == whole.shape
    assert found.tobytes() == whole.tobytes()


numbers = st.floats(allow_nan=False)


@given(
    verdict=st.text(),
    key_numbers=st.lists(
        st.builds(KeyNumber, st.text(), st.text(), numbers, st.text()), max_size=3
    ),
    checks=st.lists(
        st.builds(Check, st.text(), st.text(), numbers, numbers, st.booleans()),
        max_size=3,
    ),
    warnings=st.lists(st.text(), max_size=3),
)
def test_outcomes_survive_json(verdict, key_numbers, checks, warnings):
    outcome = Outcome(verdict, key_numbers, checks, warnings)
    assert Outcome.from_json(outcome.to_json()) == outcome
