#!/bin/sh
# Installs a tool of the build where it is missing. Does nothing, and prints nothing, where it is
# there.
#
#   install.sh graphviz   Graphviz's development package, pkg-config to find it, a font to draw with
#   install.sh sqlite     SQLite's development package, for the orders example
#   install.sh postgresql   PostgreSQL's server and the C library of its clients, for the same
#   install.sh valgrind   valgrind, whose callgrind counts instructions however busy a computer is
#   install.sh plantuml   PlantUML, which reads what we print; so do:
#   install.sh node       Node.js, for Mermaid
#   install.sh chromium   a browser, to look at pages
#   install.sh chromedriver   the same, and the program by which a script drives it
set -eu

case ${1:-} in
graphviz)
  apt="libgraphviz-dev pkg-config fonts-dejavu-core"
  dnf="graphviz-devel pkgconf-pkg-config dejavu-sans-fonts"
  brew="graphviz pkgconf"
  ;;
sqlite)
  apt=libsqlite3-dev
  dnf=sqlite-devel
  brew=sqlite
  ;;
postgresql)
  apt="postgresql libpq-dev pkg-config"
  dnf="postgresql-server libpq-devel pkgconf-pkg-config"
  brew=postgresql@17
  ;;
valgrind)
  apt=valgrind
  dnf=valgrind-devel
  brew=
  ;;
plantuml)
  apt="plantuml default-jre-headless"
  dnf=plantuml
  brew=plantuml
  ;;
node)
  apt=nodejs
  dnf=nodejs
  brew=node
  ;;
chromium)
  apt=chromium
  dnf=chromium
  brew=chromium
  ;;
chromedriver)
  apt="chromium chromium-driver"
  dnf="chromium chromedriver"
  brew=chromedriver
  ;;
*)
  echo "install: say graphviz, sqlite, postgresql, valgrind, plantuml, node, chromium or chromedriver" >&2
  exit 1
  ;;
esac

is_there() {
  case $1 in
  graphviz) command -v pkg-config >/dev/null 2>&1 && pkg-config --exists libgvc ;;
  # macOS has it with its developer tools.
  postgresql)
    # Debian keeps the server out of the path.
    ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1 || return 1
    pg_config --includedir >/dev/null 2>&1 && [ -e "$(pg_config --includedir)/libpq-fe.h" ]
    ;;
  sqlite) [ "$(uname)" = Darwin ] || [ -e /usr/include/sqlite3.h ] ;;
  *) command -v "$1" >/dev/null 2>&1 ;;
  esac
}

if is_there "$1"; then
  exit 0
fi

# Finds out how to install as root, or prints the command to type where this user may not.
need_root() {
  if [ "$(id -u)" -eq 0 ]; then
    sudo=
  elif command -v sudo >/dev/null 2>&1; then
    sudo=sudo
  else
    echo "$tool is missing, and installing it takes root. Type as root: $*" >&2
    exit 1
  fi
}

tool=$1
if command -v apt-get >/dev/null 2>&1; then
  need_root apt-get install -y "$apt"
  install="$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $apt"
  echo "Installing $tool: $install" >&2
  # A fresh computer has no list of packages yet, and an old list may name files that are gone.
  $install >/dev/null 2>&1 || {
    $sudo apt-get update -qq >&2
    $install >&2
  }
elif command -v dnf >/dev/null 2>&1; then
  need_root dnf install -y "$dnf"
  echo "Installing $tool: $sudo dnf install -y -q $dnf" >&2
  $sudo dnf install -y -q $dnf >&2
elif [ -n "$brew" ] && command -v brew >/dev/null 2>&1; then
  echo "Installing $tool: brew install $brew" >&2
  brew install $brew >&2
else
  echo "$tool is missing, and this script knows no package of this system for it. Install it with the" \
    "system's package manager; Graphviz needs its development package and pkg-config." >&2
  exit 1
fi

is_there "$tool" || {
  echo "$tool was installed, but is not found; for Graphviz, look at PKG_CONFIG_PATH." >&2
  exit 1
}
