#!/bin/sh
# Builds the documentation with DocC.
#
#   docs.sh check   fail on a warning, on a public symbol that no group of its module's page names, and
#                   on an example of a comment that does not compile
#   docs.sh site    fail on a warning; build one static site of a first page, all modules, and examples to play
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
# The check needs only libraries.
[ "$verb" = site ] || export SCHEMATIC_TESTS=
echo "docs: building everything; what the compiler says is in .build-docs/log"
Scripts/symbols.sh
rm -rf "$archives" .build-docs/site
mkdir -p "$archives"

# Converts a catalog. Its links may lead to all catalogs that were converted before it.
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
modules=$(Scripts/symbols.sh --list)
number=0
for module in $modules; do
  number=$((number + 1))
  echo "docs: module $number of $(echo "$modules" | wc -w), $module"
  convert "Sources/$module/$module.docc" "$module" --additional-symbol-graph-dir "$symbols/$module"
done
if [ "$verb" = check ]; then
  python3 Scripts/check-docs.py "$(Scripts/all-traits.sh build --show-bin-path)" "$archives"
  echo "docs: all modules build without a warning"
  exit
fi

# The decisions are pages of the site, too.
decisions=.build-docs/Evolution.docc
rm -rf "$decisions"
mkdir "$decisions"
printf '# Evolution\n\nWhat was decided, and why.\n\n@Metadata {\n  @TechnologyRoot\n}\n\n## Topics\n\n' >"$decisions/Evolution.md"
for page in Evolution/*.md; do
  name=$(basename "$page" .md)
  sed 's/(\([0-9]\{4\}-[a-z-]*\)\.md)/(doc:\1)/g' "$page" >"$decisions/$name.md"
  echo "- <doc:$name>" >>"$decisions/Evolution.md"
done
convert "$decisions" Evolution

tool=$(Scripts/all-traits.sh build --show-bin-path)/Diagrams
echo "docs: one site of all modules"
"$docc" merge "$archives"/*.doccarchive --synthesized-landing-page-name Schematic \
  --output-path .build-docs/site
python3 Scripts/site/pages.py "$tool" .build-docs/site
echo "docs: look at it by: python3 -m http.server --directory .build-docs/site," \
  "and open http://localhost:8000"
