#!/usr/bin/env bash
# Stops every peer that run.sh or prepare.sh started.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/env.sh"
for peer in model-server:run-model-server speech:run-speech home-assistant:run-ha; do
  dir=$JARVIS_PEERS_DIR/${peer##*:}
  [ -d "$dir" ] && bash "$here/${peer%%:*}/down.sh" "$dir"
done
exit 0
