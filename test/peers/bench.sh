#!/usr/bin/env bash
# Brings up the real peers and runs a bench against them. usage: bench.sh NAME [OPTION…] (as npm run bench takes them)
# env: JARVIS_PEERS_DIR (default: ~/.cache/jarvis-peers)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/env.sh"
. "$here/bring-up.sh"
flock -w 1800 9
bash "$here/debian.sh"
# Two of a kind.
boards=(den:encrypted loft:encrypted)
trap 'bash "$here/down.sh"' EXIT
bring_up "ha-$HA_NOW" speech esphome-satellite
node "$here/../../build/bench/run.js" "$@" 9>&-
