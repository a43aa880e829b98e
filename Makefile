# Two commands do everything on a fresh machine with Python 3.11+ and make:
#   make demo   sets up, simulates an example drive, writes a report, prints its path
#   make test   sets up, passes the tests
.DEFAULT_GOAL := help
unexport PYTHONDONTWRITEBYTECODE  # kept bytecode makes every later start faster
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null)

ifdef UV
  CREATE = uv venv --quiet --python $(PYTHON) $(VENV)
  INSTALL = uv pip install --quiet --python $(BIN)/python
else
  CREATE = $(PYTHON) -m venv $(VENV)
  # modules compile when first imported: half the time of setting up
  INSTALL = $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check
endif

.PHONY: help ready demo test lint types layers docs measurement papers soak deep mutants coverage bench clean

help:  ## show what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "catena needs Python 3.11 or newer; try make PYTHON=python3.12"; exit 1; }
	@echo "setting up $(VENV)"
	@$(CREATE)

# Each stamp is renewed only when pyproject.toml changed: a second time installs nothing.
$(VENV)/.run-ready: pyproject.toml | $(BIN)/python
	@$(INSTALL) -e ".[plot,study,io,view]"
	@touch $@

$(VENV)/.dev-ready: pyproject.toml | $(BIN)/python
	@$(INSTALL) -e ".[dev]"
	@touch $@ $(VENV)/.run-ready

$(VENV)/.docs-ready: pyproject.toml | $(BIN)/python
	@$(INSTALL) -e ".[dev,docs]"
	@touch $@ $(VENV)/.dev-ready $(VENV)/.run-ready

ready: $(VENV)/.run-ready  ## set up the environment with all a user needs
	@echo "ready; now: . $(BIN)/activate"

demo: $(VENV)/.run-ready  ## simulate an example drive and write its report
	@$(BIN)/catena demo

test: $(VENV)/.dev-ready  ## pass the tests
	@$(BIN)/python -m pytest -q -n 2 --dist loadscope --no-loadscope-reorder

lint: $(VENV)/.dev-ready  ## formatting and style
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .

types: $(VENV)/.dev-ready  ## static types
	@$(BIN)/mypy

layers: $(VENV)/.dev-ready  ## imports go downhill only
	@$(BIN)/lint-imports

docs: $(VENV)/.docs-ready  ## build the documentation; warnings are errors
	@$(BIN)/python -m sphinx -W --keep-going -q -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

measurement: $(VENV)/.dev-ready  ## compare with measured data, write the page
	@$(BIN)/python docs/make_measurement.py

papers: $(VENV)/.dev-ready  ## long reproductions of published figures
	@$(BIN)/python -m pytest -q -m paper

soak: $(VENV)/.dev-ready  ## endurance tests
	@$(BIN)/python -m pytest -q -m slow

deep: $(VENV)/.dev-ready  ## nightly: counts of promises, mutants, coverage; hours
	@$(BIN)/python deep/run.py
	@$(MAKE) --no-print-directory mutants coverage

mutants: $(VENV)/.dev-ready  ## wrong changes of kernels that tests must notice
	@$(BIN)/python deep/mutants.py

coverage: $(VENV)/.dev-ready  ## branch coverage of the core, without the compiler
	@$(BIN)/python deep/branches.py

bench: $(VENV)/.dev-ready  ## speed, as ratios in one run
	@for file in benchmarks/*.py; do echo "== $$file"; $(BIN)/python $$file || exit 1; done

clean:  ## remove what was made
	rm -rf $(VENV) docs/_build docs/gallery docs/reference demo
