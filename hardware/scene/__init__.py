"""A table top with dice, drawn: what the simulated camera films and what the dice reader learns from.

    scene = random_scene("shark-attacks", np.random.default_rng(1), layout=layout)
    picture, truth = render(scene)

World: millimetres, x to the right, y away from the reader, z up, the table at z = 0. A mat's layout counts y downwards,
so its point (x, y) is (x, -y, 0) here. Pictures are BGR uint8. Everything repeats exactly from a seed.
"""

from hardware.scene.random.chance import random_scene
from hardware.scene.world.render import SeenDie, render
from hardware.scene.world.scene import Scene

__all__ = ["Scene", "SeenDie", "random_scene", "render"]
