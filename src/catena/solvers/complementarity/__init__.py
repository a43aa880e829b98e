"""Linear complementarity problems: Lemke, active sets, enumeration."""
