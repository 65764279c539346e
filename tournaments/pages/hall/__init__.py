"""The screen of the hall and the director's clock."""
