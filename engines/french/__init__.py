"""What the games with a French-suited pack share: the cards, and how tricks and hands are dealt."""
