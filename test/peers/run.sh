#!/usr/bin/env bash
# Brings up the real peers and runs the tests against them. usage: run.sh [TEST-FILE…] (compiled, default: all)
# A peer that can't be brought up fails the run; bringing one up may be tried twice.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd); root=$(cd "$here/../.." && pwd)
. "$here/env.sh"
flock -w 1800 9
bash "$here/debian.sh"

up() { # NAME DIR
  for attempt in 1 2; do
    if bash "$here/$1/up.sh" "$JARVIS_PEERS_DIR/$2" >"$JARVIS_PEERS_DIR/$2.env" 9>&-; then return 0; fi
    echo "peer $1: attempt $attempt failed" >&2
    bash "$here/$1/down.sh" "$JARVIS_PEERS_DIR/$2" || true
  done
  echo "peer $1 can't be brought up" >&2; return 1
}
mkdir -p "$JARVIS_PEERS_DIR"/run-{model-server,speech,ha}
trap 'bash "$here/down.sh"' EXIT
up model-server run-model-server & a=$!
up speech run-speech & b=$!
up home-assistant run-ha & c=$!
wait "$a"; wait "$b"; wait "$c"

while IFS='=' read -r name value; do
  case $name in
    OLLAMA_URL | STT_URI | WAKE_URI | SAY | PIPER_VOICE | HERMES_BIN | HA_URL | MQTT_URL) export "$name=$value" ;;
    TOKEN_FILE) export "HA_TOKEN_FILE=$value" ;;
  esac
done < <(cat "$JARVIS_PEERS_DIR"/run-*.env)
export JARVIS_TEST_MODELS=${JARVIS_TEST_MODELS:-$root/../shared/models}
[ -d "$JARVIS_TEST_MODELS/whisper-base" ] || { echo "no test models in $JARVIS_TEST_MODELS" >&2; exit 1; }

cd "$root"
[ $# -gt 0 ] || set -- dist/test/peers-tests/*.peer.test.js
# One file after another: they share the peers and two cores.
node --test --test-concurrency=1 --test-timeout=600000 "$@" 9>&-
