"""Any linear system M(t) q'' + C(t) q' + K(t) q = d(t) with periodic coefficients."""
