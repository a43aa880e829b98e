"""A belt around pulleys: flat, V-ribbed or V-belt, with tensioners and decouplers."""
