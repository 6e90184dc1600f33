"""No words for people stand outside the catalogues, wherever they are made."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.words import outside
from scripts.words.gathered import HERE, SPOKEN, STATIC

ENGLISH = (HERE / "firmware/cli", HERE / "firmware/games/final_score")
"""The terminal speaks English alone."""


def looked_at(folder: Path, ending: str) -> list[Path]:
    found = [file for file in sorted(folder.rglob(f"*.{ending}")) if not set(ENGLISH) & set(file.parents)]
    assert found
    return found


def test_no_sentence_of_the_device_stands_outside_the_catalogues():
    files = [file for room in SPOKEN for file in looked_at(HERE / room, "py")]
    assert [(file.name, text) for file in files for text in outside.in_python(file.read_text("utf-8"))] == []


def test_none_of_the_page_does():
    found = [
        (file.name, text) for file in looked_at(STATIC, "js") for text in outside.in_script(file.read_text("utf-8"))
    ]
    found += [
        (file.name, text) for file in looked_at(STATIC, "html") for text in outside.in_html(file.read_text("utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("room", "planted"),
    [
        ("the rules: a refusal", 'raise IllegalEvent(f"{name} may not bank", "SA-5")'),
        ("the rules: a reason", 'state.with_reason("no swimmer is left", "SA-7", 0)'),
        ("the referee", 'Question("Is that so", (Answer("yes, it is", ()),))'),
        ("the OLED", 'paper.text(1, 2, SMALL.fit("Look again", 90))'),
        ("the OLED's buttons", 'buttons(paper, t("yes"), "Other", "")'),
        ("the page's answers", 'raise RequestRefused("the disk is full" if full else t("it is not there"))'),
        ("a fault", 'device.put(Fault("disk", f"No room on {disk}"))'),
        ("the doctor", 'Check("disk", "warn", f"{free} MB are free", "" if free else "Make room soon.")'),
        ("an exam", 'return changed(exam, note="I see nothing")'),
    ],
)
def test_one_in_a_room_of_the_device_would_be_found(room, planted):
    assert list(outside.in_python(planted)), room


def test_one_on_the_page_would_be_found():
    script = 'h("p.card", { title: t("Said") }, "Not said"); toast(`Saved as ${name} now`); say("name?"); // A word'
    assert list(outside.in_script(script)) == ["Not said", "Saved as {} now", "name?"]
    page = '<main aria-label="Said"><em>Not said</em><input placeholder="Nor this"><p>Said</p><script>let a</script>'
    assert list(outside.in_html(page)) == ["Not said", "Nor this"]
