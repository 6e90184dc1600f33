"""The configuration: file, command line above it, and one clear line for what does not fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.config import Config, ConfigError, home, load


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "lifeguard.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_without_a_file_everything_has_a_default() -> None:
    assert load(None, {}) == Config()


def test_the_command_line_comes_before_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, '[game]\nname = "dice-tray"\nplayers = ["Ana", "Ben"]\n')
    config = load(path, {"game": {"name": "shark-attacks", "players": None}})
    assert (config.game.name, config.game.players) == ("shark-attacks", ("Ana", "Ben"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[camera]\nsorce = 'pi'\n", "there is no key 'camera.sorce'; there are source, width, height, fps, lock"),
        ("[cam]\n", "there is no key 'cam'; there are game, camera, panel, page"),
        ("[panel.oled]\nchips = 1\n", "there is no key 'panel.oled.chips'; there are chip, bus"),
        ("[page]\nport = 99999\n", "page.port = 99999 does not fit: input should be less than or equal to 65535"),
        ("[panel]\nkind = 'fake'\n", "panel.kind = 'fake' does not fit: input should be 'real' or 'simulated'"),
        ("[game\n", "is not valid TOML"),
        ("game = 3\n", "game = 3 does not fit: it is a section, [game]"),
    ],
)
def test_a_wrong_file_is_refused_in_one_line_that_says_what_fits(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigError) as refused:
        load(written(tmp_path, text), {})
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot read the configuration"):
        load(tmp_path / "none.toml", {})


def test_the_panel_in_hardwares_words_is_wired_as_the_file_says(tmp_path: Path) -> None:
    text = "[panel]\nbuzzer = 12\noled = { chip = 'sh1106', address = 0x3D }\nbuttons = { A = 1, B = 2 }\n"
    panel = load(written(tmp_path, text), {}).panel.wired()
    assert panel.oled is not None
    assert (panel.buzzer, panel.oled.chip, panel.oled.address) == (12, "sh1106", 0x3D)
    assert dict(panel.buttons) == {"A": 1, "B": 2}


def test_the_data_folder_is_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFEGUARD_HOME", str(tmp_path))
    assert home() == tmp_path


def test_the_example_in_the_docs_is_a_configuration(tmp_path: Path) -> None:
    text = Path("docs/configuration.md").read_text(encoding="utf-8")
    example = text.split("```toml\n")[1].split("```")[0]
    assert load(written(tmp_path, example), {}).camera.source == "pi"
