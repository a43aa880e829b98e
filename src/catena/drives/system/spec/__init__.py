"""The words of a system file."""

from catena.drives.system.spec.system import Spec as Spec
from catena.drives.system.spec.tables import Solve as Solve
