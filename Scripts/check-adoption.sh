#!/bin/sh
# Tries a package that uses diagrams in all three ways: a program that lists machines, a test that
# calls one expectation, and the package plugins. All pass as committed, all fail when a rule changes,
# and all pass again once the diagrams are generated.
set -eu
cd "$(dirname "$0")/.."

fail() {
  echo "check-adoption: $*" >&2
  exit 1
}

# Beside the pages, in whose build folder the libraries are built already.
play=$PWD/.build-pages/Adoption
rm -rf "$play"
mkdir -p "$play"
cp -R IntegrationTests/Adoption/. "$play"
rm -rf "$play/.build"
cd "$play"
log=$play/log.txt

# Runs a command of `swift` in the package, and keeps its output.
play() {
  command=$1
  shift
  swift "$command" --scratch-path ../build "$@" >"$log" 2>&1
}

passes() {
  play "$@" || {
    cat "$log" >&2
    fail "fails: swift $*"
  }
}

# Fails, and says which transition.
drifts() {
  if play "$@"; then fail "passes although the rules were changed: swift $*"; fi
  grep -qF '~ heating: press leads to hot, was cold' "$log" || {
    cat "$log" >&2
    fail "does not name the transition: swift $*"
  }
}

writing=--allow-writing-to-package-directory

passes run Diagrams check --strict
passes test
passes package check-diagrams --strict
passes package "$writing" diagrams diff
if play package check-diagrams --tool Boil; then fail "a program that draws nothing passes"; fi
grep -qF 'Boil is no diagram tool' "$log" || fail "does not say that Boil is no diagram tool"
if play run Diagrams render Kettle --format svgg; then fail "draws in a format that is unknown"; fi
grep -q '^error: .* did you mean "svg"?' "$log" || fail "does not suggest svg: $(cat "$log")"

sed -i.bak 's/case \.press: return \.to(\.cold)/case .press: return .to(.hot)/' \
  Sources/Kettles/Kettle.swift
rm Sources/Kettles/Kettle.swift.bak
drifts run Diagrams check
drifts test
drifts package check-diagrams
drifts package "$writing" diagrams diff

passes package "$writing" diagrams generate
passes test
passes package check-diagrams
for file in README.md Diagrams/Kettle.dot Diagrams/Kettle.svg; do
  if cmp -s "$file" "$OLDPWD/IntegrationTests/Adoption/$file"; then
    fail "$file was not written again"
  fi
done

# Edit, save, see: the program builds itself again, names the arrow, and refreshes pictures and pages.
swift run --scratch-path ../build -q Diagrams watch >"$log" 2>&1 &
watch=$!
trap 'kill "$watch" 2>/dev/null || true' EXIT
waits_for() {
  for _ in $(seq 600); do
    if grep -qF "$1" "$log"; then return; fi
    kill -0 "$watch" 2>/dev/null || break
    sleep 0.5
  done
  cat "$log" >&2
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
waits_for '~ heating: press leads to hot, was cold'
kill "$watch"
passes run Diagrams check
echo "check-adoption: the program, the test and the plugins see when a rule changes"
