"""Event-driven integration: flow, guard, jump, for models with few contacts."""
