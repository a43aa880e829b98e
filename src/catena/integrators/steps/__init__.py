"""One step per family of drives: a paragraph on the kernels and tables of all."""
