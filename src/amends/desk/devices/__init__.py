"""What table devices send, entered at the desk: results, names, calls of the director."""
