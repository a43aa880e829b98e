"""Everything that runs more than once: sweeps, designs, stability charts.

``plan`` says which runs there are, ``runner`` makes them, ``fanout`` spreads work over
processes, ``table`` gathers the key numbers, ``chart`` maps a cheap value over two
parameters.
"""
