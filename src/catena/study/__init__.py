"""Everything that runs more than once: sweeps, designs, stability charts.

``variation`` and ``plan`` say which runs there are, ``runner`` makes them, ``fanout``
spreads work over processes, ``table`` gathers the key numbers, ``chart`` maps the
stability over two keys, ``figures`` and ``chart_figures`` show them.
"""
