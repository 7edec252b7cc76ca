#!/bin/sh
# Proves that a program which imports Schematic and SchematicGraph links neither Graphviz nor
# Foundation, and that without the package's traits nothing else is fetched, built or warned about,
# while drawing throws an error that says why.
set -eu
cd "$(dirname "$0")/.."
. Scripts/client.sh

# Laid out as the pages say, in a folder that git ignores. The pages build their packages without traits in the same
# build folder; here it is emptied, so that objects tell which modules each client adds.
play=$root/.build-pages
build=$play/build-without-traits
log=$play/log
mkdir -p "$play"
rm -rf "$build"
ln -sfn "$root" "$play/Schematic"

# Builds a client as on a computer without Graphviz: pkg-config finds no file.
build_client() {
  (client "$1" "$play/$1")
  edit 's#path: "../.."#path: "../Schematic"#' "$play/$1/Package.swift"
  set -- --package-path "$play/$1" --scratch-path "$build"
  passes env PKG_CONFIG_PATH= PKG_CONFIG_LIBDIR=/nonexistent swift build "$@"
  if grep -qE 'warning:|libgvc' "$log"; then fail "$2 prints more than it should"; fi
  [ -z "$(ls "$build/checkouts" 2>/dev/null)" ] || fail "$2 fetches $(ls "$build/checkouts")"
  programs=$(swift build "$@" --show-bin-path)
}

# The package of the article about rules and checks, whose tests and diagrams need more.
build_client QuickStart
objects=$(find "$build/" -path "*.build/*.o" ! -path "*/Modules/*")
modules=$(echo "$objects" | sed "s/.*\/\([A-Za-z]*\)\.build\/[^/]*$/\1/" | sort -u | tr "\n" " ")
[ "$modules" = "CSchematicAtomics Schematic SchematicCases Turnstiles " ] || fail "the library builds $modules"

build_client MachinesOnly
for module in SchematicGraphviz SchematicDiagrams CGraphvizBridge; do
  objects=$(find "$build/" -path "*/$module.build/*.o")
  [ -z "$objects" ] || fail "the client builds $module: $objects"
done
links_none_of "$programs/MachinesOnly" libgvc libcgraph libcdt Foundation
"$programs/MachinesOnly" >/dev/null

build_client WithoutTraits
links_none_of "$programs/WithoutTraits" libgvc libcgraph libcdt
status=0
said=$("$programs/WithoutTraits" 2>/dev/null) || status=$?
expected='notBuilt
read'
[ "$status" -eq 2 ] && [ "$said" = "$expected" ] || fail "drawing is not refused: $status $said"

echo "check-linkage: a client of machines only links and fetches nothing else"
