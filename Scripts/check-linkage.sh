#!/bin/sh
# Proves that a program which imports Schematic and SchematicGraph links neither Graphviz nor
# Foundation, and that without the package's traits nothing else is fetched, built or warned about,
# while drawing throws an error that says why.
set -eu
cd "$(dirname "$0")/.."
. Scripts/client.sh
cd IntegrationTests
log=$root/.build-linkage/log
mkdir -p "$root/.build-linkage"

# Builds a client as on a computer without Graphviz: pkg-config finds no file.
build_client() {
  rm -rf "$1/.build"
  passes env PKG_CONFIG_PATH= PKG_CONFIG_LIBDIR=/nonexistent swift build --disable-index-store --package-path "$1"
  if grep -qE 'warning:|libgvc' "$log"; then fail "$1 prints more than it should"; fi
  if [ -d "$1/.build/checkouts" ] && [ -n "$(ls "$1/.build/checkouts")" ]; then
    fail "$1 fetches $(ls "$1/.build/checkouts")"
  fi
  program="$(swift build --package-path "$1" --show-bin-path)/$1"
}

build_client MachinesOnly
for module in SchematicGraphviz SchematicDiagrams CGraphvizBridge; do
  objects=$(find MachinesOnly/.build -path "*/$module.build/*.o")
  [ -z "$objects" ] || fail "the client builds $module: $objects"
done
links_none_of "$program" libgvc libcgraph libcdt Foundation
"$program" >/dev/null

# The package of the article about rules and checks, whose tests and diagrams need more.
play=$root/.build-linkage
rm -rf "$play/QuickStart"
ln -sfn "$root" "$play/Schematic"
cp -R QuickStart "$play"
passes swift build --disable-index-store --package-path "$play/QuickStart"
objects=$(find "$play/QuickStart/.build/" -path "*.build/*.o" ! -path "*/Modules/*")
modules=$(echo "$objects" | sed "s/.*\/\([A-Za-z]*\)\.build\/[^/]*$/\1/" | sort -u | tr "\n" " ")
[ "$modules" = "CSchematicAtomics Schematic SchematicCases Turnstiles " ] || fail "the library builds $modules"
[ -z "$(ls "$play/QuickStart/.build/checkouts" 2>/dev/null)" ] || fail "the library fetches packages"

build_client WithoutTraits
links_none_of "$program" libgvc libcgraph libcdt
status=0
said=$("$program" 2>/dev/null) || status=$?
expected='notBuilt
read'
[ "$status" -eq 2 ] && [ "$said" = "$expected" ] || fail "drawing is not refused: $status $said"

echo "check-linkage: a client of machines only links and fetches nothing else"
