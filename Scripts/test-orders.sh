#!/bin/sh
# Races processes on the orders example, which has a real database, and checks its diagrams.
set -eu
cd "$(dirname "$0")/.."
Scripts/install.sh sqlite
swift=${SWIFT:-swift}
$swift test --quiet --package-path Examples/Orders --scratch-path .build-orders
cd Examples/Orders
$swift run -q --scratch-path ../../.build-orders Diagrams check --strict
