"""Who may sign in: users with an e-mail address as login, and the tokens of programs."""
