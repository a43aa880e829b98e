"""The strand of changing size: flow, guard and jump between its events."""
