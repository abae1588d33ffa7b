"""Search: ranked plans by means over the dice and by rollouts, through `advisor.game`, blind to any game."""
