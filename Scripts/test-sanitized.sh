#!/bin/sh
# Runs tests with the sanitizers of the compiler.
#
#   test-sanitized.sh threads     the tests of machines and of an app, with the Thread Sanitizer
#   test-sanitized.sh addresses   the tests of the Graphviz bridge, with the Address Sanitizer
set -eu
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
case ${1:-} in
threads)
  # Nothing else is built, because sanitizers make building slow, too. The sanitizer keeps memory about each thread, so
  # the test that measures memory is skipped.
  SCHEMATIC_TESTS=SchematicTests $swift test --quiet --scratch-path .build-threads --sanitize thread \
    --skip memoryStaysFlat
  # The package of an app, with this package beside it, as the page "In SwiftUI" says.
  play=.build-threads-app
  rm -rf "$play/InAnApp"
  mkdir -p "$play"
  ln -sfn "$PWD" "$play/Schematic"
  cp -R IntegrationTests/InAnApp "$play/InAnApp"
  $swift test --quiet --package-path "$play/InAnApp" --scratch-path "$play/build" --sanitize thread
  ;;
addresses)
  # The sanitizer keeps freed memory for a while, so the tests that measure memory are skipped.
  ASAN_OPTIONS=detect_leaks=0 SCHEMATIC_TESTS=SchematicGraphvizTests $swift test --quiet \
    --scratch-path .build-addresses --sanitize address --skip MemoryTests
  ;;
*) echo "test-sanitized: say threads or addresses, not ${1:-}" >&2 && exit 1 ;;
esac
