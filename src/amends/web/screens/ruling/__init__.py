"""A ruling in five steps: where, what happened, poll, weights, check; each with its address, all in one draft."""
