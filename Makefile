# Bare `make` lists the targets.

SWIFT ?= swift
SOURCES = Package.swift Plugins Sources Tests Examples IntegrationTests \
  Benchmarks/Package.swift Benchmarks/Benchmarks Benchmarks/Sources
# The modules whose articles show a diagram of an example.
ARTICLES = Schematic SchematicGraph

.DEFAULT_GOAL := help
.PHONY: help test test-macros test-inspector test-threads test-addresses diagrams check-diagrams \
  check-pages \
  check-adoption check-action check-exports check-docs docs check-site check-api accept-api \
  check-linkage check-availability check-evolution check-player test-orders oracle bench \
  bench-counts bench-readme bench-check bench-accept bench-growth bench-drawing format \
  check-format graphviz sqlite clean

help: ## List the targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

test: graphviz ## Run the tests; those of @Graphable show as skipped: see test-macros.
	$(SWIFT) test

test-macros: graphviz ## Test @Graphable; builds swift-syntax, which takes minutes the first time.
	Scripts/test-macros.sh

test-inspector: graphviz ## Test the pages of running machines, in a build with all traits.
	SWIFT="$(SWIFT)" Scripts/test-inspector.sh

test-threads: graphviz ## Run the tests of machines with the Thread Sanitizer.
	$(SWIFT) test --scratch-path .build-threads --sanitize thread --filter SchematicTests

test-addresses: graphviz ## Run the tests of the Graphviz bridge with the Address Sanitizer.
	@# The sanitizer keeps freed memory for a while, so that memory cannot be measured.
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --scratch-path .build-addresses --sanitize address \
	  --filter SchematicGraphvizTests --skip MemoryTests

diagrams: graphviz ## Draw the diagrams that are missing or out of date.
	$(SWIFT) run -q Diagrams generate --prune
	@set -e; for module in $(ARTICLES); do \
	  $(SWIFT) run -q Diagrams generate --only Turnstile --format dot svg dark \
	  --output Sources/$$module/$$module.docc/Resources; done

check-diagrams: graphviz ## Fail when a diagram no longer shows what the code does.
	$(SWIFT) run -q Diagrams check
	@set -e; for module in $(ARTICLES); do $(SWIFT) run -q Diagrams check --only Turnstile \
	  --output Sources/$$module/$$module.docc/Resources; done

test-orders: graphviz sqlite ## Race processes on the orders example, which has a real database.
	$(SWIFT) test --package-path Examples/Orders --scratch-path .build-orders
	cd Examples/Orders && $(SWIFT) run -q --scratch-path ../../.build-orders Diagrams check --strict

check-pages: graphviz ## Fail when a newcomer who follows the README or the tutorial meets a surprise.
	Scripts/check-pages.sh

check-action: graphviz ## Fail when the action or the hook of pre-commit misses a changed rule.
	Scripts/check-action.sh

check-exports: graphviz ## Fail when readers that others wrote refuse what we print.
	Scripts/check-exports.sh

check-docs: graphviz ## Fail when DocC has a warning or a public symbol is in no group.
	Scripts/docs.sh check

docs: graphviz ## Build one site of all modules and example diagrams, in .build-docs/site.
	Scripts/docs.sh site

check-site: docs ## Look at each page of the site in a browser: light, dark, wide and as a phone.
	Scripts/check-site.sh

check-api: graphviz ## Fail when something public is gone or changed since it was accepted.
	Scripts/check-api.sh compare

accept-api: graphviz ## Take what is public now as what check-api compares with.
	Scripts/check-api.sh write

check-adoption: graphviz ## Fail when a client's program, test or plugins miss a changed rule.
	Scripts/check-adoption.sh

check-linkage: ## Fail when a client of machines only links or fetches anything else.
	Scripts/check-linkage.sh

check-availability: graphviz ## Fail when something is newer than the systems of the manifest.
	$(SWIFT) build --scratch-path .build-macros --enable-all-traits
	Scripts/check-availability.py

check-evolution: graphviz ## Fail when the package does not compile with library evolution.
	SWIFT="$(SWIFT)" Scripts/check-evolution.sh

oracle: ## Fail when an independent SCXML engine, from PyPI, disagrees with our machines.
	SWIFT="$(SWIFT)" Scripts/check-oracle.sh

scion: ## Run the tests in FOLDER, the folder `test` of the SCION project's SCXML test framework.
	SWIFT="$(SWIFT)" Scripts/check-scion.py "$(FOLDER)"

check-player: graphviz ## Fail when a page in Chromium plays otherwise than its machine.
	SWIFT="$(SWIFT)" Scripts/check-player.sh

bench: graphviz ## Measure what an event costs beside a hand-written switch.
	@Scripts/bench.sh table

bench-counts: graphviz ## Count instructions and allocations only: for a busy computer.
	@Scripts/bench.sh counts

bench-readme: graphviz ## Measure, and write the tables into the README and Benchmarks/README.md.
	@Scripts/bench.sh readme

bench-check: graphviz ## Fail when an event or a schema costs 5 % more than its threshold.
	@Scripts/bench.sh check

bench-accept: graphviz ## Take the present costs as the thresholds of bench-check.
	@Scripts/bench.sh accept

bench-growth: graphviz ## Measure how costs grow with states, machines, queues and transitions.
	@cd Benchmarks && $(SWIFT) run -q -c release Growth

bench-drawing: graphviz ## Measure drawing in-process beside starting dot.
	@cd Benchmarks && $(SWIFT) run -q -c release Drawing

format: ## Format the code.
	$(SWIFT) format --in-place --recursive $(SOURCES)

check-format: ## Fail when the code is not formatted.
	$(SWIFT) format lint --strict --recursive $(SOURCES)

graphviz: ## Install Graphviz's development package where it is missing.
	@Scripts/install.sh graphviz

sqlite: ## Install SQLite's development package where it is missing.
	@Scripts/install.sh sqlite

clean: ## Remove all build folders.
	rm -rf .build .build-* IntegrationTests/*/.build Benchmarks/.build
