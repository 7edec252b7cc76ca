#!/bin/sh
# Installs a tool of the build if it is missing. If the tool is there, does nothing and prints nothing.
#
#   install.sh graphviz       Graphviz's development package, pkg-config to find it, a font to draw with
#   install.sh sqlite         SQLite's development package, for the orders example
#   install.sh postgresql     PostgreSQL's server and the C library of its clients, for the same
#   install.sh valgrind       valgrind, whose callgrind counts instructions however busy a computer is
#   install.sh plantuml       PlantUML, to read our exports
#   install.sh node           Node.js, to read our exports with Mermaid
#   install.sh chromium       a browser, to look at pages
#   install.sh chromedriver   the same, and the program by which a script drives it
set -eu
tool=${1:-}

# The packages of apt, of dnf and of Homebrew.
case $tool in
graphviz)
  set -- "libgraphviz-dev pkg-config fonts-dejavu-core" "graphviz-devel pkgconf-pkg-config dejavu-sans-fonts" \
    "graphviz pkgconf"
  ;;
sqlite) set -- libsqlite3-dev sqlite-devel sqlite ;;
postgresql)
  set -- "postgresql libpq-dev pkg-config" "postgresql-server libpq-devel pkgconf-pkg-config" postgresql@17
  ;;
valgrind) set -- valgrind valgrind-devel "" ;;
plantuml) set -- "plantuml default-jre-headless" plantuml plantuml ;;
node) set -- nodejs nodejs node ;;
chromium) set -- chromium chromium chromium ;;
chromedriver) set -- "chromium chromium-driver" "chromium chromedriver" chromedriver ;;
*) echo "install: no tool is called \"$tool\"; the first lines of this script list them" >&2 && exit 1 ;;
esac

is_there() {
  case $tool in
  graphviz) command -v pkg-config >/dev/null 2>&1 && pkg-config --exists libgvc ;;
  postgresql)
    # Debian keeps the server out of the path.
    ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1 || return 1
    pg_config --includedir >/dev/null 2>&1 && [ -e "$(pg_config --includedir)/libpq-fe.h" ]
    ;;
  # macOS has SQLite with its developer tools.
  sqlite) [ "$(uname)" = Darwin ] || [ -e /usr/include/sqlite3.h ] ;;
  *) command -v "$tool" >/dev/null 2>&1 ;;
  esac
}
! is_there || exit 0

sudo=
[ "$(id -u)" -eq 0 ] || sudo=sudo
# Prints the command to type if this user may not install.
need_root() {
  [ -z "$sudo" ] || command -v sudo >/dev/null 2>&1 || {
    echo "$tool is missing, and installing it takes root. Type as root: $*" >&2
    exit 1
  }
}

echo "Installing $tool" >&2
# shellcheck disable=SC2086 # words
if command -v apt-get >/dev/null 2>&1; then
  need_root apt-get install -y "$1"
  install="$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $1"
  # A fresh computer has no list of packages yet, and an old list may name files that are gone.
  $install >/dev/null 2>&1 || {
    $sudo apt-get update -qq >&2
    $install >&2
  }
elif command -v dnf >/dev/null 2>&1; then
  need_root dnf install -y "$2"
  $sudo dnf install -y -q $2 >&2
elif [ -n "$3" ] && command -v brew >/dev/null 2>&1; then
  brew install $3 >&2
else
  echo "$tool is missing, and this script knows no package of this system for it. Install it with the" \
    "system's package manager; Graphviz needs its development package and pkg-config." >&2
  exit 1
fi
is_there || {
  echo "$tool was installed, but is not found; for Graphviz, look at PKG_CONFIG_PATH." >&2
  exit 1
}
