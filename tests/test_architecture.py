"""Who may import whom, and what must not be in the repository."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = {"engines", "vision", "hardware", "companion", "firmware"}
ALLOWED = {
    "engines": {"engines"},
    "vision": {"vision", "numpy", "cv2"},
    "hardware": {
        "hardware",
        "gpiozero",
        "luma",
        "picamera2",
        "libcamera",
        "PIL",
        "cv2",
        "numpy",
        "reportlab",
        "smbus2",
    },
    "companion": {"companion", "engines", "fastapi", "starlette", "pydantic"},
}


def imports(path: Path) -> Iterator[str]:
    """The top-level names of the packages that a module imports, at its top or inside a function."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").partition(".")[0]


@pytest.mark.parametrize("package", ALLOWED)
def test_each_package_imports_only_what_the_architecture_allows(package: str) -> None:
    forbidden = {
        f"{path.relative_to(ROOT)} imports {name}"
        for path in (ROOT / package).rglob("*.py")
        for name in imports(path)
        if name not in ALLOWED[package] and name not in sys.stdlib_module_names
    }
    assert forbidden == set()


def test_nothing_of_ours_is_imported_by_a_relative_path() -> None:
    relative = {
        str(path.relative_to(ROOT))
        for package in OURS
        for path in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.level
    }
    assert relative == set()


def test_the_pis_own_libraries_are_not_imported_before_they_are_needed() -> None:
    """The program starts on a laptop: no picamera2, lgpio or RPi is needed to import all of it."""
    modules = [
        "firmware.run",
        "firmware.cli",
        "hardware.panel.board",
        "hardware.cameras.open",
        "vision.dice.reader",
        "companion.api.app",
    ]
    unwanted = ["picamera2", "lgpio", "RPi"]
    code = f"import sys\nfor m in {modules}: __import__(m)\nprint([m for m in {unwanted} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "[]"
