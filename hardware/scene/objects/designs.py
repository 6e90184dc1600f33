"""The dice that people have: ours as printed, and ordinary ones of any colour, material and pip."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from hardware.arrays import Matrix
from hardware.art import dice as dice_art
from hardware.art.folder import ArtFolder
from hardware.scene.objects.faces import DieColour, DieDesign


def _jitter(rng: np.random.Generator, colour: DieColour, by: float) -> DieColour:
    b, g, r = np.clip(np.array(colour) * (1 + rng.normal(0, by, 3)) + rng.normal(0, by / 3), 0.01, 1)
    return float(b), float(g), float(r)


def _unit(colour: tuple[int, int, int]) -> DieColour:
    b, g, r = colour
    return b / 255, g / 255, r / 255


def shark_attacks(rng: np.random.Generator, kind: str) -> DieDesign:
    """A die of Shark Attacks!: moulded in its colour, or a pale blank with our stickers."""
    body, ink = (_unit(colour) for colour in dice_art.COLOURS[kind])
    stickers = rng.random() < 0.3
    return DieDesign(
        set="shark-attacks",
        kind=kind,
        faces=dice_art.KINDS[kind],
        body=_jitter(rng, body, 0.06),
        ink=_jitter(rng, ink, 0.03),
        round=float(rng.uniform(0.08, 0.24)),
        ball=float(rng.uniform(1.45, 1.55)) if rng.random() < 0.3 else 9.0,
        dent=float(rng.uniform(0, 0.35)),
        gloss=float(rng.uniform(0.1, 0.6)),
        halo=_jitter(rng, (0.85, 0.9, 0.92), 0.04) if stickers else None,
        sticker=float(rng.uniform(0.84, 0.92)) if stickers else 0.0,
        turns=(0, 0, 0, 0, 0, 0),
        seed=int(rng.integers(2**31)),
    )


def with_art(design: DieDesign, art: ArtFolder | None) -> DieDesign:
    """The same die with the faces of a folder, moulded in their colour. Raises ArtLacking."""
    if art is None:
        return design
    body = art.die_body(design.named_kind, design.faces[0])
    return replace(design, art=art, body=body, halo=None, sticker=0.0, one_ink=None)


BODIES: dict[str, DieColour] = {
    "white": (0.93, 0.94, 0.94),
    "ivory": (0.74, 0.87, 0.92),
    "red": (0.12, 0.10, 0.72),
    "blue": (0.62, 0.25, 0.08),
    "black": (0.08, 0.08, 0.08),
    "green": (0.22, 0.48, 0.10),
    "yellow": (0.10, 0.78, 0.92),
    "orange": (0.12, 0.50, 0.92),
    "purple": (0.55, 0.13, 0.42),
    "pink": (0.70, 0.50, 0.93),
    "grey": (0.55, 0.55, 0.55),
    "brown": (0.13, 0.22, 0.36),
    "wood": (0.48, 0.68, 0.84),
    "gold": (0.30, 0.62, 0.80),
    "turquoise": (0.68, 0.66, 0.15),
}
"""Kind of an ordinary die -> its body, B, G, R."""

_BODY_WEIGHTS = np.array([9, 5, 4, 3, 4, 2.5, 2, 1.5, 2, 1, 1.5, 1, 3, 0.7, 1])


@dataclass(frozen=True, slots=True)
class UnusualDiceShares:
    """How often unusual dice are made in which way."""

    swirled: float = 0.5
    """Made like those of role players."""
    ringed: float = 0.3
    """Of the rest: each side bears a disc."""


SHARES = UnusualDiceShares()

SWIRLED_PAINTS = {
    "red": 0.34,
    "gold": 0.14,
    "yellow": 0.08,
    "silver": 0.12,
    "white": 0.12,
    "orange": 0.08,
    "turquoise": 0.06,
    "black": 0.06,
}
"""Of the swirled ones: the colour of the pips, and its share."""


LEAST_CONTRAST = 0.3
"""By so much (of 1) pips differ from what they lie on, in one colour at least."""


def pip_die(rng: np.random.Generator, kind: str | None = None) -> DieDesign:
    """An ordinary six-sided die; opposite sides add up to seven, either way round."""
    kind = kind or str(rng.choice(list(BODIES), p=_BODY_WEIGHTS / _BODY_WEIGHTS.sum()))
    clear = float(rng.uniform(0.45, 0.9)) if rng.random() < (0.0 if kind in ("wood", "ivory") else 0.14) else 0.0
    wooden = kind == "wood"
    body = _jitter(rng, BODIES[kind], 0.09)
    round_ = float(np.clip(rng.gamma(2.2, 0.075), 0.03, 0.4))
    balled = rng.random() < 0.45
    asian = kind in ("white", "ivory") and rng.random() < 0.25
    red: DieColour = (0.12, 0.10, float(rng.uniform(0.6, 0.85)))
    spread = float(rng.uniform(0.44, 0.58))
    made = DieDesign(
        set="pips",
        kind=kind,
        faces=_faces(rng),
        body=body,
        ink=_pip_colour(rng, kind),
        round=round_,
        ball=float(rng.uniform(1.28, 1.52)) if balled else 9.0,
        pip=float(rng.uniform(0.12, min(0.235, 0.46 * spread))),
        spread=spread,
        pip_shape=str(rng.choice(["round", "square", "ring", "heart"], p=[0.93, 0.025, 0.03, 0.015])),
        one=float(rng.uniform(1.3, 2.3)) if asian or rng.random() < 0.06 else 1.0,
        one_ink=red if asian else None,
        red_four=asian and rng.random() < 0.6,
        dent=float(rng.choice([0, rng.uniform(0.1, 0.5), rng.uniform(0.4, 1.0)])),
        gloss=float(rng.beta(1.4, 1.8) * (0.35 if wooden else 1.0)),
        clear=clear,
        grain=float(rng.uniform(0.4, 1)) if wooden else 0.0,
        marble=float(rng.uniform(0.2, 1.2)) if not wooden and rng.random() < 0.13 else 0.0,
        halo=_jitter(rng, BODIES[str(rng.choice(list(BODIES)))], 0.1) if rng.random() < 0.04 else None,
        wear=float(rng.uniform(0.15, 0.5)) if rng.random() < 0.04 else 0.0,
        turns=tuple(int(t) for t in rng.integers(0, 4, 6)),
        seed=int(rng.integers(2**31)),
    )
    return made if made.halo is None or _stands_out(made.ink, made.halo) else replace(made, halo=None)


def _stands_out(ink: DieColour, ground: DieColour) -> bool:
    """Whether pips of this colour can be seen on a disc of that: nobody makes others."""
    return max(abs(a - b) for a, b in zip(ink, ground, strict=True)) > LEAST_CONTRAST


def unusual_pip_die(plain: DieDesign) -> DieDesign:
    """An ordinary die, the same or, in two of five, as fewer people have it: a two whose pips are close or in a line
    with its edges, pips that are hardly darker or paler than the body or differ from it in hue alone, swirls, curls
    about the pips, large ones."""
    rng = np.random.default_rng((plain.seed, 1))
    if rng.random() < (0.6 if plain.one_ink is not None else 0.18):
        across = bool(rng.random() < 0.6)
        plain = replace(plain, across=across, close=float(rng.uniform(0.5 if across else 0.4, 0.9)))
    if rng.random() < 0.14:
        plain = replace(plain, ink=_faint(rng, plain))
    if rng.random() < 0.12:
        plain = replace(plain, marble=float(rng.uniform(0.5, 1.6)), gloss=float(rng.uniform(0.4, 1.0)))
    if rng.random() < 0.12:
        curl = plain.ink if rng.random() < 0.4 else _jitter(rng, (0.85, 0.85, 0.85), 0.1)
        plain = replace(plain, ornate=float(rng.uniform(0, 1)), curl=curl)
    if rng.random() < 0.06:
        plain = replace(plain, pip=float(rng.uniform(0.2, 0.47 * plain.spread)), one=float(rng.uniform(1, 1.6)))
    if rng.random() < SHARES.swirled:
        return _swirled(plain, rng)
    return _ringed(plain, rng) if rng.random() < SHARES.ringed else plain


def _ringed(plain: DieDesign, rng: np.random.Generator) -> DieDesign:
    """The die with a disc on each side, clearly darker or paler than the body, and the pips on it, ringed or not."""
    field = np.array(BODIES[str(rng.choice(list(BODIES)))]) * rng.uniform(0.4, 1.1)
    paint = plain.body if rng.random() < 0.5 else (0.94, 0.94, 0.94) if field.mean() < 0.5 else (0.07, 0.07, 0.07)
    return replace(
        plain,
        halo=_jitter(rng, _clipped(field), 0.08),
        ink=_jitter(rng, paint, 0.08),
        one_ink=None,
        pip_shape=str(rng.choice(["round", "ring"], p=[0.8, 0.2])),
        pip=float(rng.uniform(0.12, 0.19)),
        spread=float(rng.uniform(0.3, 0.46)),
        dent=float(rng.uniform(0, 0.6)),
    )


def _swirled(plain: DieDesign, rng: np.random.Generator) -> DieDesign:
    """The die as role players have it: glossy, round, two colours or glitter running through it, mostly dark, its pips
    of red, gold, silver or white paint, which may stand out but little."""
    dark = ["black", "blue", "green", "purple", "red", "brown", "grey", "turquoise"]
    body, vein = (np.array(BODIES[str(kind)]) * rng.uniform(0.5, 1.1) for kind in rng.choice(dark, 2))
    if rng.random() < 0.3:
        vein = body + rng.uniform(0.2, 0.6) * (0.9 - body)  # pearl
    paint = str(rng.choice(list(SWIRLED_PAINTS), p=list(SWIRLED_PAINTS.values())))
    ink = np.array({"silver": (0.72, 0.70, 0.68), "white": (0.94, 0.94, 0.94)}.get(paint) or BODIES[paint])
    return replace(
        plain,
        kind="swirled",
        body=_jitter(rng, _clipped(body), 0.1),
        vein=_jitter(rng, _clipped(vein), 0.1) if rng.random() < 0.75 else None,
        glitter=float(rng.uniform(0.2, 1)) if rng.random() < 0.25 else 0.0,
        marble=float(rng.uniform(0.2, 1)) if rng.random() < 0.4 else 0.0,
        ink=_jitter(rng, _clipped(ink * np.exp(rng.normal(-0.25, 0.35))), 0.12),
        one_ink=None,
        halo=None,
        grain=0.0,
        clear=plain.clear if rng.random() < 0.5 else 0.0,
        gloss=float(rng.uniform(0.35, 1)),
        round=float(np.clip(rng.gamma(3, 0.075), 0.05, 0.4)),
        ball=float(rng.uniform(1.28, 1.5)) if rng.random() < 0.55 else 9.0,
    )


def _clipped(colour: Matrix) -> DieColour:
    b, g, r = np.clip(colour, 0.01, 1).tolist()
    return b, g, r


def _faint(rng: np.random.Generator, plain: DieDesign) -> DieColour:
    """Ink that hardly stands out from the body: nearly its colour, or another hue as bright as it."""
    body, ink = np.array(plain.body), np.array(plain.ink)
    if rng.random() < 0.5:
        ink = body + float(rng.uniform(0.25, 0.55)) * (ink - body)
    else:
        ink = np.array(BODIES[str(rng.choice(list(BODIES)))])
        share = np.array([0.11, 0.59, 0.30])
        ink = ink * float(np.exp(rng.normal(0, 0.25))) * max(float(body @ share), 0.06) / max(float(ink @ share), 0.05)
    return _clipped(ink)


def _faces(rng: np.random.Generator) -> tuple[str, ...]:
    """The six sides as they may lie about a die: opposite ones add up to seven."""
    pairs = [("1", "6"), ("2", "5"), ("3", "4")]
    order = rng.permutation(3)
    return tuple(face for i in order for face in (pairs[i] if rng.random() < 0.5 else pairs[i][::-1]))


def _pip_colour(rng: np.random.Generator, kind: str) -> DieColour:
    """Pips that stand out from the body: mostly black on pale, white on dark."""
    pale = kind in ("white", "ivory", "yellow", "wood", "pink", "grey", "gold", "orange", "turquoise")
    draw = rng.random()
    if pale and draw < 0.82:
        return _jitter(rng, (0.07, 0.07, 0.07), 0.2)
    if pale and kind not in ("orange", "turquoise", "grey", "gold"):
        return _jitter(rng, BODIES[str(rng.choice(["red", "blue", "green", "black", "purple", "brown"]))], 0.1)
    if draw < 0.80 or pale:
        return _jitter(rng, (0.94, 0.94, 0.94), 0.04)
    dark = kind in ("black", "brown", "purple", "blue")
    choice = ["gold", "yellow", "red", "green", "turquoise", "orange"] if dark else ["black", "yellow", "gold"]
    choice = [c for c in choice if c != kind]
    return _jitter(rng, BODIES[str(rng.choice(choice))], 0.1)


def oddity(rng: np.random.Generator) -> DieDesign:
    """A cube that is no die: blank, or with figures or letters."""
    plain = pip_die(rng)
    words = rng.choice(["", "letters", "figures"], p=[0.6, 0.2, 0.2])
    faces = {"": ("",) * 6, "letters": tuple("ABKMRX"), "figures": ("14", "5", "8", "20", "7", "3")}[str(words)]
    return DieDesign(
        set="none",
        kind="cube",
        faces=faces,
        body=plain.body,
        ink=plain.ink,
        round=plain.round,
        ball=plain.ball,
        pip_shape="number",
        gloss=plain.gloss,
        grain=plain.grain,
        seed=plain.seed,
    )
