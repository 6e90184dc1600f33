"""The description of the API is complete: every route, its answer, and every error that it gives."""

from __future__ import annotations

import re

import httpx
import pytest
from starlette.routing import Route

from tests.companion.browsing import PIN, serving
from tests.companion.whole_app import whole_app


@pytest.fixture
def app(desk):
    return whole_app(desk)


@pytest.fixture
def described(app):
    return app.openapi()


def test_every_route_is_described_in_words(app, described):
    operations = [operation for path in described["paths"].values() for operation in path.values()]
    assert len(operations) == 76
    assert all(operation["summary"] for operation in operations)
    own = {route.path for route in app.routes if isinstance(route, Route)} - {"/openapi.json"}
    assert own <= set(described["paths"])


def test_every_answer_is_a_model_or_a_file(described):
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            fine = {code: answer for code, answer in operation["responses"].items() if code.startswith("2")}
            assert fine, f"{method} {path} describes no answer"
            assert all("content" in answer for code, answer in fine.items() if code != "204"), f"{method} {path}"


def test_every_error_is_a_problem(described):
    for path, operations in described["paths"].items():
        for operation in operations.values():
            errors = {code: answer for code, answer in operation["responses"].items() if code >= "4"}
            for code, answer in errors.items():
                schema = answer["content"]["application/json"]["schema"]
                assert schema == {"$ref": "#/components/schemas/Problem"}, f"{path} {code}"


PEOPLES_OWN = re.compile("/api/(pin|pair|phones|tokens|network$|name|update)")
"""What no program's token opens."""


def test_every_change_says_what_it_needs_and_how_it_can_fail(described):
    changes = {path: item["post"] for path, item in described["paths"].items() if "post" in item}
    assert len(changes) == 27
    for path, operation in changes.items():
        needs = [{"pin": []}, {"phone": []}, *([] if PEOPLES_OWN.match(path) else [{"token": []}])]
        assert operation["security"] == needs, path
        assert {"403", "411", "413", "429"} <= set(operation["responses"]), path
        if "ChangeRequest" in str(operation.get("requestBody")):
            assert {"409", "422", "423", "503"} <= set(operation["responses"]), path


def test_every_request_has_an_example_that_is_understood(app, described):
    schemas, tried = described["components"]["schemas"], 0
    with serving(app) as at, httpx.Client(base_url=f"http://{at}", trust_env=False, timeout=60) as phone:
        for path, item in described["paths"].items():
            body = item.get("post", {}).get("requestBody", {}).get("content", {}).get("application/json")
            if body:
                (example,) = schemas[body["schema"]["$ref"].rpartition("/")[2]]["examples"]
                answer = phone.post(path, json=example, headers={"X-Lifeguard-Pin": PIN})
                assert answer.status_code in (200, 204, 404, 409), (path, answer.text)
                tried += 1
    assert tried == 22


def test_the_description_is_served_but_not_the_viewers_that_load_from_elsewhere(phone):
    assert phone.get("/openapi.json").json()["info"]["title"] == "Lifeguard"
    assert [phone.get(path).status_code for path in ("/docs", "/redoc")] == [404, 404]
