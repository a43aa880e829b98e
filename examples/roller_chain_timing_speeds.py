"""The timing drive over the speed of the engine
=============================================

The drive of ``roller_chain_timing.toml`` from 1000 to 6000 rpm. Valve springs give a
torque that does not depend on the speed, valve masses one that grows with its square:
every order of the cam torque is a + b n^2 with complex a and b; the irregularity of the
crank falls with the speed. Order 6 meets the first torsional mode (226 Hz, cams against
crank) near 2260 rpm, order 4 near 3380 rpm: tensions and the force of the tensioner
peak a little above, where the check valve has pumped up the tensioner.
"""

import numpy as np
from against_print import HERE, show, show_table, statement

import catena as ct
from catena.results.figures import Axis, Figure, Trace

CAM_ORDERS = (4, 8, 12, 16, 20, 24)
SPRINGS = (-8.354 - 4.961j, -1.439 + 0.738j, 0.006 + 0.443j,
           0.016 - 0.060j, -0.141 + 0.036j, -0.001 + 0.110j)  # fmt: skip
"""Of the cam torque [N m]."""
MASSES = (0.1568 + 0.0621j, 0.0582 - 0.0479j, -0.0030 - 0.0956j,
          -0.0820 - 0.0514j, -0.0744 + 0.0374j, -0.0034 + 0.0621j)  # fmt: skip
"""The same per square of 1000 rpm [N m]."""
LEAD = 110.0
"""By which the right cam leads [deg]."""
IRREGULARITY = {2: (1.6, 0.9, 0.35, 0.30), 4: (0.25, 0.15, 0.10, 0.08),
                6: (0.08, 0.06, 0.05, 0.04)}  # fmt: skip
"""Orders of the crank [deg] at 800, 1500, 3000, 6000 rpm."""


def at_speed(rpm: float) -> dict[str, object]:
    """What changes in the drive file with the speed of the engine."""
    shake = [
        {"order": k, "amplitude": f"{np.interp(rpm, (800, 1500, 3000, 6000), a)} deg"}
        for k, a in IRREGULARITY.items()
    ]
    values: dict[str, object] = {
        "sprocket[0].boundary.speed": f"{rpm} rpm",
        "sprocket[0].boundary.irregularity": shake,
        "solve.duration": "0.4 s",
        "solve.settle": "0.16 s",
    }
    for cam, lead in ((1, 0.0), (2, LEAD)):
        torque = np.array(SPRINGS) + np.array(MASSES) * (rpm / 1000.0) ** 2
        values[f"sprocket[{cam}].boundary.orders"] = [
            {"order": k, "amplitude": float(abs(t)),
             "phase": float(np.angle(t) + np.radians(k * lead))}
            for k, t in zip(CAM_ORDERS, torque, strict=True)
        ]  # fmt: skip
    return values


def order(run: ct.Run, values: np.ndarray, k: int) -> float:
    """Amplitude of one order of the crank over the whole cycles of the window."""
    turned, time = run.read("sprocket_angle")[:, 0], run.read("time")
    cycles = int((turned[-1] - np.interp(0.16, time, turned)) / (4 * np.pi))
    even = turned[-1] - 4 * np.pi * cycles * np.linspace(1.0, 0.0, 2048 * cycles, False)
    wave = np.exp(-1j * k * even)
    return float(2.0 * abs((np.interp(even, turned, values) * wave).mean()))


spec = ct.load(HERE / "roller_chain_timing.toml")
speeds = np.array([1000, 1500, 2000, 2500, 3000, 3500, 4000, 5000, 6000])
table = []
for rpm in speeds:
    run = ct.simulate(spec.with_values(at_speed(float(rpm))))
    late = run.read("time") > 0.16
    tension = np.nanmean(run.read("span_tension")[late], axis=0)
    piston = run.read("tensioner_force")[:, 0]
    rail = run.read("rail_force")[late]
    table.append([
        tension[0], tension[-1], run.outcome.key_number("joint_force").value,
        run.outcome.key_number("contact_force").value, np.median(rail[rail > 0.0]),
        *(order(run, piston, k) for k in (2, 4, 6, 8)),
    ])  # fmt: skip
    print(f"{rpm:5d} rpm", *(f"{value:8.1f}" for value in table[-1]), flush=True)
found = np.array(table)

# %%
names = ("slack", "tight", "largest link force", "largest contact force")
forces = [Trace(speeds, found[:, i], name) for i, name in enumerate(names)]
lines = [Trace(speeds, found[:, 5 + i], f"order {2 * i + 2}") for i in range(4)]
axis = Axis("engine speed", "rpm")
show(
    Figure("roller_chain_timing_tensions", "Timing drive: forces over the speed", axis,
           Axis("force", "N"), traces=tuple(forces)),
    Figure("roller_chain_timing_orders", "Timing drive: force of the tensioner", axis,
           Axis("amplitude", "N"), traces=tuple(lines)),
)  # fmt: skip
show_table([
    statement("tight above slack at every speed", "–",
              f"{(found[:, 1] / found[:, 0]).min():.2f} times at least",
              bool(np.all(found[:, 1] > found[:, 0]))),
    statement("guide forces stay low against those of teeth", "–",
              f"median {(found[:, 4] / found[:, 3]).max():.3f} of the peak at most",
              bool(np.all(found[:, 4] < 0.1 * found[:, 3]))),
    statement("order 6 is largest about its resonance", "above 2260 rpm",
              f"{speeds[found[:, 7].argmax()]} rpm",
              2260 <= speeds[found[:, 7].argmax()] <= 3000),
    statement("order 4 is largest about its resonance", "above 3380 rpm",
              f"{speeds[found[:, 6].argmax()]} rpm",
              3380 <= speeds[found[:, 6].argmax()] <= 4000),
])  # fmt: skip
