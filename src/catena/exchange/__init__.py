"""Taking results elsewhere: plain files other programs read."""

from catena.exchange.export import FORMATS, export_dataset, export_run

__all__ = ["FORMATS", "export_dataset", "export_run"]
