"""NamedTuples of arrays: what kernels read and write; no behaviour."""
