#!/bin/sh
# Tries a package as on a computer without Graphviz, with the line for Package.swift that the README
# gives for it: everything but drawing works, images that others drew pass the check, and the program
# and the test fail when a rule changes.
set -eu
# If a hook of git runs this script, variables make git work on the repository of the hook.
unset $(git rev-parse --local-env-vars)
cd "$(dirname "$0")/.."
. Scripts/client.sh
# pkg-config finds no file.
PKG_CONFIG_PATH='' PKG_CONFIG_LIBDIR=/nonexistent
export PKG_CONFIG_PATH PKG_CONFIG_LIBDIR

# Laid out as the README says, in a folder that git ignores: this package, and the client beside it.
play=$PWD/.build-without-graphviz
mkdir -p "$play"
ln -sfn "$PWD" "$play/Schematic"
line=$(sed -n 's/^ *\(\.package(.*traits: \["Command"\])\)$/\1/p' README.md)
[ -n "$line" ] || fail "the README has no line for a package without Graphviz"
client Adoption "$play/Kettles"
edit "s#\.package(name: .*#$line#" Package.swift
# A trace of two presses: the first heats water, and the second switches the kettle off.
cat >trace.jsonl <<'END'
{"trace":1,"machine":"Kettle","id":"1","number":0,"state":"cold"}
{"trace":1,"machine":"Kettle","id":"1","number":1,"state":"cold","event":"press","outcome":"moved","target":"heating","guards":{"filled":true}}
{"trace":1,"machine":"Kettle","id":"1","number":2,"state":"heating","event":"press","outcome":"moved","target":"cold"}
END
repository
git add .
git commit -q -m "Boil water"

log=$play/log.txt
build=$play/build
# Builds everything, without a warning.
build() {
  passes swift build --build-tests --scratch-path "$build"
  if grep -qE 'warning:|libgvc' "$log"; then fail "the client prints more than it should"; fi
  program=$(swift build --scratch-path "$build" --show-bin-path)/Diagrams
}
# The test that expects a diagram.
expectation() { swift test --skip-build --scratch-path "$build"; }
# Expects that a command ends with a status, and what it says: ends STATUS TEXT COMMAND…
ends() {
  expected=$1
  reason=$2
  shift 2
  status=0
  "$@" >"$log" 2>&1 || status=$?
  [ "$status" -eq "$expected" ] || fail "ends with $status, not $expected: $*"
  says "$reason"
}
unchanged() { git diff --quiet -- Diagrams || fail "files changed: $(git diff --stat -- Diagrams)"; }

build
passes "$program" list
passes "$program" check --strict
passes "$program" diff --revision HEAD
passes "$program" replay trace.jsonl
says '3 lines, 0 gaps, 0 violations'
passes expectation
passes "$program" generate
unchanged
for format in dot mmd puml md json html; do
  passes "$program" render --format "$format" -- Kettle
  [ -s "$log" ] || fail "$format is empty"
done
says 'this page was made without Graphviz'
for format in svg dark png pdf; do
  ends 2 'turn on the trait "Graphviz"' "$program" render --format "$format" -- Kettle
done
passes "$program" generate --output Texts
says 'wrote Texts/Kettle.dot'
says '1 written, 0 up to date'
passes "$program" generate --output Texts --format html
passes "$program" check --output Texts --strict

change_rule
build
ends 1 "$arrow" "$program" check
ends 1 "$arrow" "$program" diff --revision HEAD
ends 1 'trace.jsonl:3: ' "$program" replay trace.jsonl
ends 1 "$arrow" expectation
ends 2 'turn on the trait "Graphviz"' "$program" generate
unchanged
passes "$program" generate --format dot
passes expectation
ends 1 'Kettle.svg: stale image' "$program" check
if grep -qF 'Kettle.dot' "$log"; then fail "the text is out of date although it was written"; fi

# Nothing of Graphviz was read, built or linked.
[ "$(ls "$build/checkouts")" = swift-argument-parser ] || fail "fetches $(ls "$build/checkouts")"
if find "$build/" -path '*/CGraphvizBridge.build/*.o' | grep . >&2; then fail "builds the bridge"; fi
if find "$build/" -name '*.d' -exec grep -lE 'gvc\.h|cgraph\.h' {} + >&2; then fail "reads headers"; fi
links_none_of "$program" libgvc libcgraph libcdt
echo "check-without-graphviz: without Graphviz everything but drawing works"
