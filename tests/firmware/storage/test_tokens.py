"""Tokens of programs outlive a restart, also those that a command made meanwhile; a damaged file knows none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.gate.tokens import MOST_TOKENS, ApiTokens, TooManyTokens
from firmware.cli.network.tokens import tokens as command
from firmware.storage.people.tokens import FILE, TokenFile


def test_a_token_is_known_after_a_restart_and_is_not_on_the_disk(tmp_path: Path) -> None:
    token, made = ApiTokens(TokenFile(tmp_path)).make("Lamp", "answer")
    assert ApiTokens(TokenFile(tmp_path)).owner(token) == made
    assert token not in (tmp_path / FILE).read_text()


def test_a_device_that_runs_knows_at_once_what_a_command_made_and_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIFEGUARD_HOME", str(tmp_path))
    running = ApiTokens(TokenFile(tmp_path))
    assert running.all() == ()
    made = json.loads(asked("make", "Lamp in the hall", "--right", "answer", "--json"))
    assert (made["name"], running.owner(made["token"]).may("answer")) == ("Lamp in the hall", True)
    (listed,) = (json.loads(line) for line in asked("list", "--json").splitlines())
    assert listed == {key: value for key, value in made.items() if key != "token"}
    asked("remove", made["id"])
    assert running.owner(made["token"]) is None


def test_another_right_and_a_name_of_nothing_are_refused_with_what_would_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIFEGUARD_HOME", str(tmp_path))
    for words, says in ((("Lamp", "--right", "all"), "read, answer, manage"), ((" ",), "1 to 40 letters")):
        refused = CliRunner().invoke(command, ["make", *words])
        assert (refused.exit_code, says in " ".join(refused.output.split())) == (2, True), refused.output
    assert not (tmp_path / FILE).exists()


@pytest.mark.parametrize("damaged", [b"", b"[1]", b"\xff\x00", b'[{"id": "a"}]'])
def test_a_damaged_file_knows_no_token_and_the_next_one_mends_it(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / FILE).write_bytes(damaged)
    tokens = ApiTokens(TokenFile(tmp_path))
    assert tokens.all() == ()
    token, _ = tokens.make("Lamp", "read")
    assert tokens.owner(token)


def test_there_are_64_tokens_at_most() -> None:
    tokens = ApiTokens()
    for number in range(MOST_TOKENS):
        tokens.make(str(number), "read")
    with pytest.raises(TooManyTokens, match="remove one first"):
        tokens.make("one more", "read")


def asked(*words: str) -> str:
    """What `lifeguard token` prints."""
    done = CliRunner().invoke(command, words)
    assert done.exit_code == 0, done.output
    return done.stdout
