#!/bin/sh
# Builds, or builds and tests, this package with all traits, in a build folder of its own, because traits
# change the build of every module.
#
#   all-traits.sh build [OPTION…]   swift build
#   all-traits.sh test [OPTION…]    swift test
set -eu
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
verb=$1
shift

# SwiftPM before 6.4 writes the names of traits in the order of their hashes. Builds have fixed hashes, but
# tests don't, because tests must not depend on an order.
build() {
  SWIFT_DETERMINISTIC_HASHING=1 $swift build --scratch-path .build-macros --enable-all-traits "$@"
}
case $verb in
build) build "$@" ;;
test)
  build --quiet --build-tests
  $swift test --skip-build --scratch-path .build-macros --enable-all-traits "$@"
  ;;
*) echo "all-traits: say build or test, not $verb" >&2 && exit 1 ;;
esac
