# Bare `make` lists the targets. What only CI runs is a script: see .ci/run and .ci/nightly.

SWIFT ?= swift
SOURCES = Package.swift Plugins Sources Tests Examples IntegrationTests \
  Benchmarks/Package.swift Benchmarks/Benchmarks Benchmarks/Sources
# The modules whose articles show a diagram of an example, and the example.
ARTICLES = Schematic/Turnstile SchematicGraph/Turnstile SchematicObservation/SignIn

.DEFAULT_GOAL := help
.PHONY: help test test-traits diagrams check-diagrams check-linkage check-pages check-docs docs \
  check-api accept-api check-house bench format check-format graphviz clean

help:
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

test: graphviz ## Run the tests, all but those of @Graphable.
	$(SWIFT) test --quiet

# In one build folder for all packages, so that swift-syntax is built once. The package with all
# traits is last, because its documentation is built from it.
test-traits: graphviz ## Test @Graphable and the inspector; builds swift-syntax, which takes minutes the first time.
	$(SWIFT) test --quiet --package-path IntegrationTests/MacroExpansion --scratch-path $(CURDIR)/.build-macros
	$(SWIFT) run -q --package-path IntegrationTests/WithMacros --scratch-path $(CURDIR)/.build-macros Try \
	  | diff -u IntegrationTests/WithMacros/expected.txt -
	SWIFT="$(SWIFT)" SCHEMATIC_TESTS="SchematicMacrosTests MacrosDefaultIsolationTests SchematicInspectorTests" \
	  Scripts/all-traits.sh test --quiet

diagrams: graphviz ## Draw the diagrams that are missing or out of date.
	$(SWIFT) build --product Diagrams
	$(SWIFT) run -q --skip-build Diagrams generate --prune
	@set -e; for article in $(ARTICLES); do module=$${article%/*}; \
	  $(SWIFT) run -q --skip-build Diagrams generate --only $${article#*/} --format dot svg dark \
	  --output Sources/$$module/$$module.docc/Resources; done

check-diagrams: graphviz ## Fail when a diagram no longer shows what the code does, lacks something, or is harder to read.
	$(SWIFT) build --product Diagrams
	$(SWIFT) run -q --skip-build Diagrams check --strict
	python3 Scripts/pictures/score.py --check Diagrams/*.svg
	@set -e; for article in $(ARTICLES); do module=$${article%/*}; \
	  $(SWIFT) run -q --skip-build Diagrams check --strict --only $${article#*/} \
	  --output Sources/$$module/$$module.docc/Resources; done
	$(SWIFT) run -q scaffold check --target Examples --target MainActorExamples

check-linkage: ## Fail when a client gets what it did not ask for: Graphviz, packages, another build.
	Scripts/check-linkage.sh
	Scripts/check-plans.sh

check-pages: graphviz ## Fail when a newcomer who follows a page meets a surprise.
	Scripts/check-pages.sh

check-docs: graphviz ## Fail when DocC has a warning or a public symbol is in no group.
	Scripts/docs.sh check

docs: graphviz ## Build one site of all modules and example diagrams, in .build-docs/site.
	Scripts/docs.sh site

check-api: graphviz ## Fail when something public is gone or changed since it was accepted.
	Scripts/public-api.py compare

accept-api: graphviz ## Take what is public now as what check-api compares with.
	Scripts/public-api.py write

bench: graphviz ## Measure what an event costs beside a hand-written switch.
	@Scripts/bench.sh table

format: ## Format the code.
	$(SWIFT) format --in-place --recursive $(SOURCES)

check-format: ## Fail when the code is not formatted.
	$(SWIFT) format lint --strict --recursive $(SOURCES)

check-house: ## Fail when a folder uses what it must not, or a module is too heavy or knotted.
	Scripts/house.py check

graphviz: ## Install Graphviz's development package if it is missing.
	@Scripts/install.sh graphviz

clean: ## Remove all build folders.
	rm -rf .build .build-* IntegrationTests/*/.build Benchmarks/.build
