#!/usr/bin/env bash
# Brings up the real peers and runs the tests against them. usage: run.sh [TEST-FILE…] (compiled, default: all)
# A peer that can't be brought up fails the run; bringing one up may be tried twice.
# env: JARVIS_PEERS_DIR (default: ~/.cache/jarvis-peers), HA_OLDER (2024.3 or 2026.2: the Home Assistant that the tests of
# nothing but the house meet besides the one of this month; default: by turns)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd); root=$(cd "$here/../.." && pwd)
. "$here/env.sh"
flock -w 1800 9
bash "$here/debian.sh"
cd "$root"
[ $# -gt 0 ] || set -- dist/test/peers-tests/*.peer.test.js

up() { # NAME
  for attempt in 1 2; do
    if peer up "$1" >"$JARVIS_PEERS_DIR/run-$1.env" 9>&-; then return 0; fi
    echo "peer $1: attempt $attempt failed" >&2
    peer down "$1" || true
  done
  echo "peer $1 can't be brought up" >&2; return 1
}
use() { # NAME: what the tests are told of it
  while IFS='=' read -r name value; do
    case $name in
      OLLAMA_URL | STT_URI | WAKE_URI | TTS_URI | SAY | PIPER_VOICE | HERMES_BIN | HA_URL | MQTT_URL) export "$name=$value" ;;
      TOKEN_FILE) export "HA_TOKEN_FILE=$value" ;;
    esac
  done <"$JARVIS_PEERS_DIR/run-$1.env"
}
run() { node --test --test-concurrency="$1" --test-timeout=600000 "${@:2}" 9>&-; } # FILES-AT-ONCE FILE…

export JARVIS_TEST_MODELS=${JARVIS_TEST_MODELS:-$root/../shared/models}
[ -d "$JARVIS_TEST_MODELS/whisper-base" ] || { echo "no test models in $JARVIS_TEST_MODELS" >&2; exit 1; }
failed=0
# These need Chromium or npm and no peer.
alone=() rest=()
for file in "$@"; do
  case ${file##*/} in
    accessibility.* | editor.* | forms.* | memory-page.* | other-nodes.* | page.* | pickers.* | pull.* | satellite-list.* | store-faults.* | turns.*)
      alone+=("$file") ;;
    *) rest+=("$file") ;;
  esac
done
[ ${#alone[@]} = 0 ] || run 2 "${alone[@]}" || failed=1
set -- "${rest[@]}"
[ $# -gt 0 ] || exit "$failed"

# These need nothing but the house, and meet an older one too.
house=()
for file in "$@"; do case ${file##*/} in home.peer.* | assist.peer.* | devices.peer.*) house+=("$file") ;; esac; done
peers=("ha-$HA_NOW")
[ ${#house[@]} = $# ] || peers+=(model-server speech)
case "$*" in *esphome-satellites.*) peers+=(esphome-satellite) ;; esac
starting=()
mkdir -p "${peers[@]/#/$JARVIS_PEERS_DIR/run-}"
trap 'bash "$here/down.sh"' EXIT
for name in "${peers[@]}"; do up "$name" & starting+=($!); done
for pid in "${starting[@]}"; do wait "$pid"; done

for name in "${peers[@]}"; do use "$name"; done
# One file after another: they share the peers and two cores.
run 1 "$@" || failed=1
# 2024.3 knows neither agents by Wyoming nor devices of several components.
if [ "$HA_OLDER" = 2024.3 ]; then
  all=("${house[@]}") house=()
  for file in "${all[@]}"; do case ${file##*/} in home.peer.*) house+=("$file") ;; esac; done
fi
if [ ${#house[@]} -gt 0 ]; then
  mkdir -p "$JARVIS_PEERS_DIR/run-ha-$HA_OLDER"
  up "ha-$HA_OLDER"
  use "ha-$HA_OLDER"
  run 1 "${house[@]}" || failed=1
fi
exit "$failed"
