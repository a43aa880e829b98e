"""Contact pairs: who touches, where, and in which direction; one pair per file."""
