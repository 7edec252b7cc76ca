#!/bin/sh
# Measures what an event costs beside a hand-written switch.
#
#   bench.sh table    times and counts
#   bench.sh counts   counts only: for a busy computer
#   bench.sh readme   times and counts, into the pages between <!-- benchmarks --> and its end
#   bench.sh check    counts only, against Benchmarks/thresholds.tsv
#   bench.sh accept   counts only, as the new thresholds
#   bench.sh growth   how costs grow with states, machines, queues and transitions
#   bench.sh drawing  drawing in-process beside starting dot
set -eu
cd "$(dirname "$0")/../Benchmarks"
swift=${SWIFT:-swift}
verb=${1:-table}
case $verb in
growth) exec $swift run -q -c release Growth ;;
drawing) exec $swift run -q -c release Drawing ;;
esac
out=$PWD/.build/bench
counts=$out/counts
samples=$out/samples

# Builds without merging equal functions. Merged functions are called by jumps, which a program with one type
# of machine doesn't have, and chance decides which functions are equal.
build() {
  $swift build -c release --product "$1" -Xswiftc -Xllvm -Xswiftc -swiftmergefunc-threshold=0 \
    >"$out/log" 2>&1 || {
    cat "$out/log" >&2
    exit 1
  }
}

# Counts twice: without callgrind for the heap, and under callgrind for instructions. Hashes are fixed,
# because they change the counts. Valgrind can't read Swift's debug information, so it is stripped.
count() {
  rm -rf "$counts"
  mkdir -p "$counts"
  build Count
  "$programs/Count" >"$counts/counts.tsv"
  strip --strip-debug -o "$out/Count" "$programs/Count"
  SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind \
    --callgrind-out-file="$counts/callgrind" "$out/Count" >"$out/log" 2>&1 || {
    cat "$out/log" >&2
    exit 1
  }
}

measure() {
  rm -rf "$samples"
  mkdir -p "$samples"
  $swift package --allow-writing-to-package-directory benchmark --target Events \
    --format histogramSamples --path "$samples" --no-progress --quiet >"$out/log" 2>&1 || {
    cat "$out/log" >&2
    exit 1
  }
}

mkdir -p "$out"
programs=$($swift build -c release --show-bin-path)
../Scripts/install.sh valgrind
build Report
count
case $verb in
table) measure && "$programs/Report" table "$counts" "$samples" ;;
counts) "$programs/Report" table "$counts" ;;
readme) measure && "$programs/Report" page "$counts" README.md "$samples" ;;
check | accept) "$programs/Report" "$verb" "$counts" thresholds.tsv ;;
*) echo "bench: say table, counts, readme, check, accept, growth or drawing, not $verb" >&2 && exit 1 ;;
esac
