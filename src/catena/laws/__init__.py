"""Contact laws: one law per file, one dispatch."""
