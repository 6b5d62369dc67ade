#!/usr/bin/env bash
# Installs the Python libraries of the peers into a virtual environment, and the Debian packages that they call.
#
#   DIR=/path ./setup-python-peers.sh install
set -euo pipefail
[ "${1:-}" = install ] || { sed -n 2,4p "$0"; exit 64; }
. "$(dirname "${BASH_SOURCE[0]}")/packages.sh"
requirements=$(dirname "${BASH_SOURCE[0]}")/python/requirements.txt

command -v xmlsec1 >/dev/null || install_packages xmlsec1
cmp -s "$requirements" "$DIR/requirements.txt" && exit 0
python3 -m venv --clear "$DIR"
"$DIR/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: -r "$requirements"
# Last: an installation that did not end is done again.
cp "$requirements" "$DIR/requirements.txt"
