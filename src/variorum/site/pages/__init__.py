"""The pages: each a function from a visit to an answer."""
