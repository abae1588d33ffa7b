# Targets: `make advise` and `make test` do all the set-up by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
POSITION ?= data/positions/family-start.json
export PATH := $(CURDIR)/$(BIN):$(PATH)

# those that ask the core: what a build with checks may trip over
DEBUG_TESTS := $(addprefix tests/,test_core.py test_distances.py test_perft.py test_agreement.py test_conformance.py test_plans.py)
SEARCH_TESTS := $(addprefix tests/,test_rollouts.py test_expectimax.py test_mcts.py)

CORE := setup.py pyproject.toml $(wildcard data/locale/*.po) $(shell find cext -name '*.py[xd]' -o -name '*.pxi' -o -name '*.h')
LOCALE := data/locale

.PHONY: advise web test lint check debug-test debug-search agree routes crew bench messages examples pictures clean help

help:
	@echo "make advise [POSITION=path]  ranked plans for a position"
	@echo "make web [PORT=8501]         the page, on a free local port"
	@echo "make test                    lint, types and all tests"
	@echo "make debug-test              the core's tests on a build with bounds checks"
	@echo "make debug-search            the same for rollouts, expectimax and trees"
	@echo "make agree                   200,000 random plies, core against reference"
	@echo "make routes                  routes of 2,000 random positions, graph against core"
	@echo "make crew                    plans of the crew for 500 random positions, acted out"
	@echo "make bench                   rates and ratios"
	@echo "make examples                docs/examples.md and its pictures"
	@echo "make pictures                the pictures of the README, in a real browser"
	@echo "make messages                collect the texts to translate into the catalogues"

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip 'setuptools>=77' wheel 'Babel>=2.14' 'Cython>=3.1'

# installed for use; the stamp is older than a changed source
$(VENV)/.installed: $(VENV)/bin/python $(CORE)
	PYTHONWARNINGS=ignore $(BIN)/pip install --quiet --no-build-isolation -e .
	@touch $@

# with what the page needs
$(VENV)/.app: $(VENV)/.installed
	PYTHONWARNINGS=ignore $(BIN)/pip install --quiet --no-build-isolation -e '.[app]'
	@touch $@

# with the development tools
$(VENV)/.dev: $(VENV)/.installed
	PYTHONWARNINGS=ignore $(BIN)/pip install --quiet --no-build-isolation -e '.[dev]'
	@touch $@

advise: $(VENV)/.installed
	$(BIN)/advisor advise "$(POSITION)"

web: $(VENV)/.app
	@$(BIN)/advisor web $(if $(PORT),--port $(PORT))

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/cython-lint cext

check: $(VENV)/.dev
	$(BIN)/pytest

test: lint check debug-test

# the same core with bounds checks and the compiler's undefined-behaviour traps
debug-test: $(VENV)/.dev
	ADVISOR_DEBUG=1 $(BIN)/python setup.py --quiet build --build-lib build/debug
	ADVISOR_DEBUG=1 PYTHONPATH=build/debug $(BIN)/pytest -q $(DEBUG_TESTS)

# the same for the searches that take longer
debug-search: debug-test
	ADVISOR_DEBUG=1 PYTHONPATH=build/debug $(BIN)/pytest -q $(SEARCH_TESTS)

agree: $(VENV)/.dev
	$(BIN)/python tests/agreement.py --plies 200000 --seed 1 --jobs 2

routes: $(VENV)/.dev
	ADVISOR_ROUTES=2000 $(BIN)/pytest -q tests/test_routes.py

crew: $(VENV)/.dev
	$(BIN)/python tests/crew_replay.py --count 500 --seed 1

bench: $(VENV)/.dev
	$(BIN)/advisor bench

examples: $(VENV)/.dev
	$(BIN)/python docs/examples.py

# the README's pictures, by the browser tests
pictures: $(VENV)/.dev
	$(BIN)/pytest -q tests/test_page_browser.py -k pictures_of_the_readme
	cp build/screenshots/readme-position.png build/screenshots/readme-phone.png docs/pictures/

# new texts come into the catalogues untranslated, where a test finds them
messages: $(VENV)/.dev
	$(BIN)/pybabel --quiet extract --no-location --sort-output --omit-header -k marked -k plural:1,2 -o $(LOCALE)/advisor.pot advisor
	for code in zh_Hant ja el; do $(BIN)/pybabel --quiet update --no-fuzzy-matching --ignore-obsolete \
		-i $(LOCALE)/advisor.pot -o $(LOCALE)/$$code.po -l $$code || exit 1; done
	sed -i -E '/^"(Project-Id-Version|Report-Msgid-Bugs-To|P[A-Z]+-[A-Za-z]+-Date|Last-Translator|Language-Team|Generated-By):/d' \
		$(LOCALE)/*.po

clean:
	rm -rf $(VENV) build *.egg-info advisor/*.so
