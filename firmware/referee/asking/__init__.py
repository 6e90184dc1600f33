"""What people are asked, and in which words."""
