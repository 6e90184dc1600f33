"""What light, cameras and paint do to crops, many at once on any device: as `dice_weather` does it to one picture.

Crops are (N, 3, H, W) float tensors, B, G, R, 0 to 255; H and W are multiples of 16. Each function returns new ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
from torch import Tensor, nn

LUMINANCE_STEPS = (
    (16, 11, 10, 16, 24, 40, 51, 61), (12, 12, 14, 19, 26, 58, 60, 55), (14, 13, 16, 24, 40, 57, 69, 56),
    (14, 17, 22, 29, 51, 87, 80, 62), (18, 22, 37, 56, 68, 109, 103, 77), (24, 35, 55, 64, 81, 104, 113, 92),
    (49, 64, 78, 87, 103, 121, 120, 101), (72, 92, 95, 98, 112, 100, 103, 99),
)  # fmt: skip
"""How coarsely JPEG keeps each frequency at quality 50 (ITU-T T.81, annex K.1)."""
COLOUR_STEPS = tuple(
    tuple((17, 18, 24, 47, 99, 99, 99, 99)[max(i, j)] if i + j < 6 else 99 for j in range(8)) for i in range(8)
)
"""The same of colours: roughly as in annex K.2, finer where both frequencies are middling."""


def uniform(x: Tensor, low: float, high: float, parts: int = 1) -> Tensor:
    """(N, parts, 1, 1) numbers for crops."""
    return torch.rand(len(x), parts, 1, 1, device=x.device) * (high - low) + low


def normal(x: Tensor, spread: float, parts: int = 1) -> Tensor:
    """(N, parts, 1, 1) numbers for crops."""
    return torch.randn(len(x), parts, 1, 1, device=x.device) * spread


def some(x: Tensor, share: float, change: Callable[[Tensor], Tensor]) -> Tensor:
    """The same, this share of the crops changed."""
    chosen = torch.randperm(len(x), device=x.device)[: round(share * len(x))]
    return x.index_copy(0, chosen, change(x[chosen])) if len(chosen) else x


def weather(x: Tensor, strength: float) -> Tensor:
    """Crops as other cameras would have taken them: colour, tone, blur, noise, compression."""
    x = x * torch.exp(normal(x, 0.10 * strength, 3) + normal(x, 0.15 * strength))
    x = some(x, 0.3, lambda y: 255 * (y / 255).clamp(0, 1) ** torch.exp(normal(y, 0.25 * strength)))
    x = some(x, 0.3 * strength, lambda y: blurred(y, uniform(y, 0.3, 1.1), 4))
    x = some(x, 0.1, _with_smooth_colours)
    x = some(x, 0.14, _sharpened)
    x = some(x, 0.08, lambda y: _grey(y) + (y - _grey(y)) * uniform(y, 0, 0.7))
    x = some(x, 0.12, _faint)
    x = some(x, 0.5, lambda y: y + torch.randn_like(y) * uniform(y, 1, 10) * strength)
    return some(x.clamp(0, 255).round(), 0.25, compressed).clamp(0, 255).round()


def blurred(x: Tensor, deviations: Tensor, reach: int) -> Tensor:
    """Each crop smoothed by its own Gaussian, `deviations` (N, 1, 1, 1) px."""
    count, channels, height, width = x.shape
    at = torch.arange(-reach, reach + 1, device=x.device)
    kernel = torch.exp(-0.5 * (at / deviations.view(-1, 1)) ** 2)
    kernel = (kernel / kernel.sum(1, keepdim=True)).repeat_interleave(channels, 0)
    rows = nn.functional.pad(x.reshape(1, -1, height, width), (reach,) * 4, mode="reflect")
    rows = nn.functional.conv2d(rows, kernel[:, None, None, :], groups=count * channels)
    return nn.functional.conv2d(rows, kernel[:, None, :, None], groups=count * channels).view_as(x)


def _grey(x: Tensor) -> Tensor:
    return x.mean(1, keepdim=True)


def _with_smooth_colours(x: Tensor) -> Tensor:
    return _grey(x) + blurred(x - _grey(x), uniform(x, 0.7, 3), 8)


def _sharpened(x: Tensor) -> Tensor:
    smooth = blurred(x, torch.exp(uniform(x, math.log(0.6), math.log(3))), 8)
    return x + uniform(x, 0.3, 1.6) * (x - smooth)


def _faint(x: Tensor) -> Tensor:
    mean = x.mean((1, 2, 3), keepdim=True)
    return mean * uniform(x, 0.35, 1.3) + (x - mean) * uniform(x, 0.25, 0.8)


def compressed(x: Tensor) -> Tensor:
    """Crops as JPEG keeps them, at qualities from 35 to 95, colours at half the size."""
    quality = uniform(x, 35, 95)[..., None]
    coarseness = torch.where(quality < 50, 50 / quality, 2 - quality / 50)
    b, g, r = x.unbind(1)
    y = 0.299 * r + 0.587 * g + 0.114 * b
    colours = nn.functional.avg_pool2d(torch.stack([(b - y) * 0.564, (r - y) * 0.713], 1), 2)
    y = _coarse(y[:, None] - 128, LUMINANCE_STEPS, coarseness)[:, 0] + 128
    small = _coarse(colours, COLOUR_STEPS, coarseness)
    blue, red = nn.functional.interpolate(small, scale_factor=2.0, mode="bilinear").unbind(1)
    b, r = y + blue / 0.564, y + red / 0.713
    return torch.stack([b, (y - 0.299 * r - 0.114 * b) / 0.587, r], 1)


def _coarse(x: Tensor, steps: tuple[tuple[int, ...], ...], coarseness: Tensor) -> Tensor:
    """Squares of 8 x 8 px with their cosines rounded to steps."""
    count, channels, height, width = x.shape
    k = torch.arange(8, device=x.device)
    cosines = torch.cos((2 * k[None] + 1) * k[:, None] * math.pi / 16) / 2
    cosines[0] /= math.sqrt(2)
    size = (torch.tensor(steps, device=x.device, dtype=x.dtype) * coarseness).clamp(1, 255).view(count, 1, 1, 1, 8, 8)
    squares = x.view(count, channels, height // 8, 8, width // 8, 8).transpose(3, 4)
    kept = torch.round(cosines @ squares @ cosines.T / size) * size
    return (cosines.T @ kept @ cosines).transpose(3, 4).reshape(x.shape)


def shaded(x: Tensor) -> Tensor:
    """Crops with the hard edge of a shadow across, or a bar of one."""
    side = x.shape[-1]
    right, _ = _turned(x, 0, 2 * math.pi)
    away = right - uniform(x, -0.3, 0.3) * side
    wide = torch.where(uniform(x, 0, 1) < 0.5, 2.0 * side, uniform(x, 0.1, 0.5) * side)
    soft = uniform(x, 0.4, 3)
    dark = (away / soft + 0.5).clamp(0, 1) * ((wide - away) / soft + 0.5).clamp(0, 1)
    colour = torch.tensor([0.9, 1.0, 1.0], device=x.device).view(1, 3, 1, 1)
    return x * (1 - dark * uniform(x, 0.25, 0.7) * colour * torch.exp(normal(x, 0.04, 3)))


def veiled(x: Tensor) -> Tensor:
    """Crops washed out by light that a gloss mirrors, more on one side than on the other; or all but dark."""
    right, _ = _turned(x, 0, 2 * math.pi)
    veil = (uniform(x, 0.2, 0.65) + right / x.shape[-1] * uniform(x, 0, 0.8)).clamp(0, 0.75)
    light = uniform(x, 170, 255) * torch.exp(normal(x, 0.05, 3))
    return torch.where(uniform(x, 0, 1) < 0.35, x * uniform(x, 0.12, 0.5), x * (1 - veil) + light * veil)


def glinting(x: Tensor) -> Tensor:
    """Crops with the reflection of a window or of a lamp: one bright patch with edges, or two."""
    two = uniform(x, 0, 1) < 0.3
    patch = torch.maximum(_patch(x), torch.where(two, _patch(x), 0.0))
    light = uniform(x, 150, 255) * torch.exp(normal(x, 0.05, 3))
    return x + patch * uniform(x, 0.2, 1) * light


def _patch(x: Tensor) -> Tensor:
    """The cover (N, 1, H, W) of a rectangle or an ellipse in each crop, with soft edges."""
    side = x.shape[-1]
    right, down = _turned(x, 0, math.pi)
    right, down = (part - uniform(x, -0.35, 0.35) * side for part in (right, down))
    wide, high = (side * torch.exp(uniform(x, math.log(0.04), math.log(0.4))) for _ in range(2))
    box = torch.minimum(wide - right.abs(), high - down.abs())
    ellipse = (1 - torch.sqrt((right / wide) ** 2 + (down / high) ** 2)) * torch.minimum(wide, high)
    soft = 2.5 * torch.exp(uniform(x, math.log(0.5), math.log(4)))
    return (torch.where(uniform(x, 0, 1) < 0.5, box, ellipse) / soft + 0.5).clamp(0, 1)


def _turned(x: Tensor, low: float, high: float) -> tuple[Tensor, Tensor]:
    """How far right and down the px (N, 1, H, W) of each crop lie from its middle, by axes turned at random."""
    side = x.shape[-1]
    line = torch.arange(side, device=x.device) - (side - 1) / 2
    way = uniform(x, low, high)
    across, along = line.view(1, 1, 1, -1), line.view(1, 1, -1, 1)
    return across * torch.cos(way) + along * torch.sin(way), along * torch.cos(way) - across * torch.sin(way)
