# A fresh machine needs python3 (3.11 or newer) with venv, and make. Everything else is set up here.
UV := $(shell command -v uv 2>/dev/null || echo .uv/bin/uv)
export UV_PYTHON_DOWNLOADS ?= never
export NO_MKDOCS_2_WARNING := 1
# Tests and benchmarks start Python hundreds of times: what it compiles is kept.
unexport PYTHONDONTWRITEBYTECODE
BIN := .venv/bin
ASSETS := src/amends/web/assets/assets.json

.PHONY: texts schemas pictures demo test test-local test-long quick lint types unit audit-data bench peers docs constraints try-constraints sbom clean

demo: .venv/ready
	@$(BIN)/amends serve --demo

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
	@tests/install-postgresql
	@tests/install-nginx
	@tests/install-chromium
	@tests/install-java
	@conformance/programs/install-salliere
	@$(UV) sync --quiet --group spark
	-@$(BIN)/python -m tools.peers --fetch
	$(BIN)/pytest -n auto

texts: .venv/ready
	$(BIN)/pybabel --quiet extract --mapping-file babel.cfg --sort-by-file --no-wrap --omit-header \
	    --output-file src/amends/web/locale/amends.pot src/amends/web

# The published JSON Schemas of the documents; refused where one changes or loses a key.
schemas: .venv/ready
	$(BIN)/python -m tools.schemas

pictures: .venv/ready
	@tests/install-chromium
	$(BIN)/python tools/screenshots.py

audit-data: .venv/ready
	$(BIN)/amends audit ../shared/data

bench: .venv/ready
	@benchmarks/install-wrk
	$(BIN)/python -m benchmarks

# Holds other programs to the conformance suite, as far as they can be had, and writes what they answer into the docs.
peers: .venv/ready
	@conformance/programs/install-salliere
	$(BIN)/python -m tools.peers

docs: .venv/ready
	$(UV) sync --quiet --group docs
	$(BIN)/mkdocs build --strict --quiet
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

.venv/ready: pyproject.toml hatch_build.py $(ASSETS) | $(UV)
	@$(UV) sync --quiet
	@touch $@

# Made by hatch_build.py while amends is installed. uv would not build again just because they were deleted.
$(ASSETS): | $(UV)
	@echo "Setting up (once) ..."
	@$(UV) sync --quiet --reinstall-package amends

.uv/bin/uv:
	@echo "Fetching uv (once) ..."
	@python3 -m venv .uv
	@.uv/bin/pip install --quiet --disable-pip-version-check uv

clean:
	rm -rf $(dir $(ASSETS)) .venv .uv site dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
