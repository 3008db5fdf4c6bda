# Where the peers live: sourced by the scripts beside it.
export JARVIS_PEERS_DIR=${JARVIS_PEERS_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/jarvis-peers}
export OLLAMA_CACHE=$JARVIS_PEERS_DIR
mkdir -p "$JARVIS_PEERS_DIR"
# One at a time: the peers keep their ports and their state in that folder.
exec 9>"$JARVIS_PEERS_DIR/lock"
