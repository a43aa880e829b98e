"""What turns or brakes a wheel: the words of a file and the tables of the engine."""
