"""Words that variators share: groove, elastic sheaves, what shafts impose."""
