#!/bin/sh
# Installs valgrind where it is missing: its callgrind counts instructions, however busy a machine
# is. Does nothing, and says nothing, where it is there.
set -eu

if command -v valgrind >/dev/null 2>&1; then
  exit 0
fi

if [ "$(id -u)" -eq 0 ]; then
  sudo=
elif command -v sudo >/dev/null 2>&1; then
  sudo=sudo
else
  echo "valgrind is missing. Type as root: apt-get install valgrind" >&2
  exit 1
fi

if command -v apt-get >/dev/null 2>&1; then
  echo "Installing valgrind" >&2
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq valgrind >/dev/null 2>&1 || {
    $sudo apt-get update -qq >&2
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq valgrind >&2
  }
elif command -v dnf >/dev/null 2>&1; then
  echo "Installing valgrind" >&2
  $sudo dnf install -y -q valgrind-devel >&2
else
  echo "valgrind is missing, and this system has none to install; count on Linux." >&2
  exit 1
fi
