"""What is said of the cost of a run before it starts."""

from __future__ import annotations

from catena.drives import DRIVES
from catena.drives.loading import loads
from catena.run.cost import cost_of

BALL = """
[[body]]
name = "b{i}"
mass = "0.1 kg"
inertia = "2e-5 kg m^2"
position = [{x}, 0.03]
[[contour]]
name = "c{i}"
body = "b{i}"
shape = "circle"
radius = "20 mm"
"""
PAIR = """
[[contact]]
name = "p{i}{j}"
a = "c{i}"
b = "c{j}"
normal = {{ law = "unilateral", restitution = 0.3 }}
"""


def told(text: str) -> str:
    spec = loads(text)
    return str(cost_of(DRIVES[spec.drive].build(spec)))


def balls(count: int) -> str:
    parts = ['drive = "system"', 'gravity = [0.0, "-9.81 m/s^2"]']
    parts += [BALL.format(i=i, x=0.05 * i) for i in range(count)]
    pairs = [(i, j) for i in range(count) for j in range(i)]
    parts += [PAIR.format(i=i, j=j) for i, j in pairs]
    return "\n".join([*parts, '[solve]\nduration = "10 ms"\nstep = "0.1 ms"\n'])


def test_pairs_that_outnumber_bodies_are_called_what_they_are() -> None:
    assert told(balls(6)).startswith("15 rows of contacts and joints x 100 steps, ")
    assert told(balls(2)).startswith("2 bodies x 100 steps, ")


def test_links_are_bodies() -> None:
    assert told(DRIVES["roller_chain"].template()).startswith("74 bodies x ")
