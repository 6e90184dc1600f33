"""Draws the OLED's screens as one sheet, for docs and eyes:
`python scripts/pictures/screens.py [docs/pictures/screens.png [de]]`, in English or another language.

`examples` are the tables that the sheet shows; the tests keep a golden picture of each.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from PIL import Image

from engines.core import Chance, Event, Match, Over, State
from engines.dealer import deal
from engines.games import game_named
from firmware.outputs import screens
from firmware.outputs.screens.font import SMALL
from firmware.state.observation import Observation
from firmware.state.roll import RollRequest
from firmware.state.table import Answer, Beginning, Mismatch, OledPage, Question, Table

SHARKS, TRAY = game_named("shark-attacks"), game_named("dice-tray")
NAMES = ("Ana", "Björn", "Cleopatra", "Dschingis", "Émilie", "Fürst-Maximilian", "Gül", "Hannelore")
AGAIN = Event("again", 0)


def throw(*faces: int, red: tuple[int, ...] = ()) -> Event:
    """A throw by the numbers that the dice show, 0 for a wave."""
    blue = tuple(f"swimmer-{face or 'wave'}" for face in faces)
    return Event("throw", None, blue + tuple(f"shark-{face or 'wave'}" for face in red))


def weather(face: str) -> Event:
    """The event die."""
    return Event("event", None, (f"event-{face}",))


def table(match: Match, **more: object) -> Table:
    """The device a second after something happened."""
    given = {"pin": "4711", "address": "http://192.168.178.42:8080", "now": 10.0, "woken": 9.0} | more
    return Table(match, **given)  # type: ignore[arg-type]


def until(players: int, seed: int, stop: Callable[[State], bool]) -> Match:
    """A game played by itself until `stop`."""
    random, match = Random(seed), Match.begin(SHARKS, NAMES[:players])
    while not stop(match.state) and not isinstance(match.state.awaits, Over):
        awaits = match.state.awaits
        policy = SHARKS.policies["random" if random.random() < 0.5 else "sensible"]
        match = match.play(deal(awaits, random) if isinstance(awaits, Chance) else policy(match.state, random))
    return match


def to_the_end(_: State) -> bool:
    """A `stop` that lets a game go on to its end."""
    return False


def watched(
    name: str, players: int, seed: int, stop: Callable[[State], bool], policy: str = "sensible", **options: object
) -> Match:
    """A card game played by itself until `stop`, as a table shows it: its last state with blanks for the hands."""
    game, random = game_named(name), Random(seed)
    match = Match.begin(game, NAMES[:players], options)
    while not stop(match.state) and not isinstance(match.state.awaits, Over):
        awaits = match.state.awaits
        event = deal(awaits, random) if isinstance(awaits, Chance) else game.policies[policy](match.state, random)
        match = match.play(event)
    assert stop is to_the_end or stop(match.state), f"{name} of seed {seed} never comes there"
    return replace(match, states=(*match.states[:-1], match.state.view(None)))


def examples() -> dict[str, Table]:
    """A name and a table for each screen."""
    start = Match.begin(SHARKS, NAMES[:3])
    read = start.play(throw(0, 0, 0, 1, 2, 3, 0))
    again = read.play(AGAIN)
    party = again.play(weather("sun"), throw(1, 1, 2, 1, 3))
    fleeing = again.play(weather("attack"))
    return {
        "a turn begins": table(start),
        "a throw is read": table(read),
        "the yellow die": table(again),
        "sun": table(again.play(weather("sun"))),
        "rain": table(again.play(weather("rain"))),
        "banked": table(read.play(Event("bank", 0))),
        "who is next": table(read.play(Event("bank", 0)), now=30.0),
        "beach party": table(party),
        "sharks": table(fleeing),
        "eaten": table(fleeing.play(throw(1, 3, 0, red=(2,)))),
        "nobody eaten": table(fleeing.play(throw(1, 3, 0, red=(0,)))),
        "blessing": table(fleeing.play(throw(1, 3, 3, red=(0,)))),
        "escaped": table(fleeing.play(throw(1, 3, 0, red=(1,)), throw(2, red=(0, 0)))),
        "nobody swims": table(start.play(throw(*[0] * 7), AGAIN, weather("attack"))),
        "three bites": table(until(4, 3, lambda s: len(s.bites) >= 3 and s.phase == "flee")),  # type: ignore[attr-defined]
        "a sign to take": table(until(4, 0, lambda s: s.phase == "take")),  # type: ignore[attr-defined]
        "eleven dice": table(_eleven(start)),
        "the winner": table(until(3, 5, to_the_end)),
        "the winner of six": table(until(6, 9, to_the_end)),
        "who begins": table(Match.begin(SHARKS, NAMES[:3], {"first": "throw"}).play(throw(red=(0, 1, 2, 3)))),
        "scores of two": table(until(2, 7, lambda s: sum(s.scores()) > 80), page=1),
        "scores of three": table(until(3, 7, lambda s: sum(s.scores()) > 80), page=1),
        "scores of six": table(until(6, 8, lambda s: sum(s.scores()) > 200), page=1),
        "the odds": table(read, page=2),
        "no odds": table(start, page=2),
        "connect": table(start, page=OledPage.CONNECT),
        "how to play": table(start, page=OledPage.RULES),
        "a long address": table(start, page=OledPage.CONNECT, address="http://lifeguard-living-room.local:8080/"),
        **_beginning(start, until(3, 5, to_the_end)),
        **_spoken(start, read),
        **_tray(),
        **_pig(),
        **_farkle(),
        **_shut_the_box(),
        **_yacht(),
        **_score(),
        **_packs(),
        **_breath(),
        **_noon(),
        **_splash(),
        **_worldwide(),
        **_languages(start, read),
    }


def _languages(start: Match, read: Match) -> dict[str, Table]:
    """Some of them in German, one in Japanese."""
    begun, noon = _beginning(start, until(3, 5, to_the_end)), _noon()
    german = {
        "a throw is read": table(read),
        "the odds": table(read, page=2),
        "connect": table(start, page=OledPage.CONNECT),
        "how to play": table(start, page=OledPage.RULES),
        "the next game": begun["the next game"],
        "an attack": noon["an attack"],
        "divers": noon["divers"],
        "fluke": _splash()["fluke"],
    }
    return {
        **{f"{name} in german": replace(shown, language="de") for name, shown in german.items()},
        "an attack in japanese": replace(noon["an attack"], language="ja"),
    }


def _beginning(start: Match, over: Match) -> dict[str, Table]:
    """A match is begun with the buttons: the first one of a box, and the next after one that is over."""
    six = tuple(WORLD["cyrillic"])
    ended = over.renamed(2, "Maximiliane von Sandburg")
    return {
        "no game yet": table(start, number=0),
        "no game yet and a later answer": table(start, number=0, beginning=Beginning("", 3)),
        "no game yet and no camera": table(
            start,
            number=0,
            faults=(("camera", "The camera module gives no pictures. Switch the device off, push it in."),),
        ),
        "how many play first": table(start, number=0, beginning=Beginning("hai-noon", 1)),
        "the next game": table(ended, page=OledPage.BEGIN),
        "another next game": table(over, page=OledPage.BEGIN, beginning=Beginning("", 1)),
        "how many play next": table(over, page=OledPage.BEGIN, beginning=Beginning("splash-down", 1)),
        "how many play of six": table(
            called(until(6, 9, to_the_end), six), page=OledPage.BEGIN, beginning=Beginning("shark-attacks", 4)
        ),
    }


def _eleven(start: Match) -> Match:
    match = start.play(throw(0, 0, 0, 0, 0, 2, 3))
    for face in (1, 1, 1, 0):
        waves = match.state.dice  # type: ignore[attr-defined]
        match = match.play(AGAIN, weather("sun"), throw(face, *[0] * waves))
    return match


def _spoken(start: Match, read: Match) -> dict[str, Table]:
    """What the device asks and says."""
    face = Question("Which face is it?", tuple(Answer(f"a blue {f}", ()) for f in ("2", "3", "wave")), choice=1)
    long = Question("Did Maximiliane bank her swimmers, or throw again?", (Answer("bank", ()), Answer("again", ())))
    five = Question("Cleo, you choose", tuple(Answer(f"take {name}", ()) for name in NAMES), choice=4)
    card = Question(
        "Which is it?",
        (
            Answer("Dolphin, as Panic for Cleopatra", ()),
            Answer("Dolphin, as Calm: the Shark goes to Björn", ()),
            Answer("no, still playing", ()),
        ),
        look=Observation("a", 1280, 720, ()),
        choice=1,
    )
    odd = "5 blue dice, 1 red die and the event die on sun; a blue wave is cut off by the rim of the tray"
    return {
        "a question": table(start, question=face),
        "a long question": table(start, question=long),
        "many answers": table(start, question=five),
        "a long answer": table(start, question=card),
        "a mismatch": table(start, mismatch=Mismatch("7 blue dice", "6 blue dice")),
        "a long mismatch": table(start, mismatch=Mismatch("7 blue dice, thrown anew", odd)),
        "a piece too much": table(start, mismatch=Mismatch("no Flip shark on the left", "it there", None, (0,), (0,))),
        "a lost camera": table(read, faults=(("camera", "USB camera 0 gives no more pictures. Plug it in."),)),
        "a full disk": table(
            read, faults=(("disk", "The disk is full: nothing can be saved. Delete something; play then goes on."),)
        ),
        "a refusal": table(read, refusal="nothing has happened yet that could be taken back"),
    }


def _tray() -> dict[str, Table]:
    """The dice tray."""
    start, random = Match.begin(TRAY, ("Ana", "Ben")), Random(1)

    def dice(*faces: int) -> Event:
        return Event("throw", None, tuple(f"die-{face}" for face in faces))

    asked = RollRequest("0", "Mia", (("d6", 2), ("d20", 1)))
    many = start
    for _ in range(30):
        many = many.play(dice(*(random.randint(1, 6) for _ in range(3))))
    return {
        "an empty tray": table(start),
        "one die": table(start.play(dice(6))),
        "two dice": table(start.play(dice(6, 5))),
        "five dice": table(start.play(dice(1, 2, 3, 4, 5))),
        "twelve dice": table(start.play(dice(*range(1, 7), *range(1, 7)))),
        "twenty dice": table(start.play(dice(*([1, 2, 3, 4, 5, 6] * 3), 6, 6))),
        "fairness": table(many, page=2),
        "a roll that is asked for": table(start, rolls=(asked,)),
        "three dice for two": table(start, rolls=(replace(asked, wrong=3), replace(asked, id="1", who="Tom"))),
        "two rolls in hangul": table(start, rolls=(replace(asked, who="김민준"), replace(asked, id="1", who="이서연"))),
    }


def _pig() -> dict[str, Table]:
    """Pig."""

    def pigs(*faces: int) -> Event:
        return Event("throw", None, tuple(f"die-{face}" for face in faces))

    bank, start = Event("bank", 0), Match.begin(game_named("pig"), NAMES[:3])
    two = Match.begin(game_named("pig"), NAMES[:3], {"dice": 2}).play(pigs(6, 6), bank)
    thrown = start.play(pigs(6), AGAIN, pigs(4))
    return {
        "a pig's first throw": table(start),
        "a pig decides": table(thrown),
        "a pig goes on": table(thrown.play(AGAIN)),
        "a pig has banked": table(thrown.play(bank)),
        "a pig has lost": table(thrown.play(AGAIN, pigs(1))),
        "two pigs decide": table(two.play(pigs(5, 2))),
        "two pigs lose all": table(two.play(pigs(1, 2), pigs(2, 3), Event("bank", 2), pigs(1, 1))),
    }


def _score() -> dict[str, Table]:
    """The scorekeeper."""
    dice = {"rules": 'title = "Tens and ones"\ncount = "dice"\ndice = 2\ntarget = 100\n[values]\n1 = 10\n'}
    hand = {"rules": 'title = "301, upwards"\ncount = "hand"\nrounds = 10\n'}
    keeper = game_named("score")
    thrown = Match.begin(keeper, NAMES[:3], dice).play(Event("throw", None, ("die-1", "die-4")))
    entered = Match.begin(keeper, NAMES[:2], hand).play(*[Event("add", 0, (step,)) for step in ("10", "10", "-1")])
    return {
        "a throw counts": table(thrown),
        "points are entered": table(entered),
        "points are scored": table(entered.play(Event("done", 0))),
    }


def _packs() -> dict[str, Table]:
    """Games with a French-suited pack."""

    def hell(players: int, stop: Callable[[Any], bool], **options: object) -> Match:
        return watched("oh-hell", players, 4, stop, **options)  # type: ignore[arg-type]

    def crib(seed: int, stop: Callable[[Any], bool], players: int = 2) -> Match:
        return watched("cribbage", players, seed, stop)

    six = hell(6, lambda s: len(s.trick) == 4, deals="up", most=5)
    return {
        "oh hell bids": table(hell(3, lambda s: len(s.bids) == 2)),
        "oh hell of six": table(six),
        "the trick": table(six, page=OledPage.WORTH),
        "nobody has led": table(hell(3, lambda s: s.phase == "play"), page=OledPage.WORTH),
        "a deal is scored": table(hell(4, lambda s: s.deals == 3)),
        "cribbage begins": table(crib(4, lambda s: s.phase == "discard")),
        "cards are laid": table(crib(4, lambda s: len(s.pile) == 4)),
        "points are pegged": table(crib(6, lambda s: s.phase == "lay" and bool(s.reasons) and s.score[0] > 40)),
        "the crib": table(crib(4, lambda s: len(s.turned_up) == 3)),
        "three peg": table(crib(5, lambda s: len(s.pile) == 5, 3)),
        "two against two": table(crib(6, lambda s: len(s.turned_up) == 3 and s.score[0] > 30, 4)),
        "the next deal": table(crib(4, lambda s: s.phase == "deal" and s.score[0] > 20)),
    }


def _shut_the_box() -> dict[str, Table]:
    """Shut the Box."""

    def box(stop: Callable[[Any], bool]) -> Table:
        return table(watched("shut-the-box", 3, 2, stop))

    return {
        "the box is open": box(lambda s: s.phase == "throw"),
        "tiles are to be shut": box(lambda s: s.phase == "shut" and len(s.open) < 7),
        "the next player": box(lambda s: s.phase == "throw" and s.seat == 1 and bool(s.reasons)),
    }


def _farkle() -> dict[str, Table]:
    """Farkle."""

    def dice(kind: str, seat: int | None, *faces: int) -> Event:
        return Event(kind, seat, tuple(f"die-{face}" for face in faces))

    bank, start = Event("bank", 0), Match.begin(game_named("farkle"), NAMES[:3])
    thrown = start.play(dice("throw", None, 1, 1, 1, 5, 3, 4))
    kept = thrown.play(dice("keep", 0, 1, 1, 1))
    hot = kept.play(AGAIN, dice("throw", None, 5, 5, 1), dice("keep", 0, 1, 5, 5))
    return {
        "farkle begins": table(start),
        "what counts": table(thrown),
        "set aside": table(kept),
        "throw the others": table(kept.play(AGAIN)),
        "a farkle": table(kept.play(AGAIN, dice("throw", None, 2, 3, 6))),
        "farkle banked": table(kept.play(bank)),
        "all six count": table(hot),
    }


def _yacht() -> dict[str, Table]:
    """Yacht."""

    def dice(kind: str, seat: int | None, *faces: int) -> Event:
        return Event(kind, seat, tuple(f"die-{face}" for face in faces))

    start = Match.begin(game_named("yacht"), NAMES[:3])
    thrown = start.play(dice("throw", None, 6, 6, 6, 2, 3))
    anew = thrown.play(dice("keep", 0, 6, 6, 6))
    enough = anew.play(dice("throw", None, 6, 1), Event("stop", 0))
    scored = enough.play(Event("score", 0, ("four-of-a-kind",)))
    return {
        "yacht begins": table(start),
        "three sixes": table(thrown),
        "two dice anew": table(anew),
        "four sixes": table(enough),
        "four sixes scored": table(scored),
        "a sheet": table(scored.play(dice("throw", None, 1, 2, 3, 4, 5), Event("stop", 1)), page=2),
    }


def _breath() -> dict[str, Table]:
    """Hold Your Breath!"""

    def game(players: int, seed: int, stop: Callable[[Any], Any], page: int = 0, policy: str = "sensible") -> Table:
        return table(watched("hold-your-breath", players, seed, stop, policy), page=page)

    def climbing(state: Any) -> bool:
        return bool(
            state.anchors and state.step == "play" and state.air and state.swum and state.depths != state.anchors
        )

    return {
        "the dive begins": game(2, 1, lambda s: s.step == "play"),
        "the descent": game(3, 0, lambda s: s.step == "play" and s.swum and not s.anchors and max(s.depths) > 5),
        "a shark and a panic": game(4, 1, lambda s: s.air and any(s.sharks) and any(s.panics) and max(s.depths) > 3),
        "for want of air": game(2, 1, lambda s: s.step == "gasp" and max(s.depths) > 2),
        "the kraken": game(4, 0, lambda s: len(s.hits) > 1 and max(s.depths) > 1, policy="random"),
        "all at once": game(
            6,
            2,
            lambda s: (
                s.step == "play" and any(a and b for a, b in zip(s.sharks, s.panics, strict=True)) and max(s.depths) > 1
            ),
            policy="random",
        ),
        "the ascent of six": game(6, 0, climbing),
        "depths": game(3, 0, lambda s: s.anchors and s.step == "play" and any(s.panics), page=2),
        "depths of six": game(6, 0, climbing, page=2),
        "the treasure": game(3, 1, to_the_end),
        "nobody is up": game(2, 2, lambda s: s.step == "over" and all(s.depths)),
    }


def _noon() -> dict[str, Table]:
    """Hai Noon."""

    def game(players: int, seed: int, stop: Callable[[Any], Any], page: int = 0, **more: Any) -> Table:
        return table(watched("hai-noon", players, seed, stop, **more), page=page)

    def hiding(state: Any) -> bool:
        return state.phase == "play" and 1 in state.board.health and None in state.board.square

    return {
        "the first card": game(4, 1, lambda s: s.phase == "play"),
        "a shark to flip": game(4, 1, lambda s: s.phase == "act" and s.action() == "flip-shark" and s.opening < 1),
        "an attack": game(4, 2, lambda s: s.phase == "attack" and s.asked),
        "two are hurt": game(4, 0, lambda s: s.phase == "play" and s.board.health.count(1) > 1),
        "two players": game(2, 4, lambda s: s.phase == "play" and 1 in s.board.health and s.board.cage is not None),
        "camouflaged": game(3, 1, hiding),
        "divers": game(3, 1, hiding, page=2),
        "the last diver": game(4, 6, to_the_end, last_diver=True),
        "several survive": game(4, 7, to_the_end),
        "the sharks have won": game(4, 11, to_the_end, policy="random", last_diver=True),
    }


def _splash() -> dict[str, Table]:
    """Splash Down."""

    def game(players: int, seed: int, stop: Callable[[Any], Any], page: int = 0) -> Table:
        return table(watched("splash-down", players, seed, stop), page=page)

    def between(state: Any) -> bool:
        return bool(state.breaches > 2 and state.step.name == "open")

    return {
        "before the first breach": game(3, 1, lambda s: s.step.name == "open"),
        "at a breach": game(3, 0, lambda s: s.step.name == "score" and s.breaches > 2),
        "fluke": game(4, 0, lambda s: s.step.name == "expose" and s.breaches > 1),
        "whales and sets": game(4, 3, lambda s: s.breaches == 4 and s.step.name == "open"),
        "six at splash down": game(6, 4, between),
        "eight at splash down": game(8, 7, between),
        "areas": game(3, 0, between, page=2),
        "areas of six": game(6, 4, between, page=2),
        "the most whales": game(3, 5, to_the_end),
    }


WORLD = {
    "cyrillic": ("Анна", "Дмитро", "Щепан", "Жюли", "Ђорђе", "Владислав Иванович"),
    "greek": ("Ωμέγα", "Γιάννης", "Ζωή", "Ψαρρού", "Ξένια", "Αλέξανδρος-Μιχαήλ"),
    "hebrew": ("נועה", "דוד", "ירושלים כהן", "צבי", "מיכאל", "בן-ציון אברהם לוי"),
    "arabic": ("محمد", "فاطمة", "لؤلؤ", "پریسا", "عبد الله", "عبد الرحمن المصري"),
    "kana": ("さくら", "アキラ", "健太", "ゆうき", "美咲", "ブルース・リー"),
    "hanzi": ("李小龙", "张伟", "王芳", "陈静", "朱镕基", "欧阳震华先生"),
    "hangul": ("김철수", "최민지", "이서연", "박지훈", "정하윤", "남궁민수 선생님"),
    "thai": ("สมชาย", "น้ำฝน", "กุ้ง", "ปู", "ศิริพร", "พงศ์พัฒน์ วชิรบรรจง"),
    "devanagari": ("आरव", "प्रिया", "मीरा", "कबीर", "अनन्या", "विश्वनाथन शर्मा"),
    "emoji": ("🦈 Ana", "😀", "❤ Zoë", "👨‍👩‍👧", "🇩🇪 Tom", "🐳🐙🐠🦀"),
}
"""Names of six players in each script; the last one is too long for most screens."""


def named(shown: Table, players: tuple[str, ...]) -> Table:
    """The same with other names."""
    return replace(shown, match=called(shown.match, players))


def called(match: Match, players: tuple[str, ...]) -> Match:
    """A match of people who are called otherwise."""
    for person, name in zip(range(len(match.players)), players, strict=False):
        match = match.renamed(person, name)
    return match


def _worldwide() -> dict[str, Table]:
    """Names in scripts of the world."""
    six = table(until(6, 8, lambda s: sum(s.scores()) > 200), page=1)
    asked = Question("Who called first?", tuple(Answer(name, ()) for name in WORLD["hangul"]), choice=1)
    long = Question(f"Did {WORLD['cyrillic'][5]} bank, or throw again?", (Answer("bank", ()), Answer("again", ())))
    read = Match.begin(SHARKS, WORLD["hebrew"][2:5]).play(throw(0, 0, 0, 1, 2, 3, 0))
    splash, depths = _splash(), _breath()
    return {
        **{f"{script} names": named(six, names) for script, names in WORLD.items()},
        "a throw in hebrew": table(read),
        "a winner in arabic": named(table(until(3, 5, to_the_end)), WORLD["arabic"]),
        "winners in hanzi": named(table(until(6, 9, to_the_end)), WORLD["hanzi"]),
        "splash down in hangul": named(splash["fluke"], WORLD["hangul"]),
        "areas in hangul": named(splash["areas"], WORLD["hangul"]),
        "depths in kana": named(depths["depths of six"], WORLD["kana"]),
        "depths in arabic": named(depths["depths of six"], WORLD["arabic"]),
        "the descent in thai": named(depths["the descent"], WORLD["thai"]),
        "depths in hanzi": named(depths["depths of six"], WORLD["hanzi"]),
        "divers in hanzi": named(_noon()["divers"], WORLD["hanzi"]),
        "the ring in cyrillic": named(_noon()["an attack"], WORLD["cyrillic"]),
        "a question in hangul": table(read, question=asked),
        "a question in cyrillic": table(read, question=long),
        "a refusal in hangul": table(read, refusal=f"{WORLD['hangul'][0]} has no card that could be laid there"),
    }


DOT, GAP = 4, 26
LIT, SEAM, UNLIT, GROUND, INK = (214, 240, 255), (160, 186, 204), (14, 17, 22), (38, 43, 54), (170, 178, 190)


def enlarged(image: Image.Image) -> Image.Image:
    """An OLED's picture as one sees it close by: each dot a square with a thin seam."""
    lit = (np.array(image.convert("L")) > 0).repeat(DOT, 0).repeat(DOT, 1)[..., None]
    rgb = np.where(lit, LIT, UNLIT).astype(np.uint8)
    for seam in (np.s_[DOT - 1 :: DOT], np.s_[:, DOT - 1 :: DOT]):
        rgb[seam] = np.where(lit[seam], SEAM, UNLIT)
    return Image.fromarray(rgb)


def sheet(tables: dict[str, Table], columns: int = 4) -> Image.Image:
    """All screens with their names below."""
    width, height = 128 * DOT + GAP, 64 * DOT + 2 * GAP
    rows = -(-len(tables) // columns)
    whole = Image.new("RGB", (columns * width + GAP, rows * height + GAP), GROUND)
    for place, (name, shown) in enumerate(tables.items()):
        x, y = GAP + place % columns * width, GAP + place // columns * height
        whole.paste(enlarged(screens.draw(shown)), (x, y))
        words = Image.new("1", (SMALL.width(name) + 1, 10))
        SMALL.draw(words, 0, 0, name, 1)
        whole.paste(INK, (x, y + 64 * DOT + 6), words.resize((words.width * 2, 20)))
    return whole


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures/screens.png")
    target.parent.mkdir(parents=True, exist_ok=True)
    tables = {name: shown for name, shown in examples().items() if shown.language == "en"}
    spoken = {name: replace(shown, language=code) for code in sys.argv[2:] for name, shown in tables.items()}
    sheet(spoken or tables).quantize(16).save(target, optimize=True)
    print(target)
