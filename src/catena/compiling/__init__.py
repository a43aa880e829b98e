"""How kernels are compiled, and the files that keep them."""
