"""The state from which a pushbelt variator starts."""
