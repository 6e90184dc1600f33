"""Each topic is tried by everybody, on a real broker with the access lists of the docs: what gets through is what
docs/security.md says, row by row."""

from __future__ import annotations

import subprocess
from pathlib import Path
from threading import Event

from paho.mqtt.client import CallbackAPIVersion, Client

from firmware.outputs.mqtt.topics import Topics
from tests.firmware.outputs.mqtt.mosquitto import PATIENCE_S, Mosquitto, mosquitto, needs_mosquitto

DOCUMENTS = Path("docs/hub.md"), Path("docs/security.md")
BEGIN, END = "<!-- topic rights -->\n", "<!-- /topic rights -->\n"
WHO = ("stranger", "lamps", "table-2", "hub", "table-1")
HEAD = (
    "| topic of `table-1` | stranger: no password | guest: `lamps` | another box | host: `hub` | the box itself |\n"
    "| --- | --- | --- | --- | --- | --- |\n"
)
TABLE = Topics("lifeguard", "table-1")
ALL = (
    TABLE.availability,
    TABLE.camera,
    TABLE.state,
    TABLE.event,
    TABLE.diagnostics,
    TABLE.image,
    TABLE.command,
)
PROBE = "user probe\ntopic readwrite #\npattern readwrite probe/#\n"
"""What the test itself needs: one who hears all, and a topic on which everybody may say that they are done."""


class User:
    """Somebody at the broker; `heard` are the topics that came."""

    def __init__(self, server: Mosquitto, name: str) -> None:
        self.heard: list[str] = []
        self._done, self.let_in, answered = Event(), False, Event()

        def connected(client: Client, _: object, __: object, reason: object, ___: object) -> None:
            self.let_in = not reason.is_failure  # type: ignore[attr-defined]
            answered.set()

        self.client = Client(CallbackAPIVersion.VERSION2)
        self.client.on_connect = connected
        self.client.on_message = self._hear
        if name != "stranger":
            self.client.username_pw_set(name, "secret")
        self.client.connect("127.0.0.1", server.port)
        self.client.loop_start()
        assert answered.wait(PATIENCE_S)
        if self.let_in:
            self.client.subscribe([("lifeguard/#", 1), ("probe/#", 1)])
            self.until_all_came()

    def _hear(self, _: Client, __: object, message: object) -> None:
        topic: str = message.topic  # type: ignore[attr-defined]
        self._done.set() if topic == f"probe/{id(self)}" else self.heard.append(topic)

    def say(self, topic: str) -> None:
        self.client.publish(topic, "x", 1).wait_for_publish(PATIENCE_S)

    def until_all_came(self) -> None:
        """The broker keeps the order: what was said before has come with this."""
        self._done.clear()
        self.say(f"probe/{id(self)}")
        assert self._done.wait(PATIENCE_S)

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


@needs_mosquitto
def test_what_gets_through_on_each_topic_is_what_the_docs_say(tmp_path: Path) -> None:
    lists = "".join(lines_of(document.read_text(encoding="utf-8")) for document in DOCUMENTS)
    (tmp_path / "acl").write_text(lists + lists.partition("user hub")[0].replace("table-1", "table-2") + PROBE)
    (tmp_path / "passwords").touch(mode=0o600)
    for name in (*WHO[1:], "probe"):
        command = ["mosquitto_passwd", "-b", tmp_path / "passwords", name, "secret"]
        subprocess.run(command, check=True, capture_output=True)
    lines = f"allow_anonymous false\npassword_file {tmp_path}/passwords\nacl_file {tmp_path}/acl"
    with mosquitto(tmp_path, lines) as server:
        probe, users = User(server, "probe"), [User(server, name) for name in WHO]
        rows = [f"| `{topic}` | {' | '.join(may(user, probe, topic) for user in users)} |\n" for topic in ALL]
        for user in (probe, *users):
            user.close()
    table = HEAD + "".join(rows)
    written = DOCUMENTS[1].read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    (tmp_path / "rights.md").write_text(table)
    assert written == table, f"docs/security.md has another table than {tmp_path / 'rights.md'}"


def may(user: User, probe: User, topic: str) -> str:
    """What that user may do there: what the probe says comes to them, or what they say comes to the probe."""
    if not user.let_in:
        return "no"
    user.heard.clear()
    probe.say(topic)
    user.until_all_came()
    reads = topic in user.heard
    probe.until_all_came()
    probe.heard.clear()
    user.say(topic)
    probe.until_all_came()
    return " and ".join(["reads"] * reads + ["writes"] * (topic in probe.heard)) or "no"


def lines_of(document: str) -> str:
    """The lines of a document's access list."""
    indented = [line.strip() for line in document.splitlines() if line.startswith("    ")]
    return "".join(f"{line}\n" for line in indented if line.startswith(("user ", "topic ")))
