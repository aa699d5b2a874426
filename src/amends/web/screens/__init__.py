"""The screens, one module each with `screen`; they are found."""
