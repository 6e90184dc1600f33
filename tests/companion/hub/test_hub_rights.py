"""Each route of the hub is tried by everybody: who gets in is what docs/security.md says, row by row."""

from __future__ import annotations

import re
from pathlib import Path

import httpx

from companion.gate.phones import PairedPhones
from companion.hub.routes import COOKIE, create_hub
from firmware.hub.desk import HubDesk
from tests.companion.browsing import serving

DOCUMENT = Path("docs/security.md")
BEGIN, END = "<!-- hub rights -->\n", "<!-- /hub rights -->\n"
WHO = ("guest", "phone or token of a table", "host (PIN or paired)", "stranger")
HEAD = f"| route | {' | '.join(WHO)} |\n| --- | {' | '.join('---' for _ in WHO)} |\n"
FILLED = {"{name}": "kitchen", "{id}": "00000000"}


def test_who_gets_in_at_each_route_of_the_hub_is_what_the_docs_say(tmp_path: Path) -> None:
    desk, phones, rows = HubDesk(tmp_path / "hub", lambda *_: None), PairedPhones(), []
    app = create_hub(desk, phones=phones)
    with serving(app) as at, httpx.Client(base_url=f"http://{at}", trust_env=False) as client:

        def asked(who: str, method: str, path: str) -> int:
            cookie, _ = phones.pair("iPhone")
            headers = {
                WHO[1]: {"Cookie": f"lifeguard_phone={cookie}", "Authorization": "Bearer lg_of-a-table"},
                WHO[2]: {"Cookie": f"{COOKIE}={cookie}"},
                WHO[3]: {"Cookie": f"{COOKIE}={cookie}", "Host": "evil.example", "X-Lifeguard-Pin": desk.pin()},
            }
            body = {"json": {}} if method == "POST" else {}
            return client.request(method, path, headers=headers.get(who, {}), **body).status_code

        paths = app.openapi()["paths"]
        for path, method in sorted((path, method.upper()) for path, item in paths.items() for method in item):
            real = re.sub(r"\{\w+\}", lambda part: FILLED[part[0]], path)
            got = [asked(who, method, real) for who in WHO]
            assert 500 not in got, (method, path, got)
            rows.append(
                f"| `{method} {path}` | {' | '.join('no' if code in (403, 429) else 'yes' for code in got)} |\n"
            )
    table, written = HEAD + "".join(rows), DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    (tmp_path / "rights.md").write_text(table)
    assert written == table, f"docs/security.md has another table than {tmp_path / 'rights.md'}"
