"""The HTTP API: the operations of the contract, and the events of the store, for other programs."""
