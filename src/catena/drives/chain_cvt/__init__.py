"""Rocker-pin chain variator: pins between cone sheaves."""
