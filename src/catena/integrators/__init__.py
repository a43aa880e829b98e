"""Ways through time: each has a step and an advance."""
