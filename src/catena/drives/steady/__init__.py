"""The run shared by all drives that are linear systems with periodic coefficients.

A room states its system as a `SteadyProblem`; `SteadyJob` finds stability, the periodic
vibration and whatever else was asked for, and says how far it can be trusted.

Source: [KhangDien2012] sections 2 and 3.
"""
