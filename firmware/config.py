"""The settings of the device: a TOML file, the command line above it, and defaults below."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import tomli_w
from platformdirs import user_data_path
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, HttpUrl, SecretStr, ValidationError
from pydantic_core import PydanticCustomError

from hardware.panel.board import PanelWiring
from hardware.panel.buttons import BUTTON_GPIOS
from hardware.panel.display import OledWiring

MODEL = Path("/proc/device-tree/model")
"""Where a machine on which Linux knows its make says what it is."""
SETTINGS = "lifeguard.toml"
"""The file of settings in the folder of all data."""
SECRET = re.compile("(password|secret|token|key)$", re.IGNORECASE)
"""What settings are called that nobody else may know."""
Pin = Annotated[int, Field(ge=0, le=27, strict=True, description="GPIO number")]


class ConfigError(Exception):
    """The configuration does not fit; the message names the key and says what would."""


BEST_MODE_BYTES = 1_500_000_000
"""With less memory the camera's best mode is left alone: its pictures have 9 MB each at 2304 x 1296, the camera keeps
three, and reading takes more of them."""


def on_pi() -> bool:
    """Whether this is a Raspberry Pi, whose own parts are then used unless others are asked for."""
    try:
        return MODEL.read_bytes().startswith(b"Raspberry Pi")
    except OSError:
        return False


def memory_bytes() -> int:
    """How much memory a Linux machine has."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _none(given: object) -> object:
    """A part that is `false` is not there."""
    return None if given is False else given


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class GameConfig(_Section):
    """What is played, and by whom."""

    name: str = "shark-attacks"
    players: tuple[str, ...] = ("Ana", "Ben")
    options: dict[str, str | int | bool] = Field(default_factory=dict)


class DeviceConfig(_Section):
    """The box itself. `language`: in which it speaks to whoever asks for none of ours, as one of
    `companion.words.language.LANGUAGES`."""

    language: Literal["en", "de", "fr", "es", "nl", "ja"] = "en"


class CameraConfig(_Section):
    """Where the pictures come from: `pi` (on one), `usb:N`, `simulated` (elsewhere), a folder or a video file.

    `best_mode`: mats of cards are read with all px that a `pi` has of them, as long as the machine's memory holds such
    pictures.
    """

    source: str = Field(default_factory=lambda: "pi" if on_pi() else "simulated")
    width: Annotated[int, Field(ge=320, le=4096)] = 1280
    height: Annotated[int, Field(ge=240, le=4096)] = 720
    fps: Annotated[float, Field(gt=0, le=120)] = 20.0
    lock: bool = False
    best_mode: bool = Field(default_factory=lambda: on_pi() and memory_bytes() >= BEST_MODE_BYTES)


class OledConfig(_Section):
    """The OLED and its wires."""

    chip: Literal["ssd1306", "sh1106", "ssd1309"] = "ssd1306"
    bus: Literal["i2c", "spi"] = "i2c"
    port: int | None = None
    address: Annotated[int, Field(ge=0x08, le=0x77)] = 0x3C
    rotate: Literal[0, 180] = 0
    device: int = 0
    dc: Pin = 24
    reset: Pin = 25


class PanelConfig(_Section):
    """Display, buttons, buzzer and LED: `real` ones on a Raspberry Pi, or `simulated` ones. One that is `false` is not
    there."""

    kind: Literal["real", "simulated"] = Field(default_factory=lambda: "real" if on_pi() else "simulated")
    oled: Annotated[OledConfig | None, BeforeValidator(_none)] = OledConfig()
    buttons: dict[Literal["A", "B", "C"], Pin] = Field(default_factory=lambda: dict(BUTTON_GPIOS))  # type: ignore[arg-type]
    buzzer: Annotated[Pin | None, BeforeValidator(_none)] = 18
    led: Annotated[Pin | None, BeforeValidator(_none)] = 26
    volume: Annotated[float, Field(ge=0, le=1)] = 1.0

    def wired(self) -> PanelWiring:
        """The same in hardware's words."""
        oled = OledWiring(**self.oled.model_dump()) if self.oled else None
        return PanelWiring(
            oled, {str(name): pin for name, pin in self.buttons.items()}, self.buzzer, self.led, self.volume
        )


