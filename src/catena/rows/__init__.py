"""Kinds of contact rows: start, relax, slip, push, book; one kind per file."""
