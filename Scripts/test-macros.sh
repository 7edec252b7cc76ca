#!/bin/sh
# Tests @Graphable: its expansions, its errors, and a client that turns the package trait on.
# Building swift-syntax takes minutes the first time.
set -eu
cd "$(dirname "$0")/.."

# A build folder of its own, because traits change the build of every module.
swift test --scratch-path .build-macros --enable-all-traits --filter Macro

client=IntegrationTests/WithMacros
mkdir -p "$client/.build"
if ! printed=$(swift run -q --package-path "$client" Try 2>"$client/.build/log.txt"); then
  cat "$client/.build/log.txt" >&2
  echo "test-macros: $client does not run" >&2
  exit 1
fi
if ! echo "$printed" | diff -u "$client/expected.txt" -; then
  echo "test-macros: $client does not print what is expected" >&2
  exit 1
fi
echo "test-macros: a client that turns the trait on has its cases written"
