"""What is imposed on both pulleys of a variator: words, curves, tables."""
