#!/bin/sh
# Proves that a program which imports Schematic and SchematicGraph links neither Graphviz nor
# Foundation, and that without the package's traits nothing else is fetched, built or warned about,
# while drawing throws an error that says why.
set -eu
cd "$(dirname "$0")/../IntegrationTests"

fail() {
  echo "check-linkage: $*" >&2
  exit 1
}

# Builds a client as on a computer without Graphviz: pkg-config finds no file.
build_client() {
  rm -rf "$1/.build"
  if ! log=$(
    PKG_CONFIG_PATH='' PKG_CONFIG_LIBDIR=/nonexistent swift build --package-path "$1" 2>&1
  ); then
    fail "$1 does not build: $log"
  fi
  case $log in
  *warning:* | *libgvc*) fail "$1 prints more than it should: $log" ;;
  esac
  if [ -d "$1/.build/checkouts" ] && [ -n "$(ls "$1/.build/checkouts")" ]; then
    fail "$1 fetches $(ls "$1/.build/checkouts")"
  fi
  program="$(swift build --package-path "$1" --show-bin-path)/$1"
  case $(uname) in
  Darwin) libraries=$(otool -L "$program") ;;
  *) libraries=$(ldd "$program") ;;
  esac
}

refuse_libraries() {
  for library in "$@"; do
    case $libraries in
    *"$library"*) fail "$program links $library: $libraries" ;;
    esac
  done
}

build_client MachinesOnly
for module in SchematicGraphviz SchematicDiagrams CGraphvizBridge; do
  objects=$(find MachinesOnly/.build -path "*/$module.build/*.o")
  [ -z "$objects" ] || fail "the client builds $module: $objects"
done
refuse_libraries libgvc libcgraph libcdt Foundation
"$program" >/dev/null

# The README up to its first run, in an empty folder.
play=../.build-linkage
rm -rf "$play"
mkdir -p "$play"
ln -s "$PWD/.." "$play/Schematic"
sed '/^## Name states and events/,$d' ../README.md >"$play/README.md"
python3 ../Scripts/newcomer.py "$play/README.md" "$play/FirstRun"
objects=$(find "$play/FirstRun/.build/" -path "*.build/*.o" ! -path "*/Modules/*")
modules=$(echo "$objects" | sed "s/.*\/\([A-Za-z]*\)\.build\/[^/]*$/\1/" | sort -u | tr "\n" " ")
[ "$modules" = "Schematic Try Turnstiles " ] || fail "the README's first run builds $modules"
[ -z "$(ls "$play/FirstRun/.build/checkouts")" ] || fail "the README's first run fetches packages"

build_client WithoutTraits
refuse_libraries libgvc libcgraph libcdt
status=0
said=$("$program" 2>/dev/null) || status=$?
expected='notBuilt
read'
[ "$status" -eq 2 ] && [ "$said" = "$expected" ] || fail "drawing is not refused: $status $said"

echo "check-linkage: a client of machines only links and fetches nothing else"
