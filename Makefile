# make run    set up all, then run the device: real parts on a Raspberry Pi, elsewhere a simulated table that plays by itself
# make test   set up all, then pass the tests
PYTHON ?= python3
BIN := .venv/bin
# Of your own: make run GAME=hai-noon PLAYERS=Mia,Tom PARTS="--camera usb:0 --panel real"
GAME ?= shark-attacks
PLAYERS ?= Ana,Ben,Cleo
ARGS ?=
# All games but those that end only when people say so.
GAMES ?= $(filter-out dice-tray score,$(shell $(BIN)/python -c "from engines.games import GAMES; print(*GAMES)"))
FILMS ?= 50
SEED ?= 1

# On a Pi the camera's and the pins' libraries are the system's own, so the virtual environment must see them.
ifneq ($(shell grep -ls "Raspberry Pi" /proc/device-tree/model 2>/dev/null),)
VENV_FLAGS := --system-site-packages
EXTRA := [pi,mqtt,appliance]
PARTS ?= --camera pi --panel real
else
EXTRA := [mqtt]
PARTS ?= --camera simulated --panel simulated
endif

# A process on each core does: more threads would but wait for each other.
test check: export OMP_NUM_THREADS = 1
# Tests start the device dozens of times: without what Python keeps compiled each start takes half as long again.
test check: export PYTHONDONTWRITEBYTECODE =

.PHONY: words run test check bench faults films games pictures clean install-service release

run: .venv/run.stamp
	$(BIN)/lifeguard run $(GAME) --players "$(PLAYERS)" $(PARTS) $(ARGS)

test: .venv/test.stamp
	$(BIN)/pytest -n auto --dist worksteal $(ARGS)

# What every commit must pass, in seconds but for the tests.
check: .venv/test.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto --dist worksteal $(ARGS)

bench: .venv/run.stamp
	$(BIN)/lifeguard bench $(ARGS)

# Every fault of docs/faults.md, injected: half an hour or so.
faults: .venv/run.stamp
	$(BIN)/python -m firmware.faults $(ARGS)

# Whole games of each kind, filmed on the simulated table and followed from the pictures alone: an hour or so on two
# cores, a process on each.
films: .venv/run.stamp
	@failed=0; for game in $(GAMES); do echo "$$game:"; \
		$(BIN)/lifeguard simulate $$game --players 0 --games $(FILMS) --seed $(SEED) --camera simulated $(ARGS) || failed=1; \
	done; exit $$failed

# Ten thousand random games of each kind, by turns all numbers of players, and by many rules: half an hour on a core.
games: .venv/run.stamp
	@mkdir -p build; failed=0; for game in $(GAMES) score "dice-tray --option throws=20"; do echo "$$game:"; \
		$(BIN)/lifeguard simulate $$game --players 0 --games 10000 --seed $(SEED) --policy random $(ARGS) \
			> build/random-games.txt || failed=1; tail -n 8 build/random-games.txt; \
	done; exit $$failed

# The catalogues of all languages, with the sentences of today.
words: .venv/test.stamp
	$(BIN)/python -m scripts.words.make_words $(ARGS)

# The pictures of README and docs.
pictures: .venv/test.stamp
	$(BIN)/python scripts/pictures/pictures.py

# An older version that still lay there would be the first of the two, and be installed again.
install-service: .venv/run.stamp
	rm -rf build/box
	$(BIN)/python scripts/release/make_release.py --here -o build/box
	sudo build/box/lifeguard-*/setup

# One archive to install or update boxes from, without a network. KEY=FILE signs it: an update must be signed.
release: .venv/test.stamp
	$(BIN)/python scripts/release/make_release.py $(if $(KEY),--key $(KEY))

clean:
	rm -rf .venv build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

.venv/run.stamp: pyproject.toml
	@echo "Setting up, once: this takes some minutes, and is quiet meanwhile."
	$(PYTHON) -m venv $(VENV_FLAGS) .venv || { echo "Python's venv is missing: sudo apt install python3-venv, then again"; rm -rf .venv; exit 1; }
	$(BIN)/pip install --quiet --disable-pip-version-check -e ".$(EXTRA)"
	touch $@

.venv/test.stamp: .venv/run.stamp
	$(BIN)/pip install --quiet --disable-pip-version-check -e ".[test]"
	touch $@
