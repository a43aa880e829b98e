"""Half-explicit steps, a paragraph per family of drives, on the kernels of all."""
