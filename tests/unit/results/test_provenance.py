from __future__ import annotations

import json

import catena
from catena.results.provenance import provenance, spec_hash


def test_the_hash_ignores_key_order_and_sees_every_value():
    assert spec_hash({"a": 1.0, "b": [1, 2]}) == spec_hash({"b": [1, 2], "a": 1.0})
    assert spec_hash({"a": 1.0}) != spec_hash({"a": 1.0000000000000002})


def test_provenance_names_what_the_numbers_depend_on():
    origin = provenance({"a": 1})
    assert origin["catena_version"] == catena.__version__
    assert set(json.loads(origin["versions"])) >= {"numpy", "numba", "h5py"}
    assert origin["cpu"] and origin["platform"] and len(origin["spec_hash"]) == 64
