"""Who the players are and how strong they play. Knows no tournament and no rule of play."""
