"""Contact laws, one per file; `dispatch` is the only branch on law codes."""
