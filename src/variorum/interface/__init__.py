"""The languages in which the program speaks to people: which one, and its words."""
