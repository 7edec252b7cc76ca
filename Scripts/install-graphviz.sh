#!/bin/sh
# Installs Graphviz's development package where it is missing, with pkg-config to find it and a font
# to draw with. Does nothing, and says nothing, where pkg-config finds it.
set -eu

is_there() {
  command -v pkg-config >/dev/null 2>&1 && pkg-config --exists libgvc
}

if is_there; then
  exit 0
fi

# Prints the command to type as root, where this user may not install.
need_root() {
  if [ "$(id -u)" -eq 0 ]; then
    sudo=
  elif command -v sudo >/dev/null 2>&1; then
    sudo=sudo
  else
    echo "Graphviz is missing, and installing it takes root. Type as root: $*" >&2
    exit 1
  fi
}

if command -v apt-get >/dev/null 2>&1; then
  packages="libgraphviz-dev pkg-config fonts-dejavu-core"
  need_root apt-get install -y "$packages"
  install="$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $packages"
  echo "Installing Graphviz: $install" >&2
  # A fresh machine has no list of packages yet, and an old list may name files that are gone.
  $install >/dev/null 2>&1 || {
    $sudo apt-get update -qq >&2
    $install >&2
  }
elif command -v dnf >/dev/null 2>&1; then
  packages="graphviz-devel pkgconf-pkg-config dejavu-sans-fonts"
  need_root dnf install -y "$packages"
  echo "Installing Graphviz: $packages" >&2
  $sudo dnf install -y -q $packages >&2
elif command -v brew >/dev/null 2>&1; then
  echo "Installing Graphviz with brew" >&2
  brew install graphviz pkgconf >&2
else
  echo "Graphviz is missing. Install its development package (libgraphviz-dev, graphviz-devel or" \
    "graphviz) and pkg-config with this system's package manager." >&2
  exit 1
fi

is_there || {
  echo "Graphviz was installed, but pkg-config does not find libgvc; look at PKG_CONFIG_PATH." >&2
  exit 1
}
