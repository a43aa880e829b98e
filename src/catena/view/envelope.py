"""Fewer points for a screen, without losing a peak.

A curve with a million samples is drawn on a thousand pixel columns. Taking every
thousandth sample aliases a vibration into beats that are not there; keeping the first,
last, smallest and largest sample of each column draws the same picture as all samples
do (the M4 aggregation of Jugel and others, 2014).
"""

from __future__ import annotations

import numpy as np

from catena.numerics.arrays import Bools, Floats, Ints


def decimate(
    x: Floats, y: Floats, bucket_count: int, *, log_x: bool = False
) -> tuple[Floats, Floats]:
    """The envelope of a curve: at most six samples for each of the buckets.

    Non-finite samples come back as NaN, which a plot shows as a gap.

    Args:
        x: Abscissa, any order; curves that turn back are cut by sample number.
        y: Ordinate, same length.
        bucket_count: Pixel columns, or any number of that size.
        log_x: Whether the columns are equally wide on a logarithmic axis.
    """
    keep = envelope_indices(x, y, bucket_count, log_x=log_x)
    gap = ~(np.isfinite(x[keep]) & np.isfinite(y[keep]))
    return np.where(gap, np.nan, x[keep]), np.where(gap, np.nan, y[keep])


def envelope_indices(
    x: Floats, y: Floats, bucket_count: int, *, log_x: bool = False
) -> Ints:
    """The sample numbers `decimate` keeps, ascending."""
    if bucket_count < 1:
        raise ValueError(f"bucket_count is {bucket_count}, expected at least 1")
    if x.shape != y.shape or x.ndim != 1:
        raise ValueError(
            f"x {x.shape} and y {y.shape} are not two curves of one length"
        )
    if x.size <= 4 * bucket_count:
        return np.arange(x.size)
    columns = _columns(x, bucket_count, log_x)
    if columns is None:  # a curve that turns back: its extremes in both directions
        bucket = np.arange(x.size) * bucket_count // x.size
        return np.union1d(_kept(bucket, x, y), _kept(bucket, y, x))
    return _kept(columns, y, x)


def _columns(x: Floats, bucket_count: int, log_x: bool) -> Ints | None:
    """The bucket of each sample by abscissa; None unless the abscissa ascends."""
    if log_x:
        with np.errstate(divide="ignore", invalid="ignore"):
            x = np.log10(x)
    if not (np.isfinite(x).all() and (x[1:] >= x[:-1]).all()):
        return None
    with np.errstate(over="ignore"):
        span = x[-1] - x[0]
    if not 0.0 < span < np.inf:
        return None
    bucket: Ints = ((x - x[0]) / span * bucket_count).astype(np.int64)
    return np.minimum(bucket, bucket_count - 1, out=bucket)


def _kept(bucket: Ints, y: Floats, x: Floats) -> Ints:
    """First, last, lowest, highest sample and both ends of the gaps of each bucket."""
    starts = np.flatnonzero(np.r_[True, bucket[1:] != bucket[:-1]])
    ends = np.r_[starts[1:], bucket.size] - 1
    good = np.isfinite(y) & np.isfinite(x)
    lowest = np.where(good, y, np.inf)
    highest = np.where(good, y, -np.inf)
    counts = ends - starts + 1
    is_lowest = good & (
        lowest == np.repeat(np.minimum.reduceat(lowest, starts), counts)
    )
    is_highest = good & (
        highest == np.repeat(np.maximum.reduceat(highest, starts), counts)
    )
    kept = [starts, ends, _first(is_lowest, bucket), _first(is_highest, bucket)]
    kept += [_first(~good, bucket), _last(~good, bucket)]
    return np.unique(np.concatenate(kept))


def _first(mask: Bools, bucket: Ints) -> Ints:
    """The first marked sample of each bucket that has one."""
    marked = np.flatnonzero(mask)
    changes = np.r_[True, np.diff(bucket[marked]) != 0]
    first: Ints = marked[changes[: marked.size]]
    return first


def _last(mask: Bools, bucket: Ints) -> Ints:
    """The last marked sample of each bucket that has one."""
    marked = np.flatnonzero(mask)
    changes = np.r_[np.diff(bucket[marked]) != 0, True]
    last: Ints = marked[changes[: marked.size]]
    return last


def reduce_grid(
    x: Floats, y: Floats, z: Floats, limit: int, *, by_peak: bool = True
) -> tuple[Floats, Floats, Floats]:
    """A grid of at most limit x limit cells, each with the peak of those it replaces.

    Args:
        x: Abscissae of the columns.
        y: Ordinates of the rows.
        z: Values, one row for each y.
        limit: Most rows and columns wanted.
        by_peak: Whether to keep the largest value of a cell (a resonance ridge, the
            worst multiplier) or the one in its middle (category numbers).
    """
    rows, columns = -(-y.size // limit), -(-x.size // limit)
    if rows == 1 and columns == 1:
        return x, y, z
    row_starts = np.arange(0, y.size, rows)
    column_starts = np.arange(0, x.size, columns)
    middle_rows = np.minimum(row_starts + rows // 2, y.size - 1)
    middle_columns = np.minimum(column_starts + columns // 2, x.size - 1)
    if by_peak:
        peaks = np.fmax.reduceat(z, row_starts, axis=0)
        z = np.fmax.reduceat(peaks, column_starts, axis=1)
    else:
        z = z[np.ix_(middle_rows, middle_columns)]
    return x[middle_columns], y[middle_rows], z
