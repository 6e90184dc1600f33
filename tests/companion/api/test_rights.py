"""Each route is tried by everybody: who gets in is what docs/security.md says, row by row."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from companion.api.app import create_app
from companion.gate.phones import PairedPhones
from companion.gate.tokens import RIGHTS, ApiTokens
from tests.companion.browsing import PIN, serving
from tests.companion.whole_app import whole_app

DOCUMENT = Path("docs/security.md")
BEGIN, END = "<!-- rights -->\n", "<!-- /rights -->\n"
WHO = ("guest", "PIN or paired phone", "the same, locked", *(f"token `{right}`" for right in RIGHTS), "stranger")
HEAD = f"| route | {' | '.join(WHO)} |\n| --- | {' | '.join('---' for _ in WHO)} |\n"
FILLED = {
    "{photo}": "look-0",
    "{game}": "dice-tray",
    "{rule}": "SA-3",
    "{id}": "00000000",
    "{number}": "1",
    "{step}": "0",
}


@pytest.fixture
def asked(desk: Any) -> Iterator[Any]:
    """Tries a route as somebody; gives the status."""
    phones, tokens = PairedPhones(), ApiTokens()
    app = whole_app(desk, phones=phones, tokens=tokens)
    bearers = {f"token `{right}`": tokens.make(right, right)[0] for right in RIGHTS}
    with serving(app) as at, httpx.Client(base_url=f"http://{at}", trust_env=False) as client:

        def ask(who: str, method: str, path: str) -> int:
            desk.shut = who == "the same, locked"
            headers = {"Authorization": f"Bearer {bearers[who]}"} if who in bearers else {}
            if who in WHO[1:3]:
                cookie, _ = phones.pair("iPhone")  # anew each time: one of the routes forgets them all
                headers = {"Cookie": f"lifeguard_phone={cookie}"}
            if who == "stranger":
                headers = {"Host": "evil.example", "X-Lifeguard-Pin": PIN}
            body = {"json": {}} if method == "POST" else {}
            return client.request(method, path, headers=headers, **body).status_code

        ask.routes = sorted(  # type: ignore[attr-defined]
            (path, method.upper()) for path, item in app.openapi()["paths"].items() for method in item
        )
        yield ask


def test_who_gets_in_at_each_route_is_what_the_docs_say(asked: Any, tmp_path: Path) -> None:
    rows = []
    for path, method in asked.routes:
        real = re.sub(r"\{\w+\}", lambda part: FILLED[part[0]], path)
        got = [asked(who, method, real) for who in WHO]
        assert 500 not in got, (method, path, got)
        rows.append(f"| `{method} {path}` | {' | '.join('no' if code in (403, 423) else 'yes' for code in got)} |\n")
    table, written = HEAD + "".join(rows), DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    (tmp_path / "rights.md").write_text(table)
    assert written == table, f"docs/security.md has another table than {tmp_path / 'rights.md'}"


def test_a_token_that_was_removed_or_is_made_up_opens_nothing(desk: Any) -> None:
    tokens = ApiTokens()
    token, made = tokens.make("lamp", "manage")
    with serving(create_app(desk, tokens=tokens)) as at, httpx.Client(base_url=f"http://{at}", trust_env=False) as one:
        undo = {"version": desk.version}
        assert one.post("/api/undo", json=undo, headers={"Authorization": f"Bearer {token}"}).status_code == 200
        tokens.remove(made.id)
        for wrong in (token, token[:-1], made.digest, "lg_"):
            answer = one.post("/api/redo", json=undo, headers={"Authorization": f"Bearer {wrong}"})
            assert (answer.status_code, "not known" in answer.json()["error"]) == (403, True)
    assert len(desk.changes) == 1


def test_a_token_is_told_once_and_only_its_digest_is_kept(phone: httpx.Client) -> None:
    made = phone.post("/api/tokens", json={"name": "Lamp", "right": "answer"}).json()
    assert made["token"].startswith("lg_")
    (listed,) = phone.get("/api/tokens").json()
    assert listed == {key: value for key, value in made.items() if key != "token"}
    assert phone.delete(f"/api/tokens/{made['id']}").status_code == 204
    assert phone.delete(f"/api/tokens/{made['id']}").status_code == 404
    assert phone.get("/api/tokens").json() == []
