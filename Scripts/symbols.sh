#!/bin/sh
# Writes the public symbols of the library products to .build-docs/symbols/MODULE, as symbol graphs of
# the compiler. All traits are on, so that the macros are included. With --list, prints the modules
# instead, each after the modules that it depends on.
set -eu
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
symbols=.build-docs/symbols

modules=$(sed -n 's/^ *\.library(name: "\([A-Za-z]*\)".*/\1/p' Package.swift)
if [ "${1:-}" = --list ]; then
  echo "$modules"
  exit
fi

mkdir -p .build-docs
Scripts/all-traits.sh build >.build-docs/log 2>&1 &
building=$!
# For people who wait, this prints the last line of the log every few seconds.
while kill -0 "$building" 2>/dev/null; do
  sleep 1
  waited=$((${waited:-0} + 1))
  [ $((waited % 8)) -ne 0 ] || echo "  $(tail -n 1 .build-docs/log)" >&2
done
wait "$building" || {
  cat .build-docs/log >&2
  exit 1
}
products=$(Scripts/all-traits.sh build --show-bin-path)
triple=$($swift -print-target-info | sed -n 's/^ *"unversionedTriple": "\(.*\)",*$/\1/p')

rm -rf "$symbols"
for module in $modules; do
  echo "  symbols of $module" >&2
  mkdir -p "$symbols/$module"
  $swift symbolgraph-extract -module-name "$module" -minimum-access-level public \
    -emit-extension-block-symbols -target "$triple" -output-dir "$symbols/$module" \
    -I "$products/Modules" -I Sources/CSchematicAtomics/include \
    -I "$products/CSchematicChild.build" -I "$products/CSchematicTasks.build" -I "$products/CGraphvizBridge.build" \
    -I .build-macros/checkouts/FlyingFox/CSystemLinux/include
done
