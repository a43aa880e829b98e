"""The equations of motion: forces, mass, energy."""
