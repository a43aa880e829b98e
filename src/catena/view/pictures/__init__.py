"""Moving pictures of a scene: in a page, as stills, as films."""
