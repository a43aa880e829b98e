"""Which kernels move the chain, and how they compare."""
