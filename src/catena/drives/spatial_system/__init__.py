"""Any bodies in space: spheres on planes, cylinders and spheres, bushings, springs."""
