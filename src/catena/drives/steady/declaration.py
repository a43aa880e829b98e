"""What all periodic problems say of verbs they lack."""

NO_REST = (
    "for it has no state of rest: `catena run` finds its periodic motion, with "
    "natural frequencies and damping as multipliers"
)