def _four(host: str) -> str:
    """The host, if it is no address of IP version 6: the page's server listens on version 4 alone."""
    if ":" in host:
        raise PydanticCustomError("host", "an address such as 0.0.0.0 (all networks) or 127.0.0.1 (this machine alone)")
    return host


class PageConfig(_Section):
    """The web page: its port, the address it listens on, further host names it answers to, other sites it lets in."""

    port: Annotated[int, Field(ge=0, le=65535)] = 8080
    host: Annotated[str, AfterValidator(_four)] = "0.0.0.0"
    names: tuple[str, ...] = ()
    origins: tuple[Annotated[str, Field(pattern=r"^https?://[^/\s]+$")], ...] = ()


class HubConfig(_Section):
    """The board of `lifeguard hub`, docs/hub.md: as `PageConfig`; its broker and prefix are those of `MqttConfig`."""

    port: Annotated[int, Field(ge=0, le=65535)] = 8090
    host: Annotated[str, AfterValidator(_four)] = "0.0.0.0"
    names: tuple[str, ...] = ()


class BackupConfig(_Section):
    """Where the device keeps a backup of itself each week (None: nowhere), whether with photographs, and how many."""

    folder: Path | None = None
    photographs: bool = False
    keep: Annotated[int, Field(ge=1, le=100)] = 8


Command = Literal["answer", "undo", "new-match", "end-match", "lock", "help"]
TopicPart = Annotated[str, Field(pattern=r"^[^+#/\s]+(/[^+#/\s]+)*$")]


def _all_or_none(given: object) -> object:
    """Every command for `true`, none for `false`."""
    return get_args(Command) if given is True else () if given is False else given


class MqttConfig(_Section):
    """The MQTT broker that is told what happens: docs/mqtt.md.

    `table` names this device among others of the same broker; "" stands for a name made of this machine's own.
    `tls`: by the authorities that the system trusts, or by the one in a file (PEM). `discovery`: what the topics of
    Home Assistant begin with (None: it is told nothing). `photographs`: whether the last look is shown. `commands`:
    what the device may be asked to do.
    """

    host: Annotated[str, Field(min_length=1)]
    port: Annotated[int | None, Field(ge=1, le=65535)] = None
    user: str = ""
    password: SecretStr = SecretStr("")
    password_file: Path | None = None
    tls: bool | Path = False
    prefix: TopicPart = "lifeguard"
    table: Annotated[str, Field(pattern=r"^[a-z0-9_-]*$")] = ""
    discovery: Annotated[TopicPart | None, BeforeValidator(_none)] = "homeassistant"
    photographs: bool = False
    commands: Annotated[tuple[Command, ...], BeforeValidator(_all_or_none)] = ()


def _anonymous(url: HttpUrl) -> HttpUrl:
    """The address, if no name and password stand in it: nobody would be sent them."""
    if url.username or url.password:
        raise PydanticCustomError("url", "an address without name and password; a receiver knows us by `secret`")
    return url


class WebhookConfig(_Section):
    """An address on the web that each event is posted to, and the secret that it is signed with: docs/webhooks.md.

    Many an address is a secret itself: whoever knows its path may post there.
    """

    url: Annotated[HttpUrl, AfterValidator(_anonymous)]
    secret: SecretStr = SecretStr("")
    secret_file: Path | None = None


