#!/usr/bin/env bash
# Installs and builds everything the peers need, kept in a cache folder outside the checkout, and starts nothing that stays.
# env: JARVIS_PEERS_DIR (default: ~/.cache/jarvis-peers), HA_OLDER (see run.sh)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/env.sh"
bash "$here/debian.sh"
wyoming=$JARVIS_PEERS_DIR/wyoming-satellite
[ -e "$wyoming/done" ] || { python3 -m venv "$wyoming" && "$wyoming/bin/pip" install -q wyoming-satellite==1.0.0 && touch "$wyoming/done"; }
peer up model-server &
model=$!
peer up speech
peer up esphome-satellite
peer up "ha-$HA_NOW"
peer up "ha-$HA_OLDER"
wait "$model"
bash "$here/down.sh"
