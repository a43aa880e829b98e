"""Closed paths around wheels and over rails, and pins laid on them."""
