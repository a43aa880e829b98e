"""Linear systems with periodic coefficients: stability and steady vibrations.

Source: [KhangDien2012], with harmonic balance, Gauss-Legendre steps, factored Floquet
multipliers, stability charts and shooting beyond it.
"""

from catena.periodic.batch import SystemBatch, batch_from_fourier, batch_from_systems
from catena.periodic.compare import Comparison, compare_methods
from catena.periodic.methods.collocation import HarmonicSolution, solve_collocation
from catena.periodic.methods.gauss import solve_gauss
from catena.periodic.methods.newmark import solve_newmark
from catena.periodic.methods.runge_kutta import solve_rk4
from catena.periodic.methods.solution import PeriodicSolution
from catena.periodic.methods.step_limit import (
    smallest_step_count_newmark,
    smallest_step_count_rk4,
)
from catena.periodic.orbits.nonlinear import Orbit, shoot
from catena.periodic.orbits.rates import TangentRates
from catena.periodic.spectrum import Sidebands, harmonics_of, parity, sidebands
from catena.periodic.stability.chart import ChartValues, chart_values
from catena.periodic.stability.floquet import Floquet, floquet
from catena.periodic.stability.verdict import Verdict
from catena.periodic.sweep import Sweep, sweep_speed
from catena.periodic.system import (
    Coefficients,
    PeriodicSystem,
    from_callables,
    from_fourier,
    from_tables,
)

__all__ = [
    "ChartValues",
    "Coefficients",
    "Comparison",
    "Floquet",
    "HarmonicSolution",
    "Orbit",
    "PeriodicSolution",
    "PeriodicSystem",
    "Sidebands",
    "Sweep",
    "SystemBatch",
    "TangentRates",
    "Verdict",
    "batch_from_fourier",
    "batch_from_systems",
    "chart_values",
    "compare_methods",
    "floquet",
    "from_callables",
    "from_fourier",
    "from_tables",
    "harmonics_of",
    "parity",
    "shoot",
    "sidebands",
    "smallest_step_count_newmark",
    "smallest_step_count_rk4",
    "solve_collocation",
    "solve_gauss",
    "solve_newmark",
    "solve_rk4",
    "sweep_speed",
]
