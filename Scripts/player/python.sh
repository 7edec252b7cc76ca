# Sets `python` to a Python that drives Chromium. Sourced by scripts in the folder of the package.
Scripts/install.sh chromedriver
# Git ignores this folder.
python=.build-player/venv/bin/python
[ -x "$python" ] || python3 -m venv .build-player/venv
"$python" -m pip install --quiet --disable-pip-version-check --requirement Scripts/player/requirements.txt
