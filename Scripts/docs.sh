#!/bin/sh
# Builds the documentation with DocC.
#
#   docs.sh check   fail on a warning, on a public symbol that no group of its module's page names, and
#                   on an example of a comment that does not compile
#   docs.sh site    the same, and one static site of all modules and example diagrams
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
for module in $(Scripts/symbols.sh --list); do
  convert "Sources/$module/$module.docc" "$module" --additional-symbol-graph-dir "$symbols/$module"
  python3 Scripts/check-groups.py "$archives/$module.doccarchive" "$module" || status=1
done
[ "$status" -eq 0 ] || exit 1
if [ "$verb" = check ]; then
  python3 Scripts/check-comments.py \
    "$(${SWIFT:-swift} build --scratch-path .build-macros --enable-all-traits --show-bin-path)"
  echo "docs: all modules build without a warning"
  exit
fi

# The example machines: a page each, with picture, table and source.
examples=.build-docs/Examples.docc
rm -rf "$examples"
mkdir -p "$examples"
tool=$(${SWIFT:-swift} build --scratch-path .build-macros --enable-all-traits --show-bin-path)/Diagrams
{
  printf '# Examples\n\n@Metadata {\n  @TechnologyRoot\n}\n\nMachines of all kinds, each with its picture'
  printf ' and its code.\n\n## Topics\n\n### Machines\n\n'
  sed -n 's/^  Diagram("\([A-Za-z]*\)".*/- <doc:\1-example>/p' Examples/Catalog.swift
} >"$examples/Examples.md"
for dot in Diagrams/*.dot; do
  name=$(basename "$dot" .dot)
  cp "Diagrams/$name.svg" "$examples/$name.svg"
  "$tool" render --format dark --output "$examples/$name~dark.svg" -- "$name"
  {
    printf '# %s\n\n' "$name"
    sed -n "s/^| \[$name\]([A-Za-z/]*$name.swift) | \(.*\) |$/Shows \1./p" Examples/README.md
    printf '\n## Overview\n\n![The diagram of %s](%s)\n\n' "$name" "$name"
    printf '### Transitions\n\n'
    "$tool" render --format md -- "$name"
    printf '\n### Code\n\n```swift\n'
    cat Examples/"$name.swift" Examples/*/"$name.swift" 2>/dev/null || true
    printf '```\n'
  } >"$examples/$name-example.md"
done
convert "$examples" Examples
"$docc" merge "$archives"/*.doccarchive --synthesized-landing-page-name Schematic \
  --output-path .build-docs/site
echo "docs: look at it by: python3 -m http.server --directory .build-docs/site," \
  "and open http://localhost:8000/documentation"
