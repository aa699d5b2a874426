"""What people and programs rely on, recorded: it does not change unless somebody decides so."""
