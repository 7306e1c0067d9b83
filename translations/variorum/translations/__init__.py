"""Catalogues kept in step with what they translate: update, merge, and what belongs to them."""
