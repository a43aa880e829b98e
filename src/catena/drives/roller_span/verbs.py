"""What a strand can do besides running."""

VERBS = {"kinematics": "catena.drives.roller_span.kinematics:kinematics"}

WITHOUT = {
    "modes": "for the number of bodies changes while its strand runs: take a "
    "roller_chain with the same wheels"
}
