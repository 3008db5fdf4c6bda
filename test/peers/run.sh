#!/usr/bin/env bash
# Brings up the real peers and runs the tests against them. usage: run.sh [TEST-FILE…] (compiled, default: all)
# A peer that can't be brought up fails the run; bringing one up may be tried twice.
# env: JARVIS_PEERS_DIR (default: ~/.cache/jarvis-peers), HA_OLDER (2024.3 or 2026.2: the Home Assistant that the tests of
# nothing but the house meet besides the one of this month; default: by turns)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd); root=$(cd "$here/../.." && pwd)
. "$here/env.sh"
. "$here/bring-up.sh"
flock -w 1800 9
bash "$here/debian.sh"
cd "$root"
[ $# -gt 0 ] || set -- build/test/peers-tests/*.peer.test.js

run() { node --test --test-concurrency="$1" --test-timeout=600000 "${@:2}" 9>&-; } # FILES-AT-ONCE FILE…

failed=0
# These need Chromium or npm and no peer.
alone=() rest=()
for file in "$@"; do
  case ${file##*/} in
    accessibility.* | editor.* | forms.* | mcp.* | memory-page.* | other-nodes.* | page.* | pickers.* | pull.* | satellite-list.* | store-faults.* | turns.*)
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
trap 'bash "$here/down.sh"' EXIT
bring_up "${peers[@]}"
# One file after another: they share the peers and two cores.
run 1 "$@" || failed=1
# 2024.3 knows neither agents by Wyoming nor devices of several components.
if [ "$HA_OLDER" = 2024.3 ]; then
  all=("${house[@]}") house=()
  for file in "${all[@]}"; do case ${file##*/} in home.peer.*) house+=("$file") ;; esac; done
fi
if [ ${#house[@]} -gt 0 ]; then
  bring_up "ha-$HA_OLDER"
  run 1 "${house[@]}" || failed=1
fi
exit "$failed"
