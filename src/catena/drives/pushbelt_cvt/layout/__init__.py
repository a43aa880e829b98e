"""Lengths, numbers and places of a pushbelt variator."""
