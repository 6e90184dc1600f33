"""The description of the API is complete: every route, its answer, and every error that it gives."""

from __future__ import annotations

import pytest
from starlette.routing import Route

from companion.api.app import create_app


@pytest.fixture
def app(desk):
    return create_app(desk)


@pytest.fixture
def described(app):
    return app.openapi()


def test_every_route_is_described_in_words(app, described):
    operations = [operation for path in described["paths"].values() for operation in path.values()]
    assert len(operations) == 25
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


def test_every_change_says_that_it_needs_the_pin_and_how_it_can_fail(described):
    changes = {path: item["post"] for path, item in described["paths"].items() if "post" in item}
    assert len(changes) == 11
    for path, operation in changes.items():
        assert operation["security"] == [{"pin": []}, {"phone": []}], path
        assert {"403", "411", "413", "429"} <= set(operation["responses"]), path
        if path not in ("/api/pin", "/api/pair"):
            assert {"409", "422", "423", "503"} <= set(operation["responses"]), path


def test_the_description_is_served_but_not_the_viewers_that_load_from_elsewhere(phone):
    assert phone.get("/openapi.json").json()["info"]["title"] == "Lifeguard"
    assert [phone.get(path).status_code for path in ("/docs", "/redoc")] == [404, 404]
