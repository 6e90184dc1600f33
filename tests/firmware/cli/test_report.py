"""Whoever waits at a terminal sees how far long work has come; a program that reads the output sees nothing of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from firmware.cli.report import counted


def _terminals(monkeypatch: pytest.MonkeyPatch, out: bool, err: bool) -> None:
    """Whether standard output and standard error go to one."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: out)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: err)


def test_long_work_is_counted_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _terminals(monkeypatch, out=True, err=True)
    assert list(counted("abc", 3)) == ["a", "b", "c"]
    assert capsys.readouterr() == ("", "\r1 of 3\r2 of 3\r3 of 3\n")


@pytest.mark.parametrize(("out", "err", "counts"), [(True, True, False), (False, True, True), (False, False, False)])
def test_lines_on_the_same_terminal_need_no_count_beside_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], out: bool, err: bool, counts: bool
) -> None:
    _terminals(monkeypatch, out, err)
    assert list(counted([1], 1, among_lines=True)) == [1]
    assert capsys.readouterr() == ("", "\r1 of 1\n" if counts else "")


def test_work_that_fails_ends_the_line_that_it_was_counted_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _terminals(monkeypatch, out=False, err=True)
    with pytest.raises(OSError, match="disk"):
        _fails(at=1)
    assert capsys.readouterr().err == "\r1 of 2\n"
    with pytest.raises(OSError, match="disk"):
        _fails(at=0)
    assert capsys.readouterr().err == ""


def _fails(at: int) -> None:
    def work() -> Iterator[int]:
        for number in range(2):
            if number == at:
                raise OSError("the disk is full")
            yield number

    list(counted(work(), 2))
