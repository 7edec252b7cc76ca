#!/bin/sh
# Opens the articles and the pages of modules and examples of the site in headless Chromium, light and
# dark, wide and as a phone. Fails where a page shows no heading, an error, or is wider than a phone.
# Pictures of all pages are left in .build-docs/pictures.
set -eu
cd "$(dirname "$0")/.."
Scripts/install.sh chromium
python3 Scripts/check-site.py .build-docs/site .build-docs/pictures
