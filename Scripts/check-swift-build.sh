#!/bin/sh
# Runs what people run with Swift Build, the build system that SwiftPM 6.4 uses by default: the README's commands, a
# client's first drawing, the plugins, tests with walks and coverage, a client with macros, and a client of each product.
# Prints how long each took.
#
# `check-plans.sh` is about the manifests of the older build system, which Swift Build doesn't write.
set -eu
cd "$(dirname "$0")/.."
. Scripts/client.sh
Scripts/install.sh graphviz
play=$PWD/.build-swiftbuild-clients
mkdir -p "$play"
log=$play/log
# Warnings of dependencies can't be suppressed together with the option that makes those of CI errors.
unset CI

# Runs a command of SwiftPM with Swift Build: tries VERB OPTION…
tries() {
  verb=$1
  shift
  begin=$(date +%s)
  set -- "$verb" --build-system swiftbuild "$@"
  swift "$@" >"$log" 2>&1 || {
    code=$?
    # A build that fails ends with a small code. A larger one is a signal that ended SwiftPM itself, which says
    # nothing about this package: SwiftPM 6.3 crashes at times with Swift Build.
    [ $code -gt 128 ] || fail "fails: swift $*"
    echo "check-swift-build: signal $((code - 128)) ended swift $*, which runs once more" >&2
    passes swift "$@"
  }
  echo "check-swift-build: $(($(date +%s) - begin)) s: swift $*"
}

# The commands of the README, in the folder that CI builds anyway.
tries test --scratch-path .build-swiftbuild --quiet --filter TurnstileTests
tries run --scratch-path .build-swiftbuild -q Diagrams check --strict

# Laid out as the pages say.
ln -sfn "$PWD" "$play/Schematic"
rm -rf "$play/App"
mkdir "$play/App"
(cd "$play/App" && swift package init --type library --name App >/dev/null)
cp -R IntegrationTests/FirstDrawing/. "$play/App"
tries run --package-path "$play/App/Diagrams" --scratch-path "$play/first" -q Diagrams list

client Adoption "$play/Kettles"
log=$play/log
edit 's#path: "../.."#path: "../Schematic"#' Package.swift
tries test --scratch-path "$play/adoption"
tries package --scratch-path "$play/adoption" check-diagrams --strict
tries package --scratch-path "$play/adoption" --allow-writing-to-package-directory diagrams list
change_rule
refuses "$arrow" swift package --build-system swiftbuild --scratch-path "$play/adoption" check-diagrams
cd "$root"
client QuickStart "$play/QuickStart"
log=$play/log
SCHEMATIC_COVERAGE=$play/coverage tries test --scratch-path "$play/quick"
cd "$root"
# Built first, so that the run prints nothing of its own.
tries build --package-path IntegrationTests/WithMacros --scratch-path "$play/macros" --product Try
tries run --package-path IntegrationTests/WithMacros --scratch-path "$play/macros" -q Try
diff -u IntegrationTests/WithMacros/expected.txt "$log" || fail "a client with macros prints something else"
for product in $(Scripts/symbols.sh --list); do
  # The client of this product is a command.
  case $product in SchematicDiagrams) verb=list ;; *) verb= ;; esac
  tries run --package-path IntegrationTests/Products --scratch-path "$play/products" "${product}Client" $verb
done
echo "check-swift-build: what people run also runs with Swift Build"
