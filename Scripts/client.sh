# Functions for checks that try this package as a client does. A script reads this file in the root of the
# package, and sets `log`: a file with the output of the last command, which is shown if the check fails.
root=$PWD
# This package's build folder, which has the libraries already. If a client is built in it, its `Diagrams` is the
# client's afterward: build before you run it.
libraries=$root/.build
log=/dev/null
fail() {
  cat "$log" >&2
  echo "$(basename "$0" .sh): $*" >&2
  exit 1
}
# Copies a package of IntegrationTests to a folder, and goes there: client PACKAGE FOLDER
client() {
  rm -rf "$2"
  mkdir -p "$2"
  cp -R "IntegrationTests/$1/." "$2"
  rm -rf "$2/.build"
  cd "$2"
  log=$2/log.txt
}
# Changes a file by a command of sed: edit COMMAND FILE
edit() {
  sed -i.bak "$1" "$2"
  rm "$2.bak"
}
# Changes a rule of the kettle, and sets `arrow`: the text that checks must print about the change.
change_rule() {
  edit 's/case \.press: return \.to(\.cold)/case .press: return .to(.hot)/' Sources/Kettles/Kettle.swift
  arrow='~ heating: press leads to hot, was cold'
}
# Makes the folder a git repository.
repository() {
  git init -q -b main
  git config user.name "A newcomer"
  git config user.email newcomer@example.com
}
# Expects that a program is linked with none of some libraries: links_none_of PROGRAM LIBRARY…
links_none_of() {
  # macOS has otool in place of ldd.
  case $(uname) in
  Darwin) otool -L "$1" >"$log" ;;
  *) ldd "$1" >"$log" ;;
  esac
  shift
  for library in "$@"; do
    if grep -qF "$library" "$log"; then fail "links $library"; fi
  done
}
says() { grep -qF -- "$1" "$log" || fail "does not say: $1"; }
passes() { "$@" >"$log" 2>&1 || fail "fails: $*"; }
# Expects that a command fails, and what it says: refuses TEXT COMMAND…
refuses() {
  text=$1
  shift
  if "$@" >"$log" 2>&1; then fail "passes: $*"; fi
  says "$text"
}
