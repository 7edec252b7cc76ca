#!/bin/sh
# Compiles and tests the recipes of the article about logs, metrics and traces, with the packages that they
# are for.
set -eu
cd "$(dirname "$0")/.."
exec ${SWIFT:-swift} test --quiet --package-path IntegrationTests/InAServer --scratch-path "$PWD/.build-recipes"
