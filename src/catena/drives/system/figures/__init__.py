"""The moving picture of a system."""
