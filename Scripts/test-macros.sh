#!/bin/sh
# Tests @Graphable: its expansions, its errors, its cases, and a client that turns the package trait on.
# Building swift-syntax takes minutes the first time.
set -eu
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}

# One build folder for all packages, so that swift-syntax is built once.
scratch=$PWD/.build-macros
$swift test --quiet --package-path IntegrationTests/MacroExpansion --scratch-path "$scratch"
Scripts/all-traits.sh test --quiet --filter Macro

client=IntegrationTests/WithMacros
if ! printed=$(
  $swift run -q --package-path "$client" --scratch-path "$scratch" Try 2>"$scratch/log"
); then
  cat "$scratch/log" >&2
  echo "test-macros: $client does not run" >&2
  exit 1
fi
if ! echo "$printed" | diff -u "$client/expected.txt" -; then
  echo "test-macros: $client does not print what is expected" >&2
  exit 1
fi
echo "test-macros: a client that turns the trait on has its cases written"
