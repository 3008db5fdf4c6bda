# Brings peers up and says where they are: sourced behind env.sh by the scripts beside it.
export JARVIS_TEST_MODELS=${JARVIS_TEST_MODELS:-$here/../../../shared/models}
[ -d "$JARVIS_TEST_MODELS/whisper-base" ] || { echo "no test models in $JARVIS_TEST_MODELS" >&2; exit 1; }

up() { # NAME
  for attempt in 1 2; do
    if peer up "$1" >"$JARVIS_PEERS_DIR/run-$1.env" 9>&-; then return 0; fi
    echo "peer $1: attempt $attempt failed" >&2
    peer down "$1" || true
  done
  echo "peer $1 can't be brought up" >&2; return 1
}
use() { # NAME: what is told of it
  while IFS='=' read -r name value; do
    case $name in
      OLLAMA_URL | STT_URI | WAKE_URI | TTS_URI | SAY | PIPER_VOICE | HERMES_BIN | HA_URL | MQTT_URL) export "$name=$value" ;;
      TOKEN_FILE) export "HA_TOKEN_FILE=$value" ;;
    esac
  done <"$JARVIS_PEERS_DIR/run-$1.env"
}
bring_up() { # NAME…: all at once
  local name pid failed=0 starting=()
  mkdir -p "${@/#/$JARVIS_PEERS_DIR/run-}"
  for name in "$@"; do up "$name" & starting+=($!); done
  for pid in "${starting[@]}"; do wait "$pid" || failed=1; done
  [ "$failed" = 0 ] || return 1
  for name in "$@"; do use "$name"; done
}
