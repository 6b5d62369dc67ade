#!/usr/bin/env bash
# Installs scim2-tester, which checks a SCIM service provider against RFC 7643 and RFC 7644, into a virtual environment of Python.
#
#   FOLDER=/path setup-scim-tester.sh start    Installs it from PyPI into the folder.
set -euo pipefail
[ "${1:-}" = start ] || { echo "usage: $0 start" >&2; exit 64; }
python3 -m venv "$FOLDER"
"$FOLDER/bin/pip" install --quiet --disable-pip-version-check \
  scim2-tester==0.5.2 scim2-cli==0.6.0 scim2-client==0.13.2 scim2-models==0.12.3
