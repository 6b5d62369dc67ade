#!/usr/bin/env bash
# Asks Portico about a token, of any kind (RFC 7662), and prints the answer. Needs curl.
#   ISSUER=https://portal.example.com CLIENT_ID=… CLIENT_SECRET=… ./introspect.sh TOKEN
set -euo pipefail

# The secret and the token are passed by standard input: arguments are visible to every user of the machine.
curl -sS --config - "$ISSUER/oauth2/introspect" <<END
user = "$CLIENT_ID:$CLIENT_SECRET"
data-urlencode = "token=$1"
END
echo
