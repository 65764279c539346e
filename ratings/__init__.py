"""Who the players are and how strong: clubs, players, pairs, pools and the rating ledger."""
