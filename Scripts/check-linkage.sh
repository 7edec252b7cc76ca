#!/bin/sh
# Proves that a program which imports Schematic and SchematicGraph links neither Graphviz nor
# Foundation, and that without the package's traits nothing else is fetched, built or warned about.
set -eu
cd "$(dirname "$0")/../IntegrationTests/MachinesOnly"

fail() {
  echo "check-linkage: $*" >&2
  exit 1
}

build=.build
rm -rf "$build"
# No pkg-config file is found here, as on a machine that has no Graphviz.
if ! log=$(PKG_CONFIG_PATH='' PKG_CONFIG_LIBDIR=/nonexistent swift build --scratch-path "$build" 2>&1)
then
  fail "the client does not build: $log"
fi
case $log in
*warning:* | *[Gg]raphviz* | *libgvc*) fail "the client is told about what it does not want: $log" ;;
esac
if [ -d "$build/checkouts" ] && [ -n "$(ls "$build/checkouts")" ]; then
  fail "the client fetches $(ls "$build/checkouts")"
fi
for module in SchematicGraphviz SchematicDiagrams CGraphvizBridge; do
  objects=$(find "$build" -path "*/$module.build/*.o")
  [ -z "$objects" ] || fail "the client builds $module: $objects"
done

program="$(swift build --scratch-path "$build" --show-bin-path)/MachinesOnly"
"$program" >/dev/null
case $(uname) in
Darwin) libraries=$(otool -L "$program") ;;
*) libraries=$(ldd "$program") ;;
esac
for library in libgvc libcgraph libcdt Foundation; do
  case $libraries in
  *"$library"*) fail "the client links $library: $libraries" ;;
  esac
done
echo "check-linkage: a client that only wants machines gets machines only"
