"""The director's pages: the event and its settings, its entrants, its rounds."""
