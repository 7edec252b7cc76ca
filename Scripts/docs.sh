#!/bin/sh
# Builds the documentation with DocC.
#
#   docs.sh check   fail on a warning, on a public symbol that no group of its module's page names, and
#                   on an example of a comment that does not compile
#   docs.sh site    the same, and one static site: a first page, all modules, and the examples to be played
set -eu
cd "$(dirname "$0")/.."
verb=${1:-}
case $verb in
check | site) ;;
*) echo "docs: say check or site, not $verb" >&2 && exit 1 ;;
esac

docc=$(command -v docc || xcrun --find docc)
symbols=.build-docs/symbols
archives=.build-docs/archives
echo "docs: building everything; what the compiler says is in .build-docs/log"
Scripts/symbols.sh
rm -rf "$archives" .build-docs/site
mkdir -p "$archives"

# Converts a catalog; its links may lead to all that was converted before it.
convert() {
  catalog=$1
  name=$2
  shift 2
  for archive in "$archives"/*.doccarchive; do
    [ ! -d "$archive" ] || set -- "$@" --dependency "$archive"
  done
  "$docc" convert "$catalog" --fallback-display-name "$name" --fallback-bundle-identifier "$name" \
    --warnings-as-errors --enable-experimental-external-link-support \
    --output-path "$archives/$name.doccarchive" "$@" >.build-docs/log 2>&1 || {
    cat .build-docs/log >&2
    echo "docs: $name has warnings" >&2
    exit 1
  }
}

# Modules come after those that they depend on, as in the manifest.
status=0
modules=$(Scripts/symbols.sh --list)
number=0
for module in $modules; do
  number=$((number + 1))
  echo "docs: module $number of $(echo "$modules" | wc -w), $module"
  convert "Sources/$module/$module.docc" "$module" --additional-symbol-graph-dir "$symbols/$module"
  python3 Scripts/check-groups.py "$archives/$module.doccarchive" "$module" || status=1
done
[ "$status" -eq 0 ] || exit 1
if [ "$verb" = check ]; then
  python3 Scripts/check-comments.py "$(Scripts/all-traits.sh build --show-bin-path)"
  echo "docs: all modules build without a warning"
  exit
fi

tool=$(Scripts/all-traits.sh build --show-bin-path)/Diagrams
echo "docs: one site of all modules"
"$docc" merge "$archives"/*.doccarchive --synthesized-landing-page-name Schematic \
  --output-path .build-docs/site
python3 Scripts/site/pages.py "$tool" .build-docs/site
echo "docs: look at it by: python3 -m http.server --directory .build-docs/site," \
  "and open http://localhost:8000"
