"""The weights of a network that was exported, to go on learning from: a model file is all that needs to be kept."""

from __future__ import annotations

import pathlib
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn


def unfolded(net: nn.Module, model: pathlib.Path, name: str, lessons: Tensor) -> None:
    """Give a network the weights of the one called `name` in a model file, which is of the same make, but may have more
    answers: the first are taken.

    Norms are folded into the convolutions on export. They are put back as they would stand had they followed
    `lessons` (N, channels, height, width), 0 to 1: so the network answers as before, and learns on as well.
    """
    graph = onnx.load_from_string(np.load(model)[name].tobytes()).graph
    weights = {part.name: torch.tensor(numpy_helper.to_array(part).copy()) for part in graph.initializer}
    nodes = [node for node in graph.node if node.op_type in ("Conv", "Gemm")]
    modules = list(net.modules())
    layers = [i for i, module in enumerate(modules) if isinstance(module, nn.Conv2d | nn.Linear)]
    norms = []
    for i, node in zip(layers, nodes, strict=True):
        layer, after = modules[i], modules[i + 1 : i + 2]
        weight, bias = (weights[part][: len(layer.weight)] for part in node.input[1:])
        layer.weight.data = weight
        if after and isinstance(after[0], nn.BatchNorm2d):
            norms.append((layer, _plain(after[0], bias)))
        else:
            layer.bias.data = bias
    _follow(net, norms, lessons)


def _plain(norm: nn.BatchNorm2d, bias: Tensor) -> nn.BatchNorm2d:
    """A norm that only adds `bias`."""
    norm.weight.data.fill_(1)
    norm.bias.data = bias
    norm.running_mean.zero_()
    norm.running_var.fill_(1 - norm.eps)
    return norm


def _follow(net: nn.Module, norms: list[tuple[nn.Module, nn.BatchNorm2d]], lessons: Tensor) -> None:
    """Let norms take away what the lessons bring on average, and give it back."""
    seen: dict[nn.Module, tuple[Tensor, Tensor]] = {}

    def note(layer: nn.Module, _: Any, out: Tensor) -> None:
        seen[layer] = out.mean((0, 2, 3)), out.var((0, 2, 3))

    hooks = [layer.register_forward_hook(note) for layer, _ in norms]
    with torch.no_grad():
        net.eval()(lessons)
    for hook in hooks:
        hook.remove()
    for layer, norm in norms:
        middle, spread = seen[layer]
        norm.running_mean.copy_(middle)
        norm.running_var.copy_(spread)
        norm.weight.data = (spread + norm.eps).sqrt()
        norm.bias.data = norm.bias.data + middle
