"""A labelled dataset as one flat table, such as the key numbers of a study."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from catena.exchange.tables import Column

if TYPE_CHECKING:
    import xarray


@dataclass(frozen=True)
class DatasetTable:
    """All variables over all dimensions; codes are written as the words they mean."""

    name: str
    dataset: xarray.Dataset

    @property
    def columns(self) -> tuple[Column, ...]:
        """The dimensions first, then what varies along with them."""
        return tuple(self._column(name) for name in self._names())

    def parts(self) -> Iterator[list[NDArray[Any]]]:
        """Everything at once: it is in memory already."""
        sizes = dict(self.dataset.sizes)
        spread = [self._values(name) for name in self._names()]
        yield [
            part.broadcast_like(self._whole(sizes)).values.ravel() for part in spread
        ]

    def _names(self) -> list[str]:
        named = [*self.dataset.sizes, *self.dataset.coords, *self.dataset.data_vars]
        return list(dict.fromkeys(str(name) for name in named))

    def _column(self, name: str) -> Column:
        labels = self.dataset[name].attrs
        units, label = labels.get("units", ""), labels.get("long_name", "")
        return Column(name, str(units), str(label) or name)

    def _values(self, name: str) -> xarray.DataArray:
        found = self.dataset[name]
        if words := str(found.attrs.get("flag_meanings", "")).split():
            return found.copy(data=np.array(words, dtype=object)[found.values])
        return found

    def _whole(self, sizes: dict[Any, int]) -> xarray.DataArray:
        import xarray

        return xarray.DataArray(np.empty(tuple(sizes.values())), dims=tuple(sizes))
