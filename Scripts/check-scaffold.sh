#!/bin/sh
# Runs `swift package diagrams scaffold` in a package: it writes the files that are committed there, word
# for word, they compile, and the machines are drawn. Then methods come and go, and a file that was
# edited keeps what is in it.
#
# With `record`, writes those files and the symbol graph that the unit tests read.
set -eu
cd "$(dirname "$0")/.."

. Scripts/client.sh

# The folder is beside the pages, whose build folder has the libraries already.
ln -sfn "$PWD" .build-pages/Schematic
client Scaffold "$root/.build-pages/Scaffold"

# The build folder is another one, because the package manager builds symbol graphs with other options.
scaffold() {
  swift package --scratch-path ../build-scaffold --allow-writing-to-package-directory diagrams scaffold "$@"
}
writes() {
  file=$2
  rm "$file"
  passes scaffold "$1"
  says "wrote $file: "
  if [ "${3:-}" = record ]; then cp "$file" "$root/IntegrationTests/Scaffold/$file"; fi
  diff -u "$root/IntegrationTests/Scaffold/$file" "$file" || fail "writes something else for $1"
}

files=$(cd "$root/IntegrationTests/Scaffold" && ls Sources/*/*Graph.swift Tests/*/*Graph.swift)
for file in $files; do touch "$file"; done
for file in $files; do writes "$(basename "$file" Graph.swift)" "$file" "$@"; done
writes Mail Sources/Machines/MailGraph.swift
says "left out: .old of Mail.Response, which doesn't compile: 'old' is unavailable"
if [ "${1:-}" = record ]; then
  # Only the members that tests read are recorded, so that a newer compiler changes little.
  python3 - ../build-scaffold "$root/Tests/ScaffoldTests/Goldens" <<'PYTHON'
import glob, json, sys
keys = ["kind", "identifier", "pathComponents", "names", "declarationFragments", "accessLevel",
        "swiftGenerics"]
for module in ["Machines", "Wires", "Pumps"]:
    found = glob.glob(f"{sys.argv[1]}/*/extracted-symbols/scaffold/{module}/{module}.symbols.json")
    graph = json.load(open(found[0]))
    symbols = [{key: symbol[key] for key in keys if key in symbol} for symbol in graph["symbols"]
               if "Graph" not in str(symbol["declarationFragments"])
               and "Samples" not in str(symbol["pathComponents"])
               and "Arguments" not in str(symbol["pathComponents"])
               and "ReflectedState" not in str(symbol["declarationFragments"])]
    for symbol in symbols:
        symbol["names"] = {"title": symbol["names"]["title"]}
    known = {symbol["identifier"]["precise"] for symbol in symbols}
    edges = [edge for edge in graph["relationships"] if edge["source"] in known]
    with open(f"{sys.argv[2]}/{module}.symbols.json", "w") as file:
        file.write('{"symbols": [\n')
        file.write(",\n".join(json.dumps(symbol) for symbol in symbols))
        file.write('\n], "relationships": [\n')
        file.write(",\n".join(json.dumps(edge) for edge in edges))
        file.write("\n]}\n")
PYTHON
fi

passes swift test --scratch-path ../build
swift run --scratch-path ../build --skip-build OnTheMainThread >drawn.txt 2>"$log" || fail "draws nothing"
if [ "${1:-}" = record ]; then cp drawn.txt "$root/IntegrationTests/Scaffold/radio.txt"; fi
diff -u "$root/IntegrationTests/Scaffold/radio.txt" drawn.txt || fail "draws a machine of the main actor in another way"

# A run that was killed has left the file aside; the next one finds it.
mv Sources/Machines/SocketGraph.swift Sources/Machines/SocketGraph.swift.aside
passes scaffold Socket
says "SocketGraph.swift has a step for each method of Socket; nothing was written"

# Edited steps stay, new methods get steps, and missing methods are named, although nothing compiles then.
sed -i.bak -e 's/"receive"/"hears"/' -e 's/^ *\.step("drain".*/        \/* later: $0.drain(into: \&bytes)/' \
  Sources/Machines/SocketGraph.swift
sed -i.bak -e '/return machine.drain/{n;s/},/*\//;}' Sources/Machines/SocketGraph.swift
sed -i.bak -e 's/mutating func connected()/mutating func greet(_ code: Code) { state = .open }\
  mutating func didConnect()/' Sources/Machines/Socket.swift
rm Sources/Machines/*.bak
cp Sources/Machines/SocketGraph.swift edited.txt
passes scaffold Socket
says "2 steps more of Socket: greet, didConnect"
says "SocketGraph.swift: connected() is gone from Socket; take its step out"
diff edited.txt Sources/Machines/SocketGraph.swift >changes.txt || true
if grep -q '^<' changes.txt; then fail "changes what was edited"; fi
sed -i.bak '/\$0\.connected()/d' Sources/Machines/SocketGraph.swift
rm Sources/Machines/*.bak
passes swift build --scratch-path ../build
passes scaffold Socket
says "Sources/Machines/SocketGraph.swift has a step for each method of Socket; nothing was written"

# A new event doesn't compile before it has a step.
sed -i.bak 's/case paid(cents: Int), passed,/case paid(cents: Int), jammed, passed,/' Sources/Machines/Others.swift
rm Sources/Machines/*.bak
refuses "switch must be exhaustive" swift build --scratch-path ../build
passes scaffold Gate
says "1 step more of Gate: jammed"
passes swift build --scratch-path ../build

# A file that can't be read stays, and no file outside of the package is written through a link.
cp Sources/Machines/SocketGraph.swift readable.txt
printf '// caf\351\n' >>Sources/Machines/SocketGraph.swift
cp Sources/Machines/SocketGraph.swift edited.txt
refuses "SocketGraph.swift cannot be read, so it is left alone: it is not UTF-8 text" scaffold Socket
cmp edited.txt Sources/Machines/SocketGraph.swift || fail "overwrites what it cannot read"
mv readable.txt Sources/Machines/SocketGraph.swift
rm -rf ../outside
mkdir ../outside
ln -s ../../../outside Sources/Machines/Linked
refuses "Sources/Machines/Linked/RelayGraph.swift leads out of the package, to /" scaffold \
  Relay --output Sources/Machines/Linked
[ -z "$(ls ../outside)" ] || fail "writes out of the package: $(ls ../outside)"

refuses "no type of this package is named Sokcet; did you mean Socket?" scaffold Sokcet
refuses "make it internal, and run this again: Sources/Machines/Others.swift:" scaffold Plug
refuses "other files can't see the state of Chest; make it internal" scaffold Chest
refuses "Others.swift:" scaffold Local
refuses "several targets declare State" scaffold State
echo "check-scaffold: the files compile and draw, and what others wrote is kept"
