#!/bin/sh
# Tries a package that uses diagrams in all three ways: a program that lists machines, a test that
# calls one expectation, and the package plugins. All pass as committed, all fail when a rule changes,
# and all pass again once the diagrams are generated.
set -eu
cd "$(dirname "$0")/.."

. Scripts/client.sh

# The folder is beside the pages, whose build folder has the libraries already.
client Adoption "$root/.build-pages/Adoption"
play() {
  command=$1
  shift
  swift "$command" --scratch-path ../build "$@"
}

writing=--allow-writing-to-package-directory

passes play run Diagrams check --strict
passes play test
passes play package check-diagrams --strict
passes play package "$writing" diagrams diff
refuses 'Boil is no diagram tool' play package check-diagrams --tool Boil
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

# When a file is saved, watch builds the program again, names the arrow, and refreshes pictures and pages.
swift run --scratch-path ../build -q Diagrams watch >"$log" 2>&1 &
watch=$!
trap 'kill "$watch" 2>/dev/null || true' EXIT
# waits_for TEXT [TIMES]
waits_for() {
  for _ in $(seq 600); do
    if [ "$(grep -cF "$1" "$log")" -ge "${2:-1}" ]; then return; fi
    kill -0 "$watch" 2>/dev/null || break
    sleep 0.5
  done
  fail "watch does not say: $1"
}
waits_for 'watching .'
sed -i.bak 's/case \.press: return \.to(\.hot)/case .press: return .to(.cold)/' \
  Sources/Kettles/Kettle.swift
waits_for 'changed: Sources/Kettles/Kettle.swift'
waits_for '~ heating: press leads to cold, was hot'
waits_for 'wrote Diagrams/Kettle.svg'
waits_for 'wrote README.md'
echo 'let broken: Int = ""' >>Sources/Kettles/Kettle.swift
waits_for 'error: '
mv Sources/Kettles/Kettle.swift.bak Sources/Kettles/Kettle.swift
waits_for "$arrow"
# The arrow is told before files are written, and the page is the last of them.
waits_for 'wrote README.md' 2
kill "$watch"
passes play run Diagrams check
echo "check-adoption: the program, the test and the plugins see when a rule changes"
