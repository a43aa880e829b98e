"""What is drawn of a finished run."""
