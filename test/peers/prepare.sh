#!/usr/bin/env bash
# Installs and builds everything the peers need, kept in a cache folder outside the checkout, and starts nothing that stays.
# env: JARVIS_PEERS_DIR (default: ~/.cache/jarvis-peers), HA_OLDER (see run.sh)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/env.sh"
flock -w 1800 9
trap 'bash "$here/down.sh"' EXIT
bash "$here/debian.sh"
wyoming=$JARVIS_PEERS_DIR/wyoming-satellite
[ -e "$wyoming/done" ] || { python3 -m venv "$wyoming" && "$wyoming/bin/pip" install -q wyoming-satellite==1.0.0 && touch "$wyoming/done"; }
# Some are fetched while others are built.
peers() { for name in "$@"; do peer up "$name" 9>&-; done; }
making=() failed=0
peers model-server & making+=($!)
peers speech esphome-satellite & making+=($!)
peers "ha-$HA_NOW" "ha-$HA_OLDER" & making+=($!)
for pid in "${making[@]}"; do wait "$pid" || failed=1; done
exit "$failed"
