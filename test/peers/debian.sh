#!/usr/bin/env bash
# Debian packages the peers and the browser tests need; does nothing when they are there.
set -euo pipefail
exec 8>/tmp/jarvis-debian.lock; flock 8 # one at a time
missing=()
for pair in chromium:chromium mosquitto:mosquitto debootstrap:debootstrap sox:sox espeak-ng:espeak-ng ninja:ninja-build cmake:cmake curl:curl; do
  PATH=$PATH:/usr/sbin command -v "${pair%%:*}" >/dev/null || missing+=("${pair##*:}")
done
[ ${#missing[@]} = 0 ] && exit 0
export DEBIAN_FRONTEND=noninteractive
apt-get -o DPkg::Lock::Timeout=600 update -qq 8>&-
apt-get -o DPkg::Lock::Timeout=600 install -y -qq --no-install-recommends "${missing[@]}" fonts-dejavu-core 8>&-
