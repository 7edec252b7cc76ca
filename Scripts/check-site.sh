#!/bin/sh
# Looks at every page of the site, which `make docs` builds, in headless Chromium: light and dark, wide and as on a
# phone. The pictures are in .build-docs/pictures.
set -eu
cd "$(dirname "$0")/.."
. Scripts/player/python.sh
"$python" Scripts/player/check_site.py
