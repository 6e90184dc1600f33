"""Who may import whom: between the top folders, between the rooms inside them, and between single modules."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from engines.games import GAMES

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
"""For each top folder, what it may import beside the standard library; `firmware` may import everything."""
ROOMS = {
    "engines": [
        ["playthrough", "simulate"],
        ["record", "odds"],
        ["games"],
        [game.replace("-", "_") for game in GAMES],
        ["pips", "french"],
        ["fairness", "dealer"],
        ["names", "once", "seats", "tray", "turn_order"],
        ["core"],
    ],
    "vision": [
        ["pieces"],
        ["cards", "dice", "mat_cards"],
        ["frame"],
        ["annotate"],
        ["bands", "colour", "paper_light", "sharpness", "pictures"],
        ["store"],
        ["reading"],
    ],
    "vision.dice": [
        ["teach"],
        ["reader"],
        ["strategies"],
        ["classifier"],
        ["face_names", "tilt_net"],
        ["likeness"],
        ["face_patch", "table_plane", "calibration"],
        ["detector", "model", "taught"],
        ["crops"],
    ],
    "vision.cards": [["reader"], ["search", "learn", "backs"], ["compare"], ["propose"], ["deck"]],
    "hardware": [["simulated"], ["scene", "print", "cameras", "panel"], ["art"], ["errors", "arrays"]],
    "hardware.scene": [["stage"], ["random"], ["world"], ["objects"], ["optics"]],
    "companion": [["hub"], ["api", "panels"], ["words", "gate"]],
    "firmware": [
        ["faults"],
        ["cli"],
        ["trial"],
        ["run"],
        ["run_lesson", "hub"],
        ["simulation", "web"],
        ["doctor"],
        ["lessons", "device"],
        ["outputs", "observe", "network"],
        ["update"],
        ["games", "referee"],
        ["history"],
        ["storage"],
        ["appliance"],
        ["state", "config"],
    ],
}
"""The rooms of each folder from the top down: a room imports only from rooms below it, and from itself."""
MODULES_IN_A_ROOM = 12


def modules() -> dict[str, Path]:
    """All modules of ours by their dotted names; a package goes by its folder's."""
    paths = [path for package in sorted(OURS) for path in sorted((ROOT / package).rglob("*.py"))]
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in paths]
    return dict(zip(names, paths, strict=True))


@cache
def parsed(path: Path) -> ast.Module:
    """A module's syntax."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def statements(path: Path) -> tuple[ast.Import | ast.ImportFrom | ast.ClassDef, ...]:
    """What a module imports and the classes that it defines, anywhere in it."""
    return tuple(
        node for node in ast.walk(parsed(path)) if isinstance(node, ast.Import | ast.ImportFrom | ast.ClassDef)
    )


def imported(path: Path, known: Mapping[str, Path]) -> set[str]:
    """The modules of ours that a module imports anywhere, under TYPE_CHECKING and inside functions too."""
    found = set()
    for node in statements(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            parts = {alias.name: f"{node.module}.{alias.name}" for alias in node.names}
            found |= {part if part in known else node.module for part in parts.values()}
    return found & known.keys()


@cache
def graph() -> dict[str, set[str]]:
    """Module -> the modules of ours that it imports."""
    known = modules()
    return {name: imported(path, known) - {name} for name, path in known.items()}


def imports(path: Path) -> Iterator[str]:
    """The top-level names of the packages that a module imports, at its top or inside a function."""
    for node in statements(path):
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
        for node in statements(path)
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


@pytest.mark.parametrize("folder", ROOMS)
def test_a_room_imports_only_rooms_below_it(folder: str) -> None:
    rows = {room: row for row, rooms in enumerate(ROOMS[folder]) for room in rooms}

    def room(module: str) -> str:
        return module.removeprefix(f"{folder}.").partition(".")[0] if module.startswith(f"{folder}.") else ""

    known = {room(name) for name in modules()} - {""}
    assert known == rows.keys(), "every room has its row, and every row its room"
    upward = {
        f"{name} imports {other}"
        for name, others in graph().items()
        for other in others
        if room(name) and room(other) and room(name) != room(other) and rows[room(name)] >= rows[room(other)]
    }
    assert upward == set()


def test_no_module_imports_itself_by_way_of_others() -> None:
    try:
        TopologicalSorter(graph()).prepare()
    except CycleError as circle:
        pytest.fail(" -> ".join(circle.args[1]))


def test_no_game_imports_another() -> None:
    games = {game.replace("-", "_") for game in GAMES}
    game_of = {m: m.split(".")[1] for m in modules() if m.startswith("engines.") and m.split(".")[1] in games}
    crossing = {
        f"{name} imports {other}"
        for name, others in graph().items()
        for other in others
        if game_of.get(name, "") != game_of.get(other, "") and {name, other} <= game_of.keys()
    }
    assert crossing == set()


@pytest.mark.parametrize("folder", sorted(OURS | {"tests", "scripts"}))
def test_no_folder_holds_more_modules_than_an_eye_takes_in(folder: str) -> None:
    counts = Counter(path.parent for path in (ROOT / folder).rglob("*.py") if path.name != "__init__.py")
    assert {str(path.relative_to(ROOT)): n for path, n in counts.items() if n > MODULES_IN_A_ROOM} == {}


def test_every_package_says_in_its_docstring_what_belongs_there() -> None:
    packages = {path.parent for name, path in modules().items()}
    silent = {
        str(package.relative_to(ROOT))
        for package in packages
        if not (package / "__init__.py").is_file() or not ast.get_docstring(parsed(package / "__init__.py"))
    }
    assert silent == set()


def test_no_class_name_is_defined_twice() -> None:
    places = defaultdict(list)
    for name, path in modules().items():
        for node in statements(path):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(name)
    assert {name: where for name, where in places.items() if len(where) > 1} == {}
