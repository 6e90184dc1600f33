"""The configuration: file, command line above it, and one clear line for what does not fit."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import get_args

import pytest

from companion.words.language import LANGUAGES
from firmware.config import Config, ConfigError, DeviceConfig, home, load, settings_file, without_secrets


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "lifeguard.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_without_a_file_everything_has_a_default() -> None:
    assert load(None, {}) == Config()


@pytest.mark.parametrize(
    ("model", "parts"),
    [("Raspberry Pi Zero 2 W Rev 1.0\0", ("pi", "real")), ("Acme Board\0", ("simulated", "simulated"))],
)
def test_a_raspberry_pi_uses_its_own_parts_unless_others_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: str, parts: tuple[str, str]
) -> None:
    (tmp_path / "model").write_text(model)
    monkeypatch.setattr("firmware.config.MODEL", tmp_path / "model")
    config = load(None, {})
    assert (config.camera.source, config.panel.kind) == parts
    asked = load(written(tmp_path, "[panel]\nkind = 'simulated'\n"), {"camera": {"source": "usb:0"}})
    assert (asked.camera.source, asked.panel.kind) == ("usb:0", "simulated")


def test_the_command_line_comes_before_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, '[game]\nname = "dice-tray"\nplayers = ["Ana", "Ben"]\n')
    config = load(path, {"game": {"name": "shark-attacks", "players": None}})
    assert (config.game.name, config.game.players) == ("shark-attacks", ("Ana", "Ben"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[camera]\nsorce = 'pi'\n", "there is no key 'camera.sorce'; there are source, width, height, fps, lock"),
        ("[cam]\n", "there is no key 'cam'; there are game, device, camera"),
        ("[panel.oled]\nchips = 1\n", "there is no key 'panel.oled.chips'; there are chip, bus"),
        ("[page]\nport = 99999\n", "page.port = 99999 does not fit: input should be less than or equal to 65535"),
        ("[page]\nhost = '::'\n", "page.host = '::' does not fit: an address such as 0.0.0.0 (all networks)"),
        ("[panel]\nkind = 'fake'\n", "panel.kind = 'fake' does not fit: input should be 'real' or 'simulated'"),
        ("[device]\nlanguage = 'tlh'\n", "device.language = 'tlh' does not fit: input should be 'en', 'de', 'fr'"),
        ("[game\n", "is not valid TOML"),
        ("[mqtt]\nuser = 'ana'\npassword = 'sea shell'\n", "mqtt.host is missing"),
        ("[[webhooks]]\nurl = 'ftp://a.example/'\n", "webhooks.0.url does not fit: url scheme should be"),
        ("[[webhooks]]\nuri = 'http://a.example/'\n", "webhooks.0.url is missing"),
        (
            "[[webhooks]]\nurl = 'http://a.example/'\nkey = 1\n",
            "there is no key 'webhooks.0.key'; there are url, secret",
        ),
        ("[mqtt]\nhost = 'broker'\nprefix = 'home/#'\n", "mqtt.prefix = 'home/#' does not fit: string should match"),
        ("game = 3\n", "game does not fit: it is a section, [game]"),
    ],
)
def test_a_wrong_file_is_refused_in_one_line_that_says_what_fits(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigError) as refused:
        load(written(tmp_path, text), {})
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    assert "sea shell" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "[webhooks]\nurl = 'http://a.example/'\nsecret = 'hunter2'\n",
            "webhooks does not fit: it is a section, [[webhooks]]",
        ),
        ("[[mqtt]]\nhost = 'broker'\npassword = 'hunter2'\n", "mqtt does not fit: it is a section, [mqtt]"),
        ("mqtt = 'hunter2'\n", "mqtt does not fit: it is a section, [mqtt]"),
        ("webhooks = ['hunter2']\n", "webhooks.0 does not fit: it is a section, [[webhooks]]"),
        ("[mqtt]\nhost = 'broker'\npassword = 72391\n", "mqtt.password does not fit: input should be a valid string"),
        ("[mqtt]\nhost = 'broker'\npassword = [72391]\n", "mqtt.password does not fit: input should be a valid string"),
        (
            "[[webhooks]]\nurl = 'http://a.example/'\nsecret = 72391\n",
            "webhooks.0.secret does not fit: input should be",
        ),
    ],
)
def test_what_may_hold_a_secret_is_refused_without_being_repeated(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigError) as refused:
        load(written(tmp_path, text), {})
    assert said in str(refused.value)
    assert "hunter2" not in str(refused.value)
    assert "72391" not in str(refused.value)


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot read the configuration"):
        load(tmp_path / "none.toml", {})


def test_the_panel_in_hardwares_words_is_wired_as_the_file_says(tmp_path: Path) -> None:
    text = "[panel]\nbuzzer = 12\noled = { chip = 'sh1106', address = 0x3D }\nbuttons = { A = 1, B = 2 }\n"
    panel = load(written(tmp_path, text), {}).panel.wired()
    assert panel.oled is not None
    assert (panel.buzzer, panel.oled.chip, panel.oled.address) == (12, "sh1106", 0x3D)
    assert dict(panel.buttons) == {"A": 1, "B": 2}


def test_a_part_that_is_false_is_not_there_and_true_is_no_pin(tmp_path: Path) -> None:
    panel = load(written(tmp_path, "[panel]\noled = false\nbuzzer = false\nled = false\n"), {}).panel.wired()
    assert (panel.oled, panel.buzzer, panel.led) == (None, None, None)
    with pytest.raises(ConfigError, match=r"panel\.led = True does not fit"):
        load(written(tmp_path, "[panel]\nled = true\n"), {})


def test_the_device_speaks_any_language_that_the_page_knows() -> None:
    assert get_args(DeviceConfig.model_fields["language"].annotation) == tuple(LANGUAGES)


def test_the_data_folder_is_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFEGUARD_HOME", str(tmp_path))
    assert home() == tmp_path


@pytest.mark.parametrize("page", ["configuration", "mqtt", "webhooks"])
def test_the_example_in_the_docs_is_a_configuration(tmp_path: Path, page: str) -> None:
    text = Path(f"docs/{page}.md").read_text(encoding="utf-8")
    example = text.split("```toml\n")[1].split("```")[0]
    config = load(written(tmp_path, example), {})
    found = (config.camera.source == "pi", config.mqtt is not None, bool(config.webhooks))
    assert found == (page == "configuration", page == "mqtt", page == "webhooks")


def test_the_file_in_the_folder_of_all_data_counts_if_no_other_is_given(tmp_path: Path) -> None:
    assert settings_file(None, tmp_path) is None
    own = written(tmp_path, "[page]\nport = 8081\n")
    assert settings_file(None, tmp_path) == own
    assert settings_file(tmp_path / "other.toml", tmp_path) == tmp_path / "other.toml"


def test_settings_that_leave_the_device_hold_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.config.load", lambda path, above: Config())
    text = '[mqtt]\nhost = "shelf"\npassword = "hunter2"\n[mqtt.tls]\nKey = "abc"\nca = "/etc/ca.pem"\n'
    text += '[[webhooks]]\nurl = "http://a.example/"\nsecret = "sea shell"\n'
    said = without_secrets(written(tmp_path, text))
    assert tomllib.loads(said) == {
        "mqtt": {"host": "shelf", "tls": {"ca": "/etc/ca.pem"}},
        "webhooks": [{"url": "http://a.example/"}],
    }
