#!/usr/bin/env bash
# Brings up the real peers and runs the tests against them. usage: run.sh [TEST-FILE…] (compiled, default: all)
# A peer that can't be brought up fails the run; bringing one up may be tried twice.
# env: JARVIS_PEERS_DIR (default: ~/.cache/jarvis-peers), HA_OLDER (2024.3 or 2026.2: the Home Assistant that the tests of
# nothing but the house meet besides the one of this month; default: by turns)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd); root=$(cd "$here/../.." && pwd)
. "$here/env.sh"
. "$here/bring-up.sh"
. "$here/../lanes.sh"
trap 'end_lanes' EXIT
bash "$here/debian.sh"
cd "$root"
[ $# -gt 0 ] || set -- build/test/peers-tests/*.peer.test.js

run() { node --test --test-reporter=spec --test-concurrency="$1" --test-timeout=600000 "${@:2}" 9>&-; } # FILES-AT-ONCE FILE…

# What a test needs: Chromium or npm and no peer; the house and its broker; all servers, and that nobody else has them;
# otherwise the servers for model and speech and the boards, but no house.
alone=() house=() together=() speech=() voices=0
for file in "$@"; do
  case ${file##*/} in
    accessibility.* | editor.* | forms.* | mcp.* | memory-page.* | other-nodes.* | page.* | pickers.* | pull.* | satellite-list.* | store-faults.* | turns.*)
      alone+=("$file") ;;
    assist.* | blueprints.* | devices.* | esphome-rooms.* | home.* | large-house.* | neighbours.* | requests.*) house+=("$file") ;;
    satellites.*) house+=("$file") voices=1 ;; # it borrows the programs of the speech servers
    assistant.* | killed.*) together+=("$file") ;;
    *) speech+=("$file") ;;
  esac
done
# These need nothing but the house, and meet an older one too; 2024.3 knows neither agents by Wyoming nor devices of several
# components.
older=()
for file in "${house[@]}"; do
  case $HA_OLDER/${file##*/} in */home.* | 2026.*/assist.* | 2026.*/devices.*) older+=("$file") ;; esac
done
peers=()
[ $((${#house[@]} + ${#together[@]})) = 0 ] || peers+=("ha-$HA_NOW")
[ $((${#speech[@]} + ${#together[@]} + voices)) = 0 ] || peers+=(model-server speech)
case "$*" in *esphome-satellites.*) peers+=(esphome-satellite) ;; esac

# One file after another in each: they share the peers and two cores.
house_lane() {
  local failed=0
  run 1 "${house[@]}" || failed=1
  if [ ${#older[@]} -gt 0 ]; then
    bring_up "ha-$HA_OLDER"
    run 1 "${older[@]}" || failed=1
  fi
  return "$failed"
}

# One at a time where there is a lane of peers beside it.
at_once=2
[ ${#peers[@]} = 0 ] || at_once=1
[ ${#alone[@]} = 0 ] || lane alone run "$at_once" "${alone[@]}"
if [ ${#peers[@]} -gt 0 ]; then
  flock -w 3600 9
  trap 'end_lanes; bash "$here/down.sh"' EXIT
  lane bring-up bring_up "${peers[@]}"
  join bring-up || { join_all || exit 1; }
fi
for name in "${peers[@]}"; do use "$name"; done
[ ${#house[@]} = 0 ] || lane house house_lane
[ ${#speech[@]} = 0 ] || lane speech run 1 "${speech[@]}"
[ ${#house[@]} = 0 ] || join house || true
[ ${#speech[@]} = 0 ] || join speech || true
[ ${#alone[@]} = 0 ] || join alone || true
[ ${#together[@]} = 0 ] || lane together run 1 "${together[@]}"
join_all
