"""What the public views hold, in words: the documentation and Datasette's metadata."""


def views_markdown() -> str:
    """."""
    return ""
