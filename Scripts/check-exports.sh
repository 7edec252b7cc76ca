#!/bin/sh
# Reads our exports with programs that others wrote: Mermaid with its own parser, PlantUML with itself,
# and JSON with a validator of JSON schemas. Of the example machines and of the printers' goldens.
set -eu
cd "$(dirname "$0")/.."

Scripts/install.sh plantuml
Scripts/install.sh node

# Ignored by git.
folder=$PWD/.build-exports
rm -rf "$folder/texts"
mkdir -p "$folder/texts"
python=$folder/venv/bin/python
[ -x "$python" ] || python3 -m venv "$folder/venv"
# The package holds Mermaid 11, which node runs; what it needs to run in Python is not installed.
"$python" -m pip install --quiet --disable-pip-version-check 'jsonschema>=4.18,<5'
"$python" -m pip install --quiet --disable-pip-version-check --no-deps mermaid-parser-py==0.0.4

${SWIFT:-swift} run -q Diagrams generate --output "$folder/texts" --format mmd puml json >/dev/null
for notation in Mermaid PlantUML JSON; do
  for golden in "Tests/SchematicGraphTests/Printing/Goldens/$notation"/*; do
    cp "$golden" "$folder/texts/golden-$(basename "$golden")"
  done
done

cp Tests/SchematicGraphTests/Traces/Goldens/shop.mmd "$folder/texts/golden-sequence.mmd"

"$python" Scripts/check-exports.py "$folder/texts"
parser=$(find "$folder/venv" -path '*/mermaid_parser/js/parser.bundle.js')
node Scripts/check-mermaid.js "$parser" "$folder"/texts/*.mmd
# Debian's PlantUML is of 2020 and doesn't know the deep history yet: it reads the shallow one.
sed -i 's/\[H\*\]/[H]/' "$folder"/texts/*.puml
# It draws while it checks, so the goldens were copied.
plantuml -checkonly -failfast2 "$folder"/texts/*.puml
for text in "$folder"/texts/[A-Z]*.puml; do
  case $(plantuml -syntax <"$text") in
  STATE*) ;;
  *) echo "check-exports: PlantUML does not take $text for a state diagram" >&2 && exit 1 ;;
  esac
done

# Readers that accept everything prove nothing.
refused() {
  if "$@" >/dev/null 2>&1; then
    echo "check-exports: a broken text is accepted: $*" >&2
    exit 1
  fi
}
broken=$folder/broken
rm -rf "$broken"
mkdir -p "$broken"
for file in Turnstile.mmd Turnstile.puml Turnstile.json; do
  sed 's/unlocked/un locked -->/; s/"rules"/"arrows"/' "$folder/texts/$file" >"$broken/$file"
done
refused node Scripts/check-mermaid.js "$parser" "$broken/Turnstile.mmd"
refused plantuml -checkonly "$broken/Turnstile.puml"
refused "$python" Scripts/check-exports.py "$broken"
echo "check-exports: others read what we print"
