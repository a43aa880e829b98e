"""A closed roller chain around sprockets, guides and tensioners in a plane."""
