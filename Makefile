# `make` lists the targets. PROFILE is quick or paper; a file profiles/<name>.yml defines each.

PROFILE ?= paper
export CLICKBANDITS_DATA ?= data
# The commands start dozens of processes, none of which should parse again what the first one did.
unexport PYTHONDONTWRITEBYTECODE
# With these set, Python might not find its own library or the tools.
unexport PYTHONHOME PYTHONPATH PYTHONSAFEPATH
PYTHON_IN_ENV := .venv/bin/python
PROFILES := $(sort $(notdir $(basename $(wildcard profiles/*.yml))))

ifeq ($(filter $(PROFILE),$(PROFILES)),)
$(error unknown profile '$(PROFILE)'; the known ones: $(PROFILES))
endif

.DEFAULT_GOAL := help
.PHONY: help environment book notebooks html pdf check test test-slow bench report reproducible proofs proofs-full artifact fuzz falsify lint lock release replay serve clean versions

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' Makefile
	@echo "  PROFILE=quick or PROFILE=paper (the default) sets the scale of what a target computes"

environment: ## create .venv from requirements.lock, if it is missing or out of date
	@sh tools/environment.sh

book: notebooks ## execute every notebook and build the book: _build/html/index.html
	@$(PYTHON_IN_ENV) tools/build_book.py --from-nothing

notebooks: environment ## execute the notebooks that are out of date
	@$(PYTHON_IN_ENV) tools/run_notebooks.py --profile $(PROFILE)

html: environment ## update the text on the pages of the last build, in seconds
	@$(PYTHON_IN_ENV) tools/build_book.py

check: environment ## check links, images, offline use and phone width of the built book
	@$(PYTHON_IN_ENV) tools/check_html.py _build/html
	@$(PYTHON_IN_ENV) -m pytest -q tests/browser

# The games of the tests are kept, each under the digest of everything that its numbers depend on.
test: export CLICKBANDITS_TEST_STORE ?= $(CURDIR)/.cache/tests
test: environment ## run the tests
	@$(PYTHON_IN_ENV) -m pytest -m "not slow"

test-slow: environment ## run the long tests
	@$(PYTHON_IN_ENV) -m pytest -m slow

versions: environment ## test the wheel on every installed Python, with oldest and newest dependencies (long)
	@sh tools/apart.sh nox "nox[uv]==2026.10.20"

bench: environment ## measure the speed of the game loop, the bounds and the readers
	@$(PYTHON_IN_ENV) -m pytest benchmarks -n 0 --benchmark-enable

reproducible: environment ## build the book twice from scratch and compare the pages byte for byte
	@$(PYTHON_IN_ENV) tools/reproducible.py --profile $(PROFILE)

report: override export LOG := $(value LOG)
report: override export FORMAT := $(value FORMAT)
report: override export QUERY := $(value QUERY)
report: override export ON_BAD_LINE := $(value ON_BAD_LINE)
report: environment ## report on your click log: LOG=clicks.tsv [FORMAT=...] [QUERY=...]
	@$(PYTHON_IN_ENV) -m clicklogs report $(if $(filter quick,$(PROFILE)),--quick) \
		$${FORMAT:+--format "$$FORMAT"} $${QUERY:+--query="$$QUERY"} \
		$${ON_BAD_LINE:+--on-bad-line "$$ON_BAD_LINE"} \
		--out "_build/report/$$(basename "$$LOG")" -- "$${LOG:?name one: make report LOG=clicks.tsv}"

pdf: notebooks ## print the whole book as one PDF: _build/book.pdf (needs Chromium)
	@$(PYTHON_IN_ENV) tools/print_pdf.py --offer

release: environment ## make the files of a release, in dist/, from the tagged commit (needs Chromium)
	@$(PYTHON_IN_ENV) tools/release.py --profile $(PROFILE)

replay: override export RESULTS := $(value RESULTS)
replay: environment ## build the book from RESULTS=results.zip, and play a sample of it again
	@$(PYTHON_IN_ENV) tools/replay.py $(if $(SEED),--seed "$(SEED)") $(if $(SHARE),--share "$(SHARE)") \
		-- "$${RESULTS:?name an archive: make replay RESULTS=results.zip}"

proofs: ## check the machine-checked proofs from scratch (needs Coq)
	@python3 proofs/check.py

proofs-full: ## the same, and have coqchk check Coq's own library as well (long)
	@python3 proofs/check.py full

artifact: environment ## check the figures of the last build and CITATION.cff; see ARTIFACT.md
	@$(PYTHON_IN_ENV) tools/artifact.py
	@sh tools/apart.sh cffconvert "cffconvert==2.0.0 setuptools<81" --validate -i CITATION.cff

fuzz: environment ## fuzz the readers of click logs for five minutes (Linux only)
	@$(PYTHON_IN_ENV) tests/fuzz_clicklog.py

falsify: environment ## falsify every result and step, and test that its check notices
	@$(PYTHON_IN_ENV) tools/falsify.py --profile $(PROFILE)

lint: environment ## check style, types, spelling and the licence of every file
	@$(PYTHON_IN_ENV) -m ruff check . && $(PYTHON_IN_ENV) -m ruff format --check .
	@$(PYTHON_IN_ENV) -m mypy
	@$(PYTHON_IN_ENV) -m codespell_lib
	@sh tools/apart.sh reuse reuse==4.0.3 lint --quiet || sh tools/apart.sh reuse reuse==4.0.3 lint

lock: ## solve requirements.lock again from pyproject.toml (needs uv)
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --all-extras \
		--no-header --no-emit-index-url --no-emit-find-links --no-annotate -o requirements.lock

serve: ## show the built book at http://localhost:8000
	@$(PYTHON_IN_ENV) -m http.server 8000 --bind localhost --directory _build/html

clean: ## delete the built book and the executed notebooks (not .venv, not the finished simulations)
	rm -rf _build book/notebooks
