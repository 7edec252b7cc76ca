#!/bin/sh
# Opens the articles and the pages of modules and examples of the site in headless Chromium, light and
# dark, wide and as a phone. Fails where a page is not shown or a file of it is missing. Pictures of all
# pages are left in .build-docs/pictures, to be looked at.
set -eu
cd "$(dirname "$0")/.."
Scripts/install.sh chromium
python3 Scripts/check-site.py .build-docs/site .build-docs/pictures
