"""Contact problems: percussions of a step, linear complementarity, coupled laws."""
