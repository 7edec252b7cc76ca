#!/bin/sh
# Tries a package that uses diagrams in all three ways: a program that lists machines, a test that
# calls one expectation, and the package plugins. All pass as committed, all fail when a rule changes,
# and all pass again once the diagrams are generated.
set -eu
cd "$(dirname "$0")/.."

. Scripts/client.sh

Scripts/install.sh graphviz
client Adoption "$root/.build-clients/Adoption"
play() {
  command=$1
  shift
  swift "$command" --scratch-path "$libraries" "$@"
}

writing=--allow-writing-to-package-directory

passes play run Diagrams check --strict
passes play test
passes play package check-diagrams --strict
passes play package "$writing" diagrams diff
refuses 'did you mean "svg"?' play run Diagrams render Kettle --format svgg

change_rule
refuses "$arrow" play run Diagrams check
refuses "$arrow" play test
refuses "$arrow" play package check-diagrams
refuses "$arrow" play package "$writing" diagrams diff

passes play package "$writing" diagrams generate
passes play test
passes play package check-diagrams
for file in README.md Diagrams/Kettle.dot Diagrams/Kettle.svg; do
  if cmp -s "$file" "$root/IntegrationTests/Adoption/$file"; then fail "$file was not written again"; fi
done

echo "check-adoption: the program, the test and the plugins see when a rule changes"
