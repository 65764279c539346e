"""Pages of the ratings, by what they show. Each calls one selector and renders; nothing here writes."""
