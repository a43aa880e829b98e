"""What a strand can do besides running."""

VERBS = {"kinematics": "catena.drives.roller_span.kinematics:kinematics"}
