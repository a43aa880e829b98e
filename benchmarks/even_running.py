"""What the search of even running costs, against a run over the same periods.

    python benchmarks/even_running.py

prints, for 19/31 teeth and 76 links at 800 rpm: processor time of a map (advance one
period, renumber, combine the last 20) over that of one period inside a long run of the
same kernel; how many periods the search takes, and how many a plain run would need to
come as close, from the observed decay.
"""

from __future__ import annotations

import math
import time

from catena.drives.loading import loads
from catena.drives.orbits.search import Effort, search
from catena.drives.roller_chain.build import build_planar
from catena.drives.roller_chain.orbit.plane import steps_of
from catena.drives.roller_chain.orbit.problem import orbit_of
from catena.periodic.shooting.multipliers import decay_of
from catena.tables.checkpoint import copied

DRIVE = """
drive = "roller_chain"
[chain]
standard = "ISO 606 10B-1"
link_count = 76
slack = "0.2 mm"
uniform = true
stiffness = "30 kN/mm"
damping = "400 N s/m"
joint = { friction = 0.0, damping = "8e-3 N m s/rad" }
[[sprocket]]
name = "driver"
tooth_count = 19
centre = [0.0, 0.0]
boundary = { kind = "speed", speed = "800 rpm" }
[[sprocket]]
name = "driven"
tooth_count = 31
centre = ["400 mm", "0 mm"]
adjust = "0 deg"
inertia = "0.02 kg m^2"
damping = "0.05 N m s/rad"
boundary = { kind = "load", torque = "30 N m" }
[contact.tooth]
stiffness = "40 kN/mm"
damping = "1500 N s/m"
friction = 0.0
"""
REPEATS = 3


def main() -> None:
    """Print the figures."""
    spec = loads(DRIVE)
    orbit = orbit_of(spec)
    start, motion = copied(orbit.advance.state), orbit.advance.one_period
    best_map, best_run, found = math.inf, math.inf, None
    for _ in range(REPEATS):
        orbit.advance.state = copied(start)
        begun = time.process_time()
        found = search(orbit, Effort())
        best_map = min(best_map, (time.process_time() - begun) / (found.maps + 1))
        state, run = copied(start), steps_of(build_planar(orbit.spec))
        step = motion.period / motion.steps
        begun = time.process_time()
        run(state, step, found.maps * motion.steps)
        best_run = min(best_run, (time.process_time() - begun) / found.maps)
    assert found is not None
    decay = decay_of(orbit.advance, found.search.numbers).observed
    first = found.search.residuals[0]
    plain = math.log(found.search.residual / first) / math.log(decay)
    print(
        f"even running         {1e3 * best_map:6.2f} ms per map, "
        f"{best_map / best_run:.2f} of a period in a run"
    )
    print(
        f"                     {found.maps} maps; a plain run takes some {plain:.0f} "
        f"periods to the same residual, {plain * best_run / found.maps / best_map:.1f} "
        "times the processor time"
    )


if __name__ == "__main__":
    main()
