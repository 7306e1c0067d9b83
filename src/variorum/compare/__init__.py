"""How two readings differ, which pairs are worth comparing, and the language data."""
