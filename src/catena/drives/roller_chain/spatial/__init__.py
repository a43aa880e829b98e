"""The roller chain in space: offset sprockets, rollers as bodies, plates on teeth."""
