#!/usr/bin/env bash
# Builds oauth2-proxy with go, which takes some minutes. The scenario peer-applications runs it where it was built.
#
#   ./setup-oauth2-proxy.sh
set -euo pipefail
export GOBIN=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/node_modules/.cache/peers
go install github.com/oauth2-proxy/oauth2-proxy/v7@v7.15.6
