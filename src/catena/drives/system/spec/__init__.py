"""The words of a system file."""

from catena.drives.system.spec.system import Solve as Solve
from catena.drives.system.spec.system import Spec as Spec
