"""Figures, picture and tables of a finished run of a pushbelt variator."""
