#!/bin/sh
# Proves that the package compiles with library evolution, as a framework does that is handed on as a
# binary.
set -eu
cd "$(dirname "$0")/.."

# A build folder of its own, because the option changes the build of every module. Without CI in the
# environment, warnings are none: on Linux the system's own modules lack the support.
if ! log=$(
  env -u CI ${SWIFT:-swift} build --scratch-path .build-evolution \
    -Xswiftc -enable-library-evolution 2>&1
); then
  echo "$log" | grep -A 5 'error:' >&2 || echo "$log" >&2
  echo "check-evolution: the package does not compile with library evolution" >&2
  exit 1
fi
echo "check-evolution: the package compiles with library evolution"
