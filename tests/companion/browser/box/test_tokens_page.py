"""The page of tokens in a real browser: one is made, told once, and removed."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from companion.api.app import create_app
from companion.gate.tokens import ApiTokens
from tests.companion.browsing import CHROMIUM, CUT, PHONE, SMALL, flaws, serving, unlock

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_a_token_is_made_told_once_and_removed(desk: Any, browser: Browser, size: tuple[int, int]) -> None:
    tokens = ApiTokens()
    with (
        serving(create_app(desk, tokens=tokens)) as address,
        browser.new_context(viewport={"width": size[0], "height": size[1]}) as context,
    ):
        page = context.new_page()
        page.goto(f"http://{address}/tokens")
        unlock(page)
        page.get_by_role("button", name="Make a token").click()
        page.get_by_label("What is the program called?").fill("Lamp in the hall")
        page.get_by_label("What may it do?").select_option("answer")
        page.get_by_role("button", name="Make it").click()
        told = page.locator(".token").inner_text()
        assert tokens.owner(told).right == "answer"
        assert page.evaluate(CUT) == []
        page.get_by_role("button", name="Close").click()
        expect(page.locator("li.match")).to_contain_text("Lamp in the hall")
        expect(page.get_by_text(told)).to_have_count(0)
        assert (page.evaluate(CUT), flaws(page)) == ([], [])
        page.get_by_role("button", name="Remove").click()
        page.get_by_role("button", name="Remove it").click()
        expect(page.locator("li.match")).to_have_count(0)
        assert tokens.all() == ()
