"""Where the pins lie between the sheaves."""
