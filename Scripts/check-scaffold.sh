#!/bin/sh
# Runs `swift package diagrams scaffold` in a package: it writes the files that are committed there, word
# for word, they compile, and the machines are drawn. Then methods come and go, and a file that was
# edited keeps what is in it.
#
# With `record`, writes those files and the symbol graph that the unit tests read.
set -eu
cd "$(dirname "$0")/.."

fail() {
  echo "check-scaffold: $*" >&2
  exit 1
}

# Beside the pages, in whose build folder the libraries are built already.
root=$PWD
play=$PWD/.build-pages/Scaffold
rm -rf "$play"
mkdir -p "$play"
ln -sfn "$PWD" .build-pages/Schematic
cp -R IntegrationTests/Scaffold/. "$play"
rm -rf "$play/.build"
cd "$play"
log=$play/log.txt

# In a build folder of its own: for symbol graphs, the package manager builds with other options.
scaffold() {
  swift package --scratch-path ../build-scaffold --allow-writing-to-package-directory \
    diagrams scaffold "$@" >"$log" 2>&1
}
says() { grep -qF "$1" "$log" || { cat "$log" >&2; fail "doesn't say: $1"; }; }
writes() {
  type=$1
  file=$2
  rm "$file"
  scaffold "$type" || { cat "$log" >&2; fail "writes nothing for $type"; }
  says "wrote $file: "
  if [ "${3:-}" = record ]; then cp "$file" "$root/IntegrationTests/Scaffold/$file"; fi
  diff -u "$root/IntegrationTests/Scaffold/$file" "$file" || fail "writes something else for $type"
}
refuses() {
  message=$1
  shift
  if scaffold "$@"; then fail "writes something for $*"; fi
  says "$message"
}

for file in Machines/Socket Machines/Relay Machines/Kettle Machines/Light Machines/Door \
  Machines/Token Machines/Valve Wires/Wire; do
  touch "Sources/${file}Graph.swift"
done
touch Tests/MachinesTests/PumpGraph.swift
writes Socket Sources/Machines/SocketGraph.swift "$@"
writes Relay Sources/Machines/RelayGraph.swift "$@"
writes Kettle Sources/Machines/KettleGraph.swift "$@"
writes Light Sources/Machines/LightGraph.swift "$@"
writes Door Sources/Machines/DoorGraph.swift "$@"
writes Token Sources/Machines/TokenGraph.swift "$@"
writes Valve Sources/Machines/ValveGraph.swift "$@"
writes Wire Sources/Wires/WireGraph.swift "$@"
writes Pump Tests/MachinesTests/PumpGraph.swift "$@"
if [ "${1:-}" = record ]; then
  # Only what is read, so that a newer compiler changes little.
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

swift test --scratch-path ../build >"$log" 2>&1 || { cat "$log" >&2; fail "the machines are drawn otherwise"; }

# A run that was killed has left the file aside; the next one finds it.
mv Sources/Machines/SocketGraph.swift Sources/Machines/SocketGraph.swift.aside
scaffold Socket
says "SocketGraph.swift has a step for each method of Socket; nothing was written"

# What is there stays, what is new comes, and what is gone is named, although nothing compiles then.
sed -i.bak -e 's/"receive"/"hears"/' -e 's/^ *\.step("drain".*/        \/* later: $0.drain(into: \&bytes)/' \
  Sources/Machines/SocketGraph.swift
sed -i.bak -e '/return machine.drain/{n;s/},/*\//;}' Sources/Machines/SocketGraph.swift
sed -i.bak -e 's/mutating func connected()/mutating func greet(_ code: Code) { state = .open }\
  mutating func didConnect()/' Sources/Machines/Socket.swift
rm Sources/Machines/*.bak
cp Sources/Machines/SocketGraph.swift edited.txt
scaffold Socket || { cat "$log" >&2; fail "writes nothing into an edited file"; }
says "2 steps more of Socket: greet, didConnect"
says "SocketGraph.swift: connected() is gone from Socket; take its step out"
diff edited.txt Sources/Machines/SocketGraph.swift >changes.txt || true
if grep -q '^<' changes.txt; then fail "changes what was edited"; fi
sed -i.bak '/\$0\.connected()/d' Sources/Machines/SocketGraph.swift
rm Sources/Machines/*.bak
swift build --scratch-path ../build >"$log" 2>&1 || { cat "$log" >&2; fail "the edited file doesn't build"; }
scaffold Socket
says "Sources/Machines/SocketGraph.swift has a step for each method of Socket; nothing was written"

# What can't be read stays, and nothing is written where a link leads out of the package.
cp Sources/Machines/SocketGraph.swift readable.txt
printf '// caf\351\n' >>Sources/Machines/SocketGraph.swift
cp Sources/Machines/SocketGraph.swift edited.txt
refuses "SocketGraph.swift cannot be read, so it is left alone: it is not UTF-8 text" Socket
cmp edited.txt Sources/Machines/SocketGraph.swift || fail "overwrites what it cannot read"
mv readable.txt Sources/Machines/SocketGraph.swift
rm -rf ../outside
mkdir ../outside
ln -s ../../../outside Sources/Machines/Linked
refuses "Sources/Machines/Linked/RelayGraph.swift leads out of the package, to /" \
  Relay --output Sources/Machines/Linked
[ -z "$(ls ../outside)" ] || fail "writes out of the package: $(ls ../outside)"

refuses "no type of this package is named Sokcet; did you mean Socket?" Sokcet
refuses "make it internal, and run this again: Sources/Machines/Others.swift:" Plug
refuses "Others.swift:" Local
refuses "several targets declare State" State
echo "check-scaffold: the files compile and draw, and what others wrote is kept"
