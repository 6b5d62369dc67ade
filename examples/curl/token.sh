#!/usr/bin/env bash
# Prints an access token of a service account. Needs curl and openssl.
#   ISSUER=https://portal.example.com ACCOUNT=… KEY_FILE=nightly.pem RESOURCE=urn:portico:acme:application:billing ./token.sh
set -euo pipefail

base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }

now=$(date +%s)
header=$(printf '{"alg":"RS256","typ":"client-authentication+jwt"}' | base64url)
claims=$(printf '{"iss":"%s","sub":"%s","aud":"%s","iat":%d,"exp":%d,"jti":"%s"}' \
  "$ACCOUNT" "$ACCOUNT" "$ISSUER" "$now" "$((now + 120))" "$(openssl rand -hex 16)" | base64url)
signature=$(printf '%s' "$header.$claims" | openssl dgst -sha256 -sign "$KEY_FILE" -binary | base64url)

answer=$(curl -sS "$ISSUER/oauth2/token" \
  -d grant_type=client_credentials \
  --data-urlencode client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer \
  --data-urlencode "client_assertion=$header.$claims.$signature" \
  --data-urlencode "resource=$RESOURCE")
token=$(sed -n 's/.*"access_token":"\([^"]*\)".*/\1/p' <<<"$answer")
[ -n "$token" ] || { echo "$answer" >&2; exit 1; }
echo "$token"
