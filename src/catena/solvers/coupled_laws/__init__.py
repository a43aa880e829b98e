"""Contact laws in which every force deforms the place of every other."""
