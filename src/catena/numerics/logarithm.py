"""The natural logarithm in plain arithmetic, for loops that run in vectors.

Source: the splitting ``x = 2^k (1 + f)``, ``s = f / (2 + f)`` and the polynomial of
degree 14 in s of Sun's fdlibm (``e_log.c``, 1993), right to one unit in the last place.
"""

from __future__ import annotations

import numpy as np

from catena.jit import inline_kernel

MIDDLE = 0x3FE6A09E667F3BCD
"""The bits of the square root of 1/2, where the powers of two change."""
LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
ODD = (
    6.666666666666735130e-01,
    2.857142874366239149e-01,
    1.818357216161805012e-01,
    1.479819860511658591e-01,
)
EVEN = (
    3.999999999940941908e-01,
    2.222219843214978396e-01,
    1.531383769920937332e-01,
)


@inline_kernel
def natural_log(x: float) -> float:
    """ln(x) of a normal number above 0; of anything else a number without meaning."""
    bits = np.float64(x).view(np.int64)
    k = (bits - MIDDLE) >> 52
    f = np.int64(bits - (k << 52)).view(np.float64) - 1.0
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    R = w * (EVEN[0] + w * (EVEN[1] + w * EVEN[2]))
    R += z * (ODD[0] + w * (ODD[1] + w * (ODD[2] + w * ODD[3])))
    h, n = 0.5 * f * f, float(k)
    return n * LN2_HIGH - ((h - (s * (h + R) + n * LN2_LOW)) - f)
