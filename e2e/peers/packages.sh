# Sourced by the set-up of each peer.

# Installs Debian packages that are missing, as root, without starting a service of theirs.
install_packages() {
  local missing=() p made=
  for p in "$@"; do dpkg -s "$p" >/dev/null 2>&1 || missing+=("$p"); done
  [ ${#missing[@]} -eq 0 ] && return 0
  # keep Debian from starting daemons on public ports while the packages unpack
  [ -e /usr/sbin/policy-rc.d ] || { printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d; chmod +x /usr/sbin/policy-rc.d; made=1; }
  apt-get update -qq || true
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  [ -n "$made" ] && rm -f /usr/sbin/policy-rc.d || true
}
