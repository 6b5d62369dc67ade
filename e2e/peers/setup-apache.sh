#!/usr/bin/env bash
# Brings up Apache with mod_auth_openidc (Debian packages) as a resource server on loopback: an application that verifies
# Portico's access tokens. Nothing under /etc is read or changed; the instance lives in $DIR.
#
#   ./setup-apache.sh install|setup|start|stop|status
#
# Parameters (environment):
#   DIR            instance folder; its parents can be entered by www-data   ($HOME/.peers/apache)
#   HOST PORT      where the application listens                             (127.0.0.1 8282)
#   TLS_PORT       where $PORTICO is reached by https: the module fetches keys by https only   (8283)
#   PORTICO        address of the Portico server, its issuer                 (http://127.0.0.1:8080)
#   AUDIENCE       URN of the application; any role opens /prices.txt        (required by setup)
#   ROLE           role that opens /invoices.txt                             (required by setup)
#   OTHER_ROLE     role that opens /approvals.txt                            (required by setup)
#   ASKING_PORT CLIENT_ID CLIENT_SECRET
#                  a second port of the application, which asks Portico about each token (RFC 7662)   (none)
#   SIGN_IN_PORT   a third port, where people sign in at Portico; the client is CLIENT_ID                  (none)
#   CHECK_AUDIENCE 0: without the line that refuses tokens for other applications              (1)
set -euo pipefail
DIR=${DIR:-$HOME/.peers/apache}; HOST=${HOST:-127.0.0.1}; PORT=${PORT:-8282}; TLS_PORT=${TLS_PORT:-8283}
PORTICO=${PORTICO:-http://127.0.0.1:8080}
MODULES=/usr/lib/apache2/modules
. "$(dirname "${BASH_SOURCE[0]}")/packages.sh"

load() { for m in "$@"; do echo "LoadModule ${m}_module $MODULES/mod_$m.so"; done; }

asking_host() {
  [ -n "${ASKING_PORT:-}" ] || return 0
  cat <<CONF
Listen $HOST:$ASKING_PORT
<VirtualHost $HOST:$ASKING_PORT>
  ServerName $HOST
  DocumentRoot "$DIR/www"
  OIDCCABundlePath "$DIR/tls.crt"
  OIDCOAuthIntrospectionEndpoint https://$HOST:$TLS_PORT/oauth2/introspect
  OIDCOAuthIntrospectionEndpointAuth client_secret_basic
  OIDCOAuthClientID ${CLIENT_ID:?CLIENT_ID}
  OIDCOAuthClientSecret ${CLIENT_SECRET:?CLIENT_SECRET}
  # Ask each time; -1 would ask once and keep the answer.
  OIDCOAuthTokenIntrospectionInterval 0
$(location /prices.txt)
$(location /invoices.txt "${ROLE:?ROLE}")
</VirtualHost>
CONF
}

# What the module does by default: no PKCE, the secret by Basic. Only the addresses are set one by one: the module takes https
# addresses only.
sign_in_host() {
  [ -n "${SIGN_IN_PORT:-}" ] || return 0
  cat <<CONF
Listen $HOST:$SIGN_IN_PORT
<VirtualHost $HOST:$SIGN_IN_PORT>
  ServerName $HOST
  DocumentRoot "$DIR/www"
  OIDCCABundlePath "$DIR/tls.crt"
  OIDCProviderIssuer $PORTICO
  OIDCProviderAuthorizationEndpoint https://$HOST:$TLS_PORT/oauth2/authorize
  OIDCProviderTokenEndpoint https://$HOST:$TLS_PORT/oauth2/token
  OIDCProviderJwksUri https://$HOST:$TLS_PORT/oauth2/jwks
  OIDCClientID ${CLIENT_ID:?CLIENT_ID}
  OIDCClientSecret ${CLIENT_SECRET:?CLIENT_SECRET}
  OIDCRedirectURI http://$HOST:$SIGN_IN_PORT/prices.txt/callback
  OIDCCryptoPassphrase $(openssl rand -hex 32)
  <Location "/prices.txt">
    AuthType openid-connect
    Require claim roles:${ROLE:?ROLE}
  </Location>
</VirtualHost>
CONF
}

location() {
  cat <<CONF
  <Location "$1">
    AuthType oauth20
    <RequireAll>
      Require claim iss:$PORTICO
$([ "${CHECK_AUDIENCE:-1}" = 1 ] && echo "      Require claim aud:${AUDIENCE:?AUDIENCE}")
$([ -n "${2:-}" ] && echo "      Require claim roles:$2")
    </RequireAll>
    Header set X-Subject "%{OIDC_CLAIM_sub}e"
  </Location>
CONF
}

install() { install_packages apache2 libapache2-mod-auth-openidc openssl; }

setup() {
  install
  mkdir -p "$DIR"/{www,log,run}
  cd "$DIR"
  [ -s tls.key ] || openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj "/CN=$HOST" -addext "subjectAltName=IP:$HOST" \
    -keyout tls.key -out tls.crt 2>/dev/null
  chmod 644 tls.crt
  echo 'Apples: 1.00' >www/prices.txt
  echo 'Invoice 1: 12.00' >www/invoices.txt
  echo 'Approval 1' >www/approvals.txt
  {
    load mpm_prefork authn_core authz_core authz_user auth_openidc ssl proxy proxy_http headers
    cat <<CONF
ServerRoot "$DIR"
ServerName $HOST
PidFile "$DIR/run/apache.pid"
DefaultRuntimeDir "$DIR/run"
ErrorLog "$DIR/log/error.log"
LogLevel warn auth_openidc:info
$([ "$(id -u)" = 0 ] && printf 'User www-data\nGroup www-data')
StartServers 3
Listen $HOST:$PORT
Listen $HOST:$TLS_PORT

# The application. The module checks signature and expiry; the lines Require check issuer, audience and role.
<VirtualHost $HOST:$PORT>
  ServerName $HOST
  DocumentRoot "$DIR/www"
  OIDCCABundlePath "$DIR/tls.crt"
  OIDCOAuthVerifyJwksUri https://$HOST:$TLS_PORT/oauth2/jwks
$(location /prices.txt)
$(location /invoices.txt "${ROLE:?ROLE}")
$(location /approvals.txt "${OTHER_ROLE:?OTHER_ROLE}")
</VirtualHost>

$(asking_host)
$(sign_in_host)

# The proxy with TLS in front of Portico.
<VirtualHost $HOST:$TLS_PORT>
  ServerName $HOST
  SSLEngine on
  SSLCertificateFile "$DIR/tls.crt"
  SSLCertificateKeyFile "$DIR/tls.key"
  ProxyPass "/" "$PORTICO/"
</VirtualHost>
CONF
  } >apache.conf
  apache2 -f "$DIR/apache.conf" -t 2>&1 | grep -v 'Syntax OK' || true
  echo "configured $DIR"
}

alive() { [ -s "$DIR/run/apache.pid" ] && kill -0 "$(cat "$DIR/run/apache.pid")" 2>/dev/null; }
start() {
  alive && { echo "already running, pid $(cat "$DIR/run/apache.pid")"; return; }
  apache2 -f "$DIR/apache.conf" -k start
  for _ in $(seq 100); do (: >"/dev/tcp/$HOST/$PORT") 2>/dev/null && { echo "up: http://$HOST:$PORT/invoices.txt"; return; }; sleep 0.1; done
  echo "did not come up; see $DIR/log" >&2; tail -5 "$DIR/log/error.log" >&2; exit 1
}
stop() {
  alive || return 0
  local pid; pid=$(cat "$DIR/run/apache.pid")
  kill "$pid"
  for _ in $(seq 100); do kill -0 "$pid" 2>/dev/null || return 0; sleep 0.1; done
  kill -KILL "$pid"
}

case "${1:-}" in
  install) install;; setup) setup;; start) start;; stop) stop;;
  status) alive && echo "running $(cat "$DIR/run/apache.pid")" || { echo stopped; exit 1; };;
  *) sed -n 2,19p "$0"; exit 2;;
esac
