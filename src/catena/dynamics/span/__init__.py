"""One engaging strand in minimal coordinates: motion, collisions, release.

Source: [KimJohnson1993] sec. 2.
"""
