#!/usr/bin/env bash
# Stops every peer that run.sh or prepare.sh started.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/env.sh"
for dir in "$JARVIS_PEERS_DIR"/run-*/; do
  name=$(basename "$dir"); name=${name#run-}
  case $name in model-server | speech | esphome-satellite | ha-*) peer down "$name" ;; esac
done
exit 0
