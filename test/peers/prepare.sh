#!/usr/bin/env bash
# Installs and builds everything the peers need, kept in a cache folder outside the checkout, and starts nothing that stays.
# env: JARVIS_PEERS_DIR (default: ~/.cache/jarvis-peers)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/env.sh"
bash "$here/debian.sh"
bash "$here/model-server/up.sh" "$JARVIS_PEERS_DIR/run-model-server" &
model=$!
bash "$here/speech/up.sh" "$JARVIS_PEERS_DIR/run-speech"
bash "$here/home-assistant/up.sh" "$JARVIS_PEERS_DIR/run-ha"
wait "$model"
bash "$here/down.sh"
