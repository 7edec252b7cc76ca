#!/bin/sh
# Opens the first page, examples, articles and modules of the site in headless Chromium, light and
# dark, wide and as a phone. Fails where a page is not shown or a file of it is missing. Pictures of all
# pages are left in .build-docs/pictures, to be looked at.
set -eu
cd "$(dirname "$0")/.."
Scripts/install.sh chromium
python3 Scripts/check-site.py .build-docs/site .build-docs/pictures
