"""What rulings do: to their board, to everybody's score and place, and what pending ones leave open."""
