"""Engaging strand of a roller chain between two sprockets: [KimJohnson1993]."""
