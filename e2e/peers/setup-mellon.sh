#!/usr/bin/env bash
# Apache with mod_auth_mellon (Debian packages) as a SAML 2.0 service provider on loopback. Nothing under /etc is read or changed.
#
#   ./setup-mellon.sh install|run
#
# run prints "listening on URL" and ends when its standard input is closed. The keys and the metadata are those that mellon's own
# command makes; its configuration is that of its README.
#
# Parameters (environment):
#   DIR     folder of the folder mellon that it makes; it and its parents can be entered by www-data
#   PORT    where it listens
#   IDP     address of the metadata of the identity provider
set -euo pipefail
MODULES=/usr/lib/apache2/modules
. "$(dirname "${BASH_SOURCE[0]}")/packages.sh"

install() { install_packages apache2 libapache2-mod-auth-mellon openssl curl; }

run() {
  local url="http://localhost:$PORT" m
  DIR=$DIR/mellon
  mkdir -p "$DIR"/{www,run}
  cd "$DIR"
  mellon_create_metadata "$url/metadata" "$url/mellon" >/dev/null
  mv ./*.key sp.key && mv ./*.cert sp.crt && mv ./*.xml sp.xml
  curl -fsS "$IDP" -o idp.xml
  # Server-side includes show who is signed in.
  echo 'Signed in as <!--#echo var="REMOTE_USER" -->' >www/index.html
  {
    for m in mpm_prefork authn_core authz_core authz_user dir include auth_mellon; do
      echo "LoadModule ${m}_module $MODULES/mod_$m.so"
    done
    cat <<CONF
ServerRoot "$DIR"
ServerName $url
Listen 127.0.0.1:$PORT
PidFile "$DIR/run/apache.pid"
DefaultRuntimeDir "$DIR/run"
ErrorLog "$DIR/error.log"
$([ "$(id -u)" = 0 ] && printf 'User www-data\nGroup www-data')
StartServers 2
DocumentRoot "$DIR/www"
DirectoryIndex index.html
<Location />
  AuthType Mellon
  MellonEnable auth
  Require valid-user
  MellonSPPrivateKeyFile "$DIR/sp.key"
  MellonSPCertFile "$DIR/sp.crt"
  MellonSPMetadataFile "$DIR/sp.xml"
  MellonIdPMetadataFile "$DIR/idp.xml"
  MellonSecureCookie Off
  MellonUser username
  Options +Includes
  SetOutputFilter INCLUDES
</Location>
CONF
  } >apache.conf
  # In a process group of its own: Apache ends its whole group.
  setsid apache2 -f "$DIR/apache.conf" -DFOREGROUND &
  local pid=$!
  trap 'kill "$pid" 2>/dev/null; wait "$pid"' EXIT
  for _ in $(seq 100); do (: >"/dev/tcp/127.0.0.1/$PORT") 2>/dev/null && break; sleep 0.1; done
  echo "listening on $url"
  cat >/dev/null
}

case "${1:-}" in
  install) install;; run) run;;
  *) sed -n 2,13p "$0"; exit 64;;
esac
