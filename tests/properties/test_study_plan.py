"""Plans keep their promises whatever is varied."""

import itertools
import math

from hypothesis import given, settings
from hypothesis import strategies as st

from catena.study.keys import steps_of
from catena.study.plan import Plan, make_plan
from catena.study.records import Record, append_record, read_records
from catena.study.variation import Variation, VariationError, parse_vary

finite = st.floats(-1e6, 1e6, allow_nan=False)
lengths = st.lists(st.integers(1, 5), min_size=1, max_size=4)


def plan_of(sizes):
    keys = [f"k{i}" for i in range(len(sizes))]
    return Plan(
        tuple(Variation(k, tuple(range(n))) for k, n in zip(keys, sizes, strict=True)),
        "grid",
    )


@given(lengths)
def test_grids_hold_every_combination_once(sizes):
    points = [tuple(point.values()) for point in plan_of(sizes)]
    assert len(points) == math.prod(sizes) == len(set(points))
    assert points == sorted(points), "the last key varies fastest"


@given(finite, finite, st.integers(2, 40))
def test_ranges_keep_their_ends_and_stay_between(start, stop, count):
    values = parse_vary(f"a={start!r}:{stop!r}:{count}").values
    low, high = sorted((start, stop))
    slack = 1e-9 * max(abs(low), abs(high))
    assert len(values) == count
    assert values[0] == start and values[-1] == stop
    assert all(low - slack <= value <= high + slack for value in values)


@given(st.floats(1e-6, 1e6), st.floats(1e-6, 1e6), st.integers(2, 30))
def test_log_ranges_grow_by_one_factor(start, stop, count):
    values = parse_vary(f"a={start!r}:{stop!r}:{count}:log").values
    factors = [b / a for a, b in itertools.pairwise(values)]
    wanted = (stop / start) ** (1.0 / (count - 1))
    assert all(math.isclose(f, wanted, rel_tol=1e-9) for f in factors)


@given(st.text(max_size=60))
def test_any_text_is_a_variation_or_a_clear_error(text):
    try:
        variation = parse_vary(text)
    except VariationError as error:
        assert str(error)
    else:
        assert variation.values and variation.name.isidentifier()
        assert steps_of(variation.key)


@settings(max_examples=20, deadline=None)
@given(
    st.sampled_from(["latin", "sobol"]), st.integers(1, 64), st.integers(0, 2**31 - 1)
)
def test_samples_stay_inside_their_ranges(design, samples, seed):
    vary = ["a=2 N:5 N:2", "b=3:7", "c=1e-3:1:2:log"]
    a, b, c = make_plan(vary, design, samples=samples, seed=seed).variations
    assert all(2.0 <= number <= 5.0 for number in a.numbers)
    assert set(b.values) <= set(range(3, 8))
    assert all(1e-3 <= value <= 1.0 for value in c.values)


@settings(max_examples=30, deadline=None)
@given(cut=st.integers(0, 400))
def test_records_survive_a_cut_at_any_byte(tmp_path_factory, cut):
    folder = tmp_path_factory.mktemp("records")
    records = {f"run{i}": Record("complete", verdict="gut ✓") for i in range(3)}
    for name, record in records.items():
        append_record(folder, name, record)
    path = folder / "records.jsonl"
    path.write_bytes(path.read_bytes()[:cut])
    whole = path.read_bytes().count(b"\n")
    found = read_records(folder)
    assert {k: records[k] for k in list(records)[:whole]}.items() <= found.items()
    append_record(folder, "next", Record("failed", message="no"))
    assert read_records(folder)["next"].message == "no"
