# Where the peers live and how they are called: sourced by the scripts beside it.
export JARVIS_PEERS_DIR=${JARVIS_PEERS_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/jarvis-peers}
export OLLAMA_CACHE=$JARVIS_PEERS_DIR SATELLITE_CACHE=$JARVIS_PEERS_DIR/esphome-satellite HA_CACHE=$JARVIS_PEERS_DIR/home-assistant-2026
mkdir -p "$JARVIS_PEERS_DIR"
# One at a time: the peers keep their ports and their state in that folder.
exec 9>"$JARVIS_PEERS_DIR/lock"

# The Home Assistant of this month is the house of all tests. The house's own also meet an older one, by turns: the day of
# the last commit says which, so that what is prepared is what is run, and a run can be repeated.
HA_NOW=2026.11
committed=$(git -C "$here" log -1 --format=%ct 2>/dev/null || echo 0)
series=(2024.3 2026.2)
HA_OLDER=${HA_OLDER:-${series[committed / 86400 % 2]}}

# One of each kind of board that people own.
boards=(kitchen den:encrypted atom:echo shelf:echo:encrypted)

# Brings a peer up or down. usage: peer up|down model-server|speech|esphome-satellite|ha-SERIES
peer() {
  local folder=$2 also=()
  [ "$*" != 'up esphome-satellite' ] || also=("${boards[@]}")
  case $2 in ha-2024.3) folder=home-assistant ;; ha-*) folder=home-assistant-2026 ;; esac
  HA_SERIES=${2#ha-} bash "$here/$folder/$1.sh" "$JARVIS_PEERS_DIR/run-$2" "${also[@]}"
}
