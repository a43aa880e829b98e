"""Where chain, wheels and guides lie, and the numbers of their parts."""
