"""The pushbelt in space: data, plan, start, records, verdict, figures."""
