"""What changes an account, by area. Nothing else in the app writes."""
