"""What belts and chains between cone sheaves have in common."""