class Config(_Section):
    """Everything that can be set; every section has a default."""

    game: GameConfig = Field(default_factory=GameConfig)
    device: DeviceConfig = Field(default_factory=DeviceConfig)
    camera: CameraConfig = Field(default_factory=CameraConfig)
    panel: PanelConfig = Field(default_factory=PanelConfig)
    page: PageConfig = Field(default_factory=PageConfig)
    backup: BackupConfig = Field(default_factory=BackupConfig)
    mqtt: MqttConfig | None = None
    webhooks: tuple[WebhookConfig, ...] = ()
    hub: HubConfig = Field(default_factory=HubConfig)


def load(path: Path | None, above: Mapping[str, Mapping[str, Any]]) -> Config:
    """The configuration of a file with the given sections laid over it. Raises ConfigError."""
    data: dict[str, Any] = {}
    if path is not None:
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            why = (error.strerror or str(error)).lower() if isinstance(error, OSError) else "it is no text in UTF-8"
            raise ConfigError(f"cannot read the configuration {path}: {why}") from error
        except tomllib.TOMLDecodeError as error:
            raise ConfigError(f"{path} is not valid TOML: {error}") from error
    for section, values in above.items():
        given = {key: value for key, value in values.items() if value is not None}
        if isinstance(data.setdefault(section, {}), dict):
            data[section] = data[section] | given
    try:
        return Config.model_validate(data)
    except ValidationError as error:
        raise ConfigError(f"{path or 'the command line'}: {_first(error)}") from error


def settings_file(given: Path | None, home: Path) -> Path | None:
    """The file of settings that counts: the one that is given, else that of the folder of all data, if there is one."""
    own = home / SETTINGS
    return given or (own if own.exists() else None)


def without_secrets(file: Path) -> str:
    """The settings in a file, as TOML, without those that are called like a secret. Raises ConfigError."""
    load(file, {})
    return tomli_w.dumps(_open(tomllib.loads(file.read_text(encoding="utf-8"))))


def _open(section: Mapping[str, Any]) -> dict[str, Any]:
    """A section without its secrets."""
    return {key: _opened(value) for key, value in section.items() if not SECRET.search(key)}


def _opened(value: Any) -> Any:
    if isinstance(value, dict):
        return _open(value)
    return [_opened(one) for one in value] if isinstance(value, list) else value


def _first(error: ValidationError) -> str:
    """The first thing that is wrong, in one line, with what would fit."""
    wrong = error.errors()[0]
    where = ".".join(str(part) for part in wrong["loc"])
    if wrong["type"] == "extra_forbidden":
        return f"there is no key {where!r}; there are {', '.join(_keys(wrong['loc'][:-1]))}"
    if wrong["type"] == "missing":
        return f"{where} is missing"
    several = wrong["type"] == "tuple_type" and isinstance(wrong["input"], dict)
    if wrong["type"] == "model_type" or several:
        section = ".".join(str(part) for part in wrong["loc"] if not isinstance(part, int))
        fits = f"[[{section}]]" if several or section != where else f"[{section}]"
        return f"{where} does not fit: it is a section, {fits}"
    return f"{where}{_given(wrong['loc'], wrong['input'])} does not fit: {wrong['msg'].lower()}"


def _given(path: tuple[int | str, ...], given: object) -> str:
    """What was given there, to be repeated to people: nothing that is a secret or may hold one."""
    secret = path[-1:] == ("url",) or any(SECRET.search(str(part)) for part in path)
    return "" if secret or isinstance(given, dict | list) else f" = {given!r}"


def _keys(path: tuple[int | str, ...]) -> list[str]:
    model: Any = Config
    for part in path:
        if isinstance(part, int):  # one of several alike
            continue
        kind = model.model_fields[part].annotation
        model = next((k for k in (kind, *getattr(kind, "__args__", ())) if hasattr(k, "model_fields")), None)
    return list(model.model_fields) if model else []


def home() -> Path:
    """The folder of all data: `$LIFEGUARD_HOME`, else the platform's user data folder."""
    return Path(os.environ.get("LIFEGUARD_HOME") or user_data_path("lifeguard"))
