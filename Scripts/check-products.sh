#!/bin/sh
# Proves by a small client of each library product that the product changes nothing in the program that links it.
# The clients are built for release with library evolution, and run; those of the libraries for apps and servers run
# linked statically, too. Optimizing takes half of the time and adds no symbol: it is left to the nightly, which says
# `check-products.sh optimized`. No client defines a function of the system or of Swift, and none references a private one.
# `check-swift-build.sh` builds them by Swift Build.
set -eu
cd "$(dirname "$0")/.."
. Scripts/client.sh
swift=${SWIFT:-swift}
Scripts/install.sh graphviz
build=$root/.build-products
mkdir -p "$build"
log=$build/log

# Without CI in the environment, warnings are none: on Linux the system's own modules lack library evolution.
unset CI

# All functions of a product are linked, also those that no client calls, and a program shows what it defines.
case ${1:-} in
optimized) optimization=-O ;;
'') optimization=-Onone ;;
*) fail "say optimized, or nothing, not $1" ;;
esac
set -- --package-path IntegrationTests/Products -c release --scratch-path "$build/dynamic" \
  -Xswiftc -enable-library-evolution -Xswiftc $optimization --disable-dead-strip -Xlinker --export-dynamic
passes $swift build "$@"
programs=$($swift build "$@" --show-bin-path)
products=$(Scripts/symbols.sh --list)
for product in $products; do
  [ -x "$programs/${product}Client" ] || fail "IntegrationTests/Products has no client of $product"
done

# The names of symbols, without versions: names OPTION… FILE…
names() { nm -D "$@" 2>/dev/null | awk 'NF > 1 { sub(/@.*/, "", $NF); print $NF }' | sort -u; }
# What the system and Swift's libraries export.
usr=$(dirname "$(dirname "$(readlink -f "$(command -v "$swift")")")")
names --defined-only $(ldd "$programs/NoClient" | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p') "$usr"/lib/swift/linux/*.so \
  >"$build/exported"
# What every program defines and references.
names --defined-only "$programs/NoClient" >"$build/usual"
names --undefined-only "$programs/NoClient" >>"$build/usual"
sort -u -o "$build/usual" "$build/usual"

# What the program of a product references beyond that. The names of symbols that are written in Swift begin with a
# dollar; the compiler refuses those that are private. Tu ends the name of an asynchronous function's address.
referenced() {
  names --undefined-only "$programs/$1Client" | grep -v '^\$s' | comm -23 - "$build/usual" | sed 's/Tu$//' | sort -u
}
# A symbol is public if a header or an interface mentions it, or if the compiler itself calls it. The exception is the
# function with which Swift's reflection reads the name of a case, for which there is no other.
for product in $products; do referenced "$product"; done | sort -u >"$build/referenced"
{
  grep -rhoIwFf "$build/referenced" /usr/include "$usr/lib/swift" "$usr/lib/clang"
  grep -haowFf "$build/referenced" "$usr/bin/swift-frontend"
  echo swift_EnumCaseName
} | sort -u >"$build/public"

# Reports symbols of a product, if there are any: report SENTENCE
report() {
  symbols=$(paste -sd ' ')
  [ -z "$symbols" ] || echo "$product $1: $symbols" >>"$build/problems"
}
: >"$build/problems"
for product in $products; do
  program=$programs/${product}Client
  names --defined-only "$program" | comm -12 - "$build/exported" | comm -23 - "$build/usual" |
    report "defines what belongs to the system"
  # The hook that this module sets while steps run, and puts back.
  exception='^$'
  if nm "$program" | grep -q 17SchematicMachines; then exception=swift_task_enqueueGlobal_hook; fi
  {
    referenced "$product" | comm -23 - "$build/public" | grep -vx "$exception"
    nm -D --undefined-only "$program" | sed -n 's/.* \(.*\)@GLIBC_PRIVATE$/\1/p'
  } | report "references what is private"
done
if [ -s "$build/problems" ]; then
  log=$build/problems
  fail "a program is changed by what it links"
fi
for product in $products; do
  # The client of this product is a command.
  case $product in SchematicDiagrams) verb=list ;; *) verb= ;; esac
  passes "$programs/${product}Client" $verb
done

# The same objects, linked statically: SwiftPM would compile all of them again. The dynamic Foundation
# doesn't name the libraries that it has inside.
static=$usr/lib/swift_static/linux
for product in Schematic SchematicCases SchematicGraph SchematicTraces; do
  case $product in SchematicTraces) foundation=$(ls "$static"/lib*Foundation*.a) ;; *) foundation='' ;; esac
  passes "${swift}c" -static-executable "@$programs/${product}Client.product/Objects.LinkFileList" $foundation \
    -Xlinker "--defsym=main=${product}Client_main" -o "$build/${product}Static"
  passes "$build/${product}Static"
done

echo "check-products: each product leaves the program that links it alone"
