"""Commands about single figures: contracts, scales, boards, awards, polls."""
