"""Verbs that run a drive many times: study, chart."""
