"""What a person looks at: static plots, interactive plots, the report."""
