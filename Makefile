# Every task of the project; `make` alone lists them.
# Works with any Python >= 3.11 called python3 (or PYTHON=...), with uv where it is installed.

PORT ?=
SOURCES ?=
OUT ?= rules.db
COPIES ?= 1 10 100
FUZZ_RUNS ?= 100000
MUTANTS ?= 200
BROKEN ?=
PYTEST_ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null)
ifndef PYTHON
PYTHON := $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
endif

RUN_LOCK := requirements/run.txt
DEV_LOCK := requirements/dev.txt
SITE_DB := build/variorum.db

ifdef UV
PIP_INSTALL = $(UV) pip install --quiet --python $(BIN)/python
else
PIP_INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check
endif

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install develop serve build corpus test soak check format bench fuzz mutants broken licences audit requirements clean

help:
	@echo "Variorum: a structured, versioned database of tabletop-wargame rules."
	@echo
	@echo "  make serve                browse the shipped corpus on this machine (PORT=...)"
	@echo "  make install              the program at $(BIN)/variorum"
	@echo "  make build SOURCES=DIR    a database of your own files: $(OUT) (OUT=...)"
	@echo
	@echo "For work on the program itself:"
	@echo "  make test                 the tests (PYTEST_ARGS=...)"
	@echo "  make soak                 long tests: kills and faults at many points, many more examples"
	@echo "  make check                format, lint and types"
	@echo "  make format               rewrite the code in the project's format"
	@echo "  make bench                time and memory of every part (COPIES=...: builds of the corpus)"
	@echo "  make fuzz                 look for inputs that break a loader, catalogue or query (FUZZ_RUNS=...)"
	@echo "  make mutants              is each line of the comparer and the update held by a test (MUTANTS=...)"
	@echo "  make broken               is each promise of docs/promises.md held by its tests (BROKEN=words)"
	@echo "  make licences             write docs/licences.md from what is installed"
	@echo "  make audit                ask for known vulnerabilities of the pinned packages (needs network)"
	@echo "  make requirements         new pinned dependencies in requirements/ (needs uv)"
	@echo "  make clean                remove what make has made"

$(BIN)/python:
	@test -n "$(PYTHON)" || { \
		echo "make: no Python 3.11 or newer was found; install one, or name it: make PYTHON=/path/to/python3" >&2; exit 2; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "make: $(PYTHON) is not a Python 3.11 or newer; name another: make PYTHON=/path/to/python3" >&2; exit 2; }
	@echo "Making a virtual environment in $(VENV) with $(PYTHON)"
ifdef UV
	@$(UV) venv --quiet --allow-existing --python "$(PYTHON)" $(VENV)
else
	@"$(PYTHON)" -m venv $(VENV) || { \
		echo "make: $(PYTHON) cannot make a virtual environment; on Debian or Ubuntu: apt install python3-venv" >&2; \
		rm -rf $(VENV); exit 2; }
	@$(PIP_INSTALL) --upgrade pip
endif

# The stamps say which pinned set the environment holds; nothing is fetched while they are current.
$(VENV)/.installed: $(BIN)/python $(RUN_LOCK) pyproject.toml
	@echo "Installing Variorum and what it needs"
	@$(PIP_INSTALL) --require-hashes -r $(RUN_LOCK)
	@$(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.developed: $(VENV)/.installed $(DEV_LOCK)
	@echo "Installing what the tests and checks need"
	@$(PIP_INSTALL) --require-hashes -r $(DEV_LOCK)
	@touch $@

install: $(VENV)/.installed
	@echo "The program is $(BIN)/variorum; try $(BIN)/variorum --help"

develop: $(VENV)/.developed

# An unchanged rebuild leaves the file alone, so this asks the program instead of file times.
corpus: $(VENV)/.installed
	@mkdir -p $(dir $(SITE_DB))
	@$(BIN)/variorum build -o $(SITE_DB)

serve: corpus
	@$(BIN)/variorum serve $(SITE_DB) $(if $(PORT),--port $(PORT))

build: $(VENV)/.installed
	@test -n "$(SOURCES)" || { \
		echo "make: say which files or folders to build: make build SOURCES=my-rules" >&2; exit 2; }
	@$(BIN)/variorum build $(SOURCES) -o $(OUT)

# What is compiled is kept, whatever the environment says: tests start many processes.  Each worker
# begins with a half of the files, so that what a module makes once is seldom made twice.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --dist worksteal -q

test: develop
	$(PYTEST) $(PYTEST_ARGS)

# What is marked `soak` runs here alone; what is marked `invariant` with many more examples.
soak: develop
	VARIORUM_SOAK=1 $(PYTEST) -m "soak or invariant" $(PYTEST_ARGS)

check: develop
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy

format: develop
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

# MinHash is only compared with; where it cannot be installed, all else is measured.
bench: $(VENV)/.installed
	-@$(PIP_INSTALL) datasketch >/dev/null 2>&1
	@$(BIN)/python tests/bench/run.py $(COPIES)
	@$(BIN)/python tests/bench/site_bench.py

# Each target runs FUZZ_RUNS times; what is found lies in build/fuzz.
fuzz: develop
	@$(PIP_INSTALL) 'atheris>=3.0'
	@$(BIN)/python tests/fuzz/run.py --all $(FUZZ_RUNS)

# Of each part, MUTANTS small changes drawn from all, each under the tests of its part.
mutants: develop
	@$(BIN)/python tests/mutation/run.py compare $(MUTANTS)
	@$(BIN)/python tests/mutation/run.py update $(MUTANTS)

# Each promise broken on purpose in a copy; BROKEN: only what has one of these words.
broken: develop
	@$(BIN)/python tests/broken/run.py $(BROKEN)

licences: $(VENV)/.installed
	@$(BIN)/python tests/supply/licences.py

# Says whether a vulnerability is known, none is, or nobody could be asked; the last is an error too.
audit: $(VENV)/.installed
	@$(PIP_INSTALL) 'pip-audit>=2.9'
	@$(BIN)/python tests/supply/audit.py $(RUN_LOCK)

# Run and dev are resolved together, so that both pin the same versions.
requirements:
	@test -n "$(UV)" || { echo "make: this needs uv (pip install uv)" >&2; exit 2; }
	$(UV) pip compile --quiet --universal --python-version 3.11 --upgrade --generate-hashes \
		--no-header --no-annotate --extra dev \
		pyproject.toml requirements/build.in -o $(DEV_LOCK)
	$(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--no-header --no-annotate --constraints $(DEV_LOCK) \
		pyproject.toml requirements/build.in -o $(RUN_LOCK)

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
