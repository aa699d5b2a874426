"""Commands about results in files, without a store."""
