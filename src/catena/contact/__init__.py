"""Contacts: who is near, gaps and directions, laws."""
