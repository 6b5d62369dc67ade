# For the lines of a plan that bring about what a page assumes. Every command of a page sees them.

# A value of the demo's spare identity provider: spare TYPE NAME.
spare() { node -p "require('$DEMO/spare-providers.json').find(({ type }) => type === '$1')['$2']"; }

# A fenced block of the page: block LANGUAGE [NUMBER].
block() {
  awk -v language="$1" -v wanted="${2:-1}" '
    $0 == "```" && inside { exit }
    inside { print }
    $0 == "```" language && ++count == wanted { inside = 1 }' "$PAGE"
}

# A person of the demo signs in with a browser: sign_in USERNAME.
sign_in() { curl --silent --show-error --fail-with-body --get --data-urlencode "username=$1" "$HANDS/sign-in"; }

# A command in the home of a person who is signed in: as NAME COMMAND…
as() {
  local home="$HOMES/$1"
  shift
  HOME="$home" XDG_CONFIG_HOME="$home/config" XDG_STATE_HOME="$home/state" XDG_CACHE_HOME="$home/cache" "$@"
}

# A picture of 16 by 16 pixels.
picture() { echo "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mPg8l9MEmIY1TCqYfhqAABgn/wBRS+lZQAAAABJRU5ErkJggg==" | base64 --decode; }

# Metadata of a SAML application with this entity ID.
application_metadata() {
  cat <<END
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="$1"><md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="$1/acs" index="0"/></md:SPSSODescriptor></md:EntityDescriptor>
END
}
