"""How alike two faces look, whatever they show: examples of taught faces, and what a die is like among them."""
