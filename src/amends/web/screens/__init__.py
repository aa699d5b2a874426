"""The screens, in packages by what they are about; a module with `screen = Screen()` is found by itself."""
